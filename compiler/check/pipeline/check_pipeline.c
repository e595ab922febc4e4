#include "check/pipeline/check_pipeline.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/check_own.h"
#include "check/pipeline/check_function.h"
#include "check/pipeline/check_spread.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "ir/types/types.h"

const char *bl_name_identifier(struct bl_arena *arena, const char *name) {
    const char *dot = strchr(name, '.');
    return dot ? bl_format(arena, "%.*s__%s", (int)(dot - name), name, dot + 1) : name;
}

struct bl_version *bl_add_version(struct bl_check *check, struct bl_symbol *symbol,
                                  const struct bl_column *column, int rows, struct bl_range range) {
    struct bl_version *version = BL_NEW(check->arena, struct bl_version, 1);
    version->id = check->versions.count;
    version->name = bl_unique_name(check, symbol);
    version->column = column;
    version->range = range;
    *BL_APPEND(check->arena, &check->versions) = version;
    *BL_APPEND(check->arena, &check->states) = (struct bl_version_state){.rows = rows};
    return version;
}

/* A function of its own name, also when it is the same as another one. */
static void check_let(struct bl_check *check, const struct bl_statement *statement) {
    const struct bl_function *function = bl_check_slice(check, statement->slice);
    struct bl_binding *binding = bl_declare(check, statement->name, BL_BIND_FUNCTION);
    if (!function || !statement->name.symbol) {
        binding->kind = BL_BIND_POISON;
        return;
    }
    struct bl_function *named = BL_NEW(check->arena, struct bl_function, 1);
    *named = *function;
    named->name = statement->name.symbol->text;
    named->range = statement->name.range;
    binding->function = named;
}

/* One turn: what it declares beside versions is gone after it. */
static void check_statements(struct bl_check *check, const struct bl_statement *statement);

static void check_turn(struct bl_check *check, const struct bl_statement *statement,
                       int64_t counter) {
    struct bl_binding *outer = bl_scope_open(check);
    bl_declare(check, statement->name, BL_BIND_CONST)->value = bl_value_integer(counter);
    check_statements(check, statement->repeat.body);
    bl_scope_close(check, outer);
}

/* A turn with errors is the last one: the next would only repeat them. */
static void check_turns(struct bl_check *check, const struct bl_statement *statement, int64_t first,
                        int64_t last) {
    bool later = check->later_turn;
    int errors = check->diags->errors;
    check->repeats++;
    for (int64_t counter = first; counter <= last && errors == check->diags->errors && !check->stop;
         counter++) {
        if (++check->turns > BL_MOST_PASSES) {
            bl_report(check->diags, BL_MSG_TOO_MANY_PASSES, statement->range, BL_MOST_PASSES);
            check->stop = true;
            break;
        }
        check_turn(check, statement, counter);
        check->later_turn = true;
        if (counter == INT64_MAX) break;
    }
    check->repeats--;
    check->later_turn = later;
}

static void check_repeat(struct bl_check *check, const struct bl_statement *statement) {
    int64_t first, last;
    if (!statement->repeat.first || !statement->repeat.last) return;
    bool good = bl_check_whole(check, statement->repeat.first, &first);
    good &= bl_check_whole(check, statement->repeat.last, &last);
    bool below = statement->repeat.below;
    if (good && (below ? last <= first : last < first)) {
        struct bl_range range = bl_range_join(statement->repeat.first->range,
                                              statement->repeat.last->range);
        bl_report(check->diags, BL_MSG_REPEAT_RANGE, range, (long long)first, below ? "<" : "",
                  (long long)last);
        return;
    }
    if (good) check_turns(check, statement, first, last - below);
}

static void check_statements(struct bl_check *check, const struct bl_statement *statement) {
    for (; statement && !check->stop; statement = statement->next) {
        switch (statement->kind) {
        case BL_STATEMENT_CONST: bl_check_const(check, statement->name, statement->value); break;
        case BL_STATEMENT_LET: check_let(check, statement); break;
        case BL_STATEMENT_PASS: bl_check_pass(check, statement); break;
        case BL_STATEMENT_REPEAT: check_repeat(check, statement); break;
        case BL_STATEMENT_PARTITION: bl_check_partition(check, statement); break;
        }
    }
}

/* The names nodes, channels and width get their values, or are broken when the cluster is. */
static void set_shape(struct bl_check *check, bool known) {
    const struct bl_cluster *cluster = &check->program->cluster;
    const struct {
        const char *name;
        int value;
    } shape[] = {{"nodes", cluster->nodes},
                 {"channels", bl_lanes(cluster)},
                 {"width", cluster->memory.width}};
    for (int i = 0; i < 3; i++) {
        struct bl_symbol *symbol = bl_symbol(check->symbols, shape[i].name,
                                             __builtin_strlen(shape[i].name));
        struct bl_binding *binding = BL_NEW(check->arena, struct bl_binding, 1);
        binding->kind = known ? BL_BIND_CONST : BL_BIND_POISON;
        binding->symbol = symbol;
        binding->value = bl_value_integer(shape[i].value);
        symbol->value = binding;
    }
}

/* Every column of the record is a version from the start, under its own name. */
static void add_sources(struct bl_check *check) {
    const struct bl_record *record = &check->program->record;
    check->columns = BL_NEW(check->arena, struct bl_symbol *, record->column_count);
    check->made = BL_NEW(check->arena, int, record->column_count);
    for (int i = 0; i < record->column_count; i++) {
        const struct bl_column *column = &record->columns[i];
        struct bl_name name = {
            bl_symbol(check->symbols, column->name, __builtin_strlen(column->name)), column->range};
        struct bl_binding *binding = bl_declare(check, name, BL_BIND_VERSION);
        binding->column.version = bl_add_version(check, name.symbol, column, 0, column->range);
        binding->column.version->source = true;
        binding->column.named = column;
        check->columns[i] = name.symbol;
    }
}

static bool is_cluster(const struct bl_symbol *symbol) {
    return symbol->type && symbol->type->kind == BL_BIND_CLUSTER;
}
static bool is_record(const struct bl_symbol *symbol) {
    return symbol->type && symbol->type->kind == BL_BIND_RECORD;
}

/* The record; false after an error. `shape`: whether the cluster is good, so that nodes, channels
 * and width are known. */
static bool find_types(struct bl_check *check, const struct bl_declaration *declaration,
                       bool *shape) {
    const struct bl_pipeline_tree *pipeline = declaration->body;
    struct bl_name record = pipeline->record, cluster = pipeline->cluster;
    bool good = record.symbol && record.symbol->type &&
                record.symbol->type->kind == BL_BIND_RECORD && record.symbol->type->record;
    if (record.symbol && !is_record(record.symbol))
        bl_report(check->diags, BL_MSG_UNKNOWN_RECORD, record.range, record.symbol->text,
                  bl_suggest(check, record.symbol, is_record));
    if (cluster.symbol && !is_cluster(cluster.symbol))
        bl_report(check->diags, BL_MSG_UNKNOWN_CLUSTER, cluster.range, cluster.symbol->text,
                  bl_suggest(check, cluster.symbol, is_cluster));
    if (good) check->program->record = *record.symbol->type->record;
    if (cluster.symbol && is_cluster(cluster.symbol)) {
        cluster.symbol->type->used = true;
        *shape = bl_finish_cluster(check, cluster.symbol->type->cluster, true, check->overrides,
                                   &check->program->cluster) &&
                 bl_check_words(check, &check->program->cluster, "a pipeline") &&
                 bl_check_dma_word(check, &check->program->cluster,
                                   check->program->cluster.memory.width);
    }
    return good;
}

static bool only_counts(const struct bl_pass *pass) {
    for (int s = 1; s < pass->stage_count; s++)
        if (pass->stages[s].row->role != BL_STAGE_COUNTS) return false;
    return true;
}

/* By version: whether a pass reads it for more than to count its records. */
static const bool *find_used(const struct bl_check *check) {
    bool *used = BL_NEW(check->arena, bool, check->versions.count);
    for (int p = 0; p < check->passes.count; p++) {
        const struct bl_stage *read = &check->passes.items[p].stages[0];
        if (only_counts(&check->passes.items[p])) continue;
        for (int i = 0; i < read->version_count; i++) used[read->versions[i]->id] = true;
    }
    return used;
}

/* Results are versions that nothing uses and whose name still stands for them. */
static void mark_results(struct bl_check *check) {
    const struct bl_version *first = NULL;
    const bool *used = find_used(check);
    bool warned = false;
    for (int i = 0; i < check->versions.count; i++) {
        struct bl_version *version = check->versions.items[i];
        const struct bl_version_state *state = &check->states.items[i];
        version->result = !version->source && !version->hidden && !used[i] && !state->replaced;
        if (!version->result) continue;
        if (!first) first = version;
        if (warned || version->column == first->column ||
            state->rows == check->states.items[first->id].rows)
            continue;
        struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_RESULTS_APART,
                                                     version->range, first->name, version->name);
        bl_note(check->diags, diagnostic, first->range, "`%s` is written here", first->name);
        warned = true;
    }
}

static void warn_columns(struct bl_check *check, const struct bl_declaration *declaration) {
    for (int i = 0; i < check->program->record.column_count; i++) {
        const struct bl_version *source = check->versions.items[i];
        if (!check->states.items[i].read)
            bl_report(check->diags, BL_MSG_COLUMN_LEFT, source->range,
                      declaration->name.symbol ? declaration->name.symbol->text : "?",
                      source->name);
    }
}

static bool is_used(const struct bl_program *program, const struct bl_product *product) {
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            if (program->passes[p].stages[s].uses == product) return true;
    return false;
}

/* Counts that no pass uses are results. */
static void mark_counted(struct bl_check *check, struct bl_program *program) {
    struct {
        struct bl_counted *items;
        int count, capacity;
    } list = {0};
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            if (stage->row->role != BL_STAGE_COUNTS || is_used(program, stage->makes)) continue;
            stage->makes->result = true;
            *BL_APPEND(check->arena, &list) = (struct bl_counted){stage->makes, stage};
        }
    program->counted = list.items;
    program->counted_count = list.count;
}

/* Of the narrowest column that passes move, if a plane can be as wide. */
static int plane_bits(const struct bl_check *check) {
    int least = 0, widest = bl_widest_plane(&check->program->cluster);
    for (int p = 0; p < check->passes.count; p++)
        for (int s = 0; s < check->passes.items[p].stage_count; s++) {
            const struct bl_stage *stage = &check->passes.items[p].stages[s];
            for (int i = 0; i < stage->version_count; i++)
                if (!least || stage->versions[i]->column->bits < least)
                    least = stage->versions[i]->column->bits;
        }
    return widest && least > widest ? widest : least;
}

static void finish_program(struct bl_check *check) {
    struct bl_program *program = check->program;
    program->versions = check->versions.items;
    program->version_count = check->versions.count;
    program->passes = check->passes.items;
    program->pass_count = check->passes.count;
    program->owns = check->owns.items;
    program->own_count = check->owns.count;
    program->made = check->made_columns.items;
    program->made_count = check->made_columns.count;
    program->cluster.memory.plane_bits = plane_bits(check);
    struct bl_type *types = BL_NEW(check->arena, struct bl_type, program->version_count);
    bl_types_assign(check->arena, program, program->passes, program->pass_count, types);
    for (int i = 0; i < program->version_count; i++) program->versions[i]->type = types[i];
    mark_counted(check, program);
}

void bl_collect_pipeline(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected) {
    const struct bl_declaration *first = *collected;
    if (!first) {
        *collected = (void *)declaration;
        return;
    }
    const char *name = declaration->name.symbol ? declaration->name.symbol->text : "?";
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_TWO_PIPELINES,
                                                 declaration->name.range, name);
    bl_note(check->diags, diagnostic, first->name.range, "the first one is here");
}

void bl_finish_pipeline(struct bl_check *check, void *collected) {
    const struct bl_declaration *declaration = collected;
    const struct bl_pipeline_tree *pipeline = declaration->body;
    struct bl_program *program = check->program;
    bool shape = false;
    if (!find_types(check, declaration, &shape) || !declaration->name.symbol ||
        !pipeline->input.symbol)
        return;
    bl_check_file_name(check, declaration->name);
    program->pipeline = declaration->name.symbol->text;
    program->input = pipeline->input.symbol->text;
    program->range = declaration->name.range;
    check->input = pipeline->input.symbol;
    set_shape(check, shape);
    struct bl_binding *outer = bl_scope_open(check);
    add_sources(check);
    bl_check_made(check, pipeline->body);
    bl_declare(check, pipeline->input, BL_BIND_INPUT);
    check_statements(check, pipeline->body);
    bl_scope_close(check, outer);
    if (check->diags->errors) return;
    if (!check->passes.count) {
        bl_report(check->diags, BL_MSG_NO_PASS, declaration->name.range, program->pipeline);
        return;
    }
    mark_results(check);
    warn_columns(check, declaration);
    bl_warn_owns(check, declaration->range.file);
    bl_warn_spreads(check);
    finish_program(check);
    bl_check_written(program);
}
