#include "emit/emit_golden.h"

#include <string.h>
#include "base/arena.h"
#include "emit/emit_identity.h"
#include "base/text.h"
#include "emit/emit_bench.h"
#include "ir/names/naming.h"
#include "ir/pass.h"

static void set(struct bl_golden *golden, const char *hole, const char *value) {
    bl_part_set(&golden->parts, hole, value);
}
static void number(struct bl_golden *golden, const char *hole, int value) {
    bl_part_number(&golden->parts, hole, value);
}
static void part(const struct bl_golden *golden, const char *name) {
    bl_part(&golden->parts, name);
}

/* A function of the record as a C name: key_5_3; key_none has no bits. Equal functions have one
   name. */
static const char *function_name(const struct bl_golden *golden,
                                 const struct bl_function *function) {
    const char *column = function->column->name;
    int lsb = function->lsb, bits = function->bits;
    return function->mix ? bl_format(golden->arena, "%s_mix%d", column, function->mix)
           : bits        ? bl_format(golden->arena, "%s_%d_%d", column, lsb + bits - 1, lsb)
                         : bl_format(golden->arena, "%s_none", column);
}

static bool same_as_earlier(const struct bl_function **seen, int count,
                            const struct bl_function *function) {
    for (int i = 0; i < count; i++)
        if (bl_function_equal(seen[i], function)) return true;
    return false;
}

static void emit_mix(struct bl_golden *golden, const struct bl_function *function) {
    set(golden, "function", function_name(golden, function));
    set(golden, "source_text", function->name);
    set(golden, "column", function->column->name);
    set(golden, "masks", bl_masks_text(golden->arena, function));
    set(golden, "inverted", bl_wide_constant(golden->arena, function->ones));
    number(golden, "bits", function->bits);
    part(golden, "function of a mix");
}

static void emit_function(struct bl_golden *golden, const struct bl_function *function) {
    uint64_t mask = function->bits >= 64 ? ~0ull : (1ull << function->bits) - 1;
    set(golden, "function", function_name(golden, function));
    set(golden, "source_text", function->name);
    set(golden, "column", function->column->name);
    set(golden, "mask", bl_format(golden->arena, "0x%llxu", (unsigned long long)mask));
    number(golden, "high", function->lsb + function->bits - 1);
    number(golden, "low", function->lsb);
    part(golden, function->bits ? "function" : "function without bits");
}

/* Whether the model goes by the functions of a stage: counts that only the circuit needs, and the
   places in a table, are none of its own. */
static bool is_in_model(const struct bl_stage *stage) {
    return stage->row->golden && (!stage->makes || stage->makes->result);
}

static int functions_of_stages(const struct bl_program *program) {
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            count += program->passes[p].stages[s].function_count;
    return count;
}

static void emit_functions(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    const struct bl_function **seen = BL_NEW(program->arena, const struct bl_function *,
                                             functions_of_stages(program));
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count && is_in_model(stage); f++) {
                if (same_as_earlier(seen, count, stage->functions[f])) continue;
                seen[count++] = stage->functions[f];
                if (stage->functions[f]->mix) emit_mix(golden, stage->functions[f]);
                else emit_function(golden, stage->functions[f]);
            }
        }
}

static const struct bl_stage *stage_of(const struct bl_pass *pass, enum bl_stage_role role) {
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role == role) return &pass->stages[s];
    return NULL;
}

static const struct bl_version *version_with(const struct bl_stage *read,
                                             const struct bl_column *column) {
    for (int i = 0; i < read->version_count; i++)
        if (read->versions[i]->column == column) return read->versions[i];
    return NULL;
}

static const struct bl_version *source_of(const struct bl_program *program,
                                          const struct bl_column *column) {
    for (int i = 0; i < program->version_count; i++)
        if (program->versions[i]->source && program->versions[i]->column == column)
            return program->versions[i];
    return NULL;
}

static const struct bl_stage *stage_with(const struct bl_program *program,
                                         const struct bl_own *own) {
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            if (program->passes[p].stages[s].own == own) return &program->passes[p].stages[s];
    return NULL;
}

/* Whether a pass lacks the column and all that it could be made of: its value is looked up in the
   record's source then. */
static bool is_followed(const struct bl_program *program, const struct bl_pass *pass,
                        const struct bl_column *column) {
    if (version_with(stage_of(pass, BL_STAGE_READS), column)) return false;
    if (!column->maker) return true;
    const struct bl_stage *stage = stage_with(program, column->maker);
    for (int i = 0; i < stage->own->take_count; i++)
        if (is_followed(program, pass, stage->takes[i])) return true;
    return false;
}

static bool follows(const struct bl_program *program) {
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &program->passes[p].stages[s];
            for (int f = 0; f < stage->function_count && is_in_model(stage); f++)
                if (is_followed(program, &program->passes[p], stage->functions[f]->column))
                    return true;
        }
    return false;
}

const char *bl_golden_type(struct bl_arena *arena, const struct bl_column *column) {
    if (column->is_float) return column->bits == 32 ? "float" : "double";
    return bl_format(arena, "%sint%d_t", column->is_signed ? "" : "u", column->bits);
}

static const char *c_type(const struct bl_golden *golden, const struct bl_column *column) {
    return bl_golden_type(golden->arena, column);
}

/* Bits as a value of the column's type. */
static const char *as_type(const struct bl_golden *golden, const struct bl_column *column,
                           const char *bits) {
    if (column->is_float) return bl_format(golden->arena, "bl_float%d(%s)", column->bits, bits);
    return bl_format(golden->arena, "(%s)%s", c_type(golden, column), bits);
}

static const char *as_bits(const struct bl_golden *golden, const struct bl_column *column) {
    if (column->is_float)
        return bl_format(golden->arena, "bl_bits%d(out_%s)", column->bits, column->name);
    return bl_format(golden->arena, "(uint%d_t)out_%s", column->bits, column->name);
}

static bool is_computed(const struct bl_golden *golden, const struct bl_own *own) {
    for (int i = 0; i < golden->computed_count; i++)
        if (golden->computed[i] == own) return true;
    return false;
}

static void compute(struct bl_golden *golden, const struct bl_own *own) {
    const struct bl_stage *stage = stage_with(golden->program, own);
    if (is_computed(golden, own)) return;
    golden->computed[golden->computed_count++] = own;
    stage->row->compute(golden, stage);
}

const char *bl_golden_value(struct bl_golden *golden, const struct bl_column *column) {
    const struct bl_version *read = version_with(stage_of(golden->pass, BL_STAGE_READS), column);
    if (read)
        return bl_format(golden->arena, "bl_golden_get(golden, %s_id, node, lane, i)",
                         read->symbol);
    if (!column->maker)
        return bl_format(golden->arena, "bl_golden_source(golden, %s_id, record)",
                         source_of(golden->program, column)->symbol);
    compute(golden, column->maker);
    return bl_format(golden->arena, "made_%s", column->name);
}

/* Columns of the records, parameters, and where what it makes goes. */
static const char *arguments(struct bl_golden *golden, const struct bl_stage *stage) {
    const struct bl_own *own = stage->own;
    const char *text = "", *between = "";
    for (int i = 0; i < own->take_count; i++, between = ", ")
        text = bl_format(
            golden->arena, "%s%s%s", text, between,
            as_type(golden, stage->takes[i], bl_golden_value(golden, stage->takes[i])));
    for (int i = 0; i < own->parameter_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%lld", text, between,
                         (long long)own->parameters[i].value);
    for (int i = 0; i < own->make_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s&out_%s", text, between, own->makes[i].name);
    return text;
}

static void declare_made(struct bl_golden *golden, const struct bl_stage *stage) {
    for (int i = 0; i < stage->own->make_count; i++) {
        set(golden, "type", c_type(golden, stage->made[i]));
        set(golden, "column", stage->made[i]->name);
        part(golden, "declare");
    }
}

static void keep_made(struct bl_golden *golden, const struct bl_stage *stage) {
    for (int i = 0; i < stage->own->make_count; i++) {
        set(golden, "column", stage->made[i]->name);
        set(golden, "made_bits", as_bits(golden, stage->made[i]));
        part(golden, "made");
    }
}

void bl_golden_call(struct bl_golden *golden, const struct bl_stage *stage) {
    const char *text = arguments(golden, stage);
    declare_made(golden, stage);
    set(golden, "stage_function", bl_own_module(golden->arena, stage->own->name));
    set(golden, "arguments", text);
    part(golden, stage->own->keeps ? "call of a filter" : "call");
    keep_made(golden, stage);
}

/* Pushes versions that no pass of the program writes: what the records have at this place. */
static void keep(struct bl_golden *golden, struct bl_version *const *versions, int count) {
    for (int i = 0; i < count; i++) {
        set(golden, "value", bl_golden_value(golden, versions[i]->column));
        set(golden, "written_version", versions[i]->symbol);
        part(golden, "kept");
    }
}

void bl_golden_own(struct bl_golden *golden, const struct bl_stage *stage) {
    compute(golden, stage->own);
    set(golden, "stage_function", bl_own_module(golden->arena, stage->own->name));
    if (stage->own->keeps) part(golden, "drop");
    keep(golden, stage->hidden, stage->hidden_count);
}

void bl_golden_move(struct bl_golden *golden, const struct bl_stage *stage, const char *name) {
    keep(golden, stage->hidden, stage->hidden_count);
    set(golden, "value", bl_golden_value(golden, stage->functions[0]->column));
    set(golden, "function", function_name(golden, stage->functions[0]));
    part(golden, name);
}

/* Its place among the histograms that are results, or -1. */
static int counted_by(const struct bl_program *program, const struct bl_stage *stage) {
    for (int i = 0; i < program->counted_count; i++)
        if (program->counted[i].stage == stage) return i;
    return -1;
}

void bl_golden_count(struct bl_golden *golden, const struct bl_stage *stage) {
    int index = counted_by(golden->program, stage), bits = 0;
    const char *value = NULL;
    for (int f = 0; f < stage->function_count && index >= 0; f++) {
        const char *column = bl_golden_value(golden, stage->functions[f]->column);
        const char *term = bl_format(golden->arena, "%s(%s)",
                                     function_name(golden, stage->functions[f]), column);
        value = value ? bl_format(golden->arena, "(%s << %d | %s)", value,
                                  stage->functions[f]->bits, term)
                      : term;
        bits += stage->functions[f]->bits;
    }
    if (index < 0) return;
    set(golden, "histogram_name", stage->makes->name);
    set(golden, "value", value);
    number(golden, "value_bits", bits);
    number(golden, "histogram", index);
    part(golden, "count");
}

static void emit_write(struct bl_golden *golden, const struct bl_stage *write) {
    for (int i = 0; i < write->version_count; i++) {
        set(golden, "value", bl_golden_value(golden, write->versions[i]->column));
        set(golden, "written_version", write->versions[i]->symbol);
        part(golden, golden->follows ? "write with its record" : "write");
    }
}

/* Passes that write or count, and those with a stage of the user's own, whose records are kept. */
static bool has_model(const struct bl_program *program, const struct bl_pass *pass) {
    const struct bl_stage *counts = stage_of(pass, BL_STAGE_COUNTS);
    return stage_of(pass, BL_STAGE_WRITES) || stage_of(pass, BL_STAGE_COMPUTES) ||
           (counts && counted_by(program, counts) >= 0);
}

static void emit_records(struct bl_golden *golden, const struct bl_pass *pass) {
    const struct bl_stage *write = stage_of(pass, BL_STAGE_WRITES);
    set(golden, "read_version", stage_of(pass, BL_STAGE_READS)->versions[0]->symbol);
    part(golden, "pass");
    if (golden->follows) part(golden, "its record");
    if (!write) part(golden, golden->follows ? "nothing moves, nor its record" : "nothing moves");
    for (int s = 0; s < pass->stage_count; s++) {
        if (pass->stages[s].row->golden) pass->stages[s].row->golden(golden, &pass->stages[s]);
        keep(golden, pass->stages[s].left, pass->stages[s].left_count);
    }
    if (write) emit_write(golden, write);
    part(golden, "end of pass");
}

static int stages_with_columns(const struct bl_program *program) {
    int count = 0;
    for (int p = 0; p < program->pass_count; p++)
        for (int s = 0; s < program->passes[p].stage_count; s++)
            count += program->passes[p].stages[s].own != NULL;
    return count;
}

static void emit_pass(struct bl_golden *golden, const struct bl_pass *pass) {
    struct bl_text words = {0};
    bl_pass_print(&words, pass);
    set(golden, "text", bl_strndup(golden->arena, words.bytes, words.length));
    bl_text_free(&words);
    number(golden, "pass", pass->number);
    number(golden, "line", (int)pass->range.line);
    golden->pass = pass;
    golden->computed = BL_NEW(golden->arena, const struct bl_own *,
                              stages_with_columns(golden->program) + 1);
    golden->computed_count = 0;
    if (has_model(golden->program, pass)) emit_records(golden, pass);
    else part(golden, "empty pass");
}

static bool exchanges(const struct bl_program *program) {
    for (int p = 0; p < program->pass_count; p++)
        if (stage_of(&program->passes[p], BL_STAGE_TO_NODE)) return true;
    return false;
}

static void emit_head(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    struct bl_text names = {0};
    for (int i = 0; i < program->version_count; i++)
        bl_text_add(&names, "%s %s_id", i ? "," : "", program->versions[i]->symbol);
    set(golden, "version_names", names.bytes ? names.bytes : "");
    number(golden, "nodes", program->cluster.nodes);
    number(golden, "lanes", bl_lanes(&program->cluster));
    number(golden, "divisor", bl_reach(&program->cluster));
    part(golden, "begin");
    bl_renames_print(golden->parts.text, &program->renames, "   ");
    part(golden, "names");
    bl_text_free(&names);
    if (exchanges(program)) part(golden, "arrival lane");
}

/* What its arrays hold: the bytes of an element of each version, the values of each histogram. */
static void emit_new(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    struct bl_text bytes = {0}, values = {0};
    for (int i = 0; i < program->version_count; i++)
        bl_text_add(&bytes, "%s%d", i ? ", " : "", program->versions[i]->column->bits / 8);
    for (int i = 0; i < program->counted_count; i++) {
        const struct bl_stage *stage = program->counted[i].stage;
        int bits = 0;
        for (int f = 0; f < stage->function_count; f++) bits += stage->functions[f]->bits;
        bl_text_add(&values, "%s%llu", i ? ", " : "", 1ull << bits);
    }
    set(golden, "element_bytes", bytes.bytes ? bytes.bytes : "0");
    set(golden, "value_counts", values.bytes ? values.bytes : "0");
    number(golden, "version_count", program->version_count);
    number(golden, "histogram_count", program->counted_count);
    part(golden, "new");
    bl_text_free(&bytes);
    bl_text_free(&values);
}

static void emit_all(struct bl_golden *golden) {
    const struct bl_program *program = golden->program;
    bool moves = false;
    part(golden, "all");
    for (int p = 0; p < program->pass_count; p++) {
        if (!has_model(program, &program->passes[p])) continue;
        number(golden, "pass", program->passes[p].number);
        part(golden, "pass of all");
        moves = true;
    }
    if (!moves) part(golden, "nothing of all");
    part(golden, "end");
}

static struct bl_golden begin(struct bl_text *text, const char *file,
                              const struct bl_program *program) {
    return (struct bl_golden){
        .arena = program->arena,
        .program = program,
        .follows = follows(program),
        .parts = {.text = text,
                  .file = file,
                  .holes = {{"pipeline", program->pipeline}, {"symbol", program->symbol}}}};
}

void bl_emit_golden(struct bl_text *text, const struct bl_program *program) {
    struct bl_golden golden = begin(text, "golden.c", program);
    emit_head(&golden);
    emit_functions(&golden);
    for (int p = 0; p < program->pass_count; p++) emit_pass(&golden, &program->passes[p]);
    emit_new(&golden);
    emit_all(&golden);
}

static void emit_prototype(struct bl_golden *golden, const struct bl_own *own, const char *name) {
    const char *text = "", *between = "";
    for (int i = 0; i < own->take_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%s %s", text, between, c_type(golden, &own->takes[i]),
                         own->takes[i].name);
    for (int i = 0; i < own->parameter_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%sint32_t %s", text, between, own->parameters[i].name);
    for (int i = 0; i < own->make_count; i++, between = ", ")
        text = bl_format(golden->arena, "%s%s%s *%s", text, between, c_type(golden, &own->makes[i]),
                         own->makes[i].name);
    set(golden, "stage", own->name);
    set(golden, "function", name);
    set(golden, "return_type", own->keeps ? "bool" : "void");
    set(golden, "arguments", text);
    part(golden, "own");
}

void bl_emit_own_prototype(struct bl_text *text, const struct bl_program *program,
                           const struct bl_own *own) {
    struct bl_golden golden = begin(text, "golden.h", program);
    emit_prototype(&golden, own, own->name);
}

static void write_stages(struct bl_text *text, const void *of, const char *identity) {
    const struct bl_program *program = of;
    struct bl_golden golden = begin(text, "golden.h", program);
    set(&golden, "identity", identity);
    part(&golden, "stages");
    for (int i = 0; i < program->own_count; i++)
        emit_prototype(&golden, program->owns[i],
                       bl_own_module(golden.arena, program->owns[i]->name));
    part(&golden, "end of stages");
}

void bl_emit_golden_stages(struct bl_text *text, const struct bl_program *program) {
    bl_emit_identified(text, program->arena, program, write_stages);
}

static void write_header(struct bl_text *text, const void *of, const char *identity) {
    const struct bl_program *program = of;
    struct bl_golden golden = begin(text, "golden.h", program);
    set(&golden, "identity", identity);
    part(&golden, "all");
    if (program->own_count) part(&golden, "with stages");
    part(&golden, "versions");
    for (int i = 0; i < program->version_count; i++) {
        set(&golden, "version", program->versions[i]->symbol);
        part(&golden, "version");
    }
    number(&golden, "block_records", bl_deal_elements(program));
    part(&golden, "model");
}

void bl_emit_golden_header(struct bl_text *text, const struct bl_program *program) {
    bl_emit_identified(text, program->arena, program, write_header);
}
