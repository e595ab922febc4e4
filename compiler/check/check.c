/* The whole program: declarations first, then what its kind makes of those that are of it. */
#include "check/check.h"

#include <string.h>

#include "base/arena.h"
#include "check/check_inner.h"
#include "check/check_type.h"

enum { MOST_COLUMNS = 64 };

static bool check_column(struct bl_check *check, struct bl_record *record,
                         const struct bl_field *field) {
    struct bl_symbol *name = field->name.symbol;
    struct bl_column *column = &record->columns[record->column_count];
    bool good = bl_check_type(check, field->type, column);
    if (!name) return false;
    if (name->owner == record) {
        struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_COLUMN_TWICE,
                                                     field->name.range, name->text);
        bl_note(check->diags, diagnostic, name->place, "declared here");
        return false;
    }
    name->owner = record;
    name->place = field->name.range;
    column->name = name->text;
    column->index = record->column_count++;
    column->range = field->name.range;
    return good;
}

static void check_record(struct bl_check *check, const struct bl_declaration *declaration) {
    struct bl_binding *binding = bl_declare_type(check, declaration->name, BL_BIND_RECORD);
    struct bl_record *record = BL_NEW(check->arena, struct bl_record, 1);
    int count = 0, errors = check->diags->errors;
    bool good = declaration->name.symbol != NULL;
    for (const struct bl_field *field = declaration->fields; field; field = field->next) count++;
    record->columns = BL_NEW(check->arena, struct bl_column, count);
    record->range = declaration->name.range;
    record->name = good ? declaration->name.symbol->text : "?";
    for (const struct bl_field *field = declaration->fields; field; field = field->next)
        good &= check_column(check, record, field);
    if (!count && good && !declaration->broken)
        bl_report(check->diags, BL_MSG_EMPTY_RECORD, record->range, record->name);
    if (count > MOST_COLUMNS)
        bl_report(check->diags, BL_MSG_TOO_MANY_COLUMNS, record->range, record->name, count,
                  MOST_COLUMNS);
    if (good && errors == check->diags->errors && !declaration->broken) binding->record = record;
}

/* A declaration of a kind of program; of two programs of one kind the kind itself tells. */
static void collect_program(struct bl_check *check, const struct bl_declaration *declaration) {
    int i = bl_kind_number(declaration->of);
    if (declaration->word == declaration->of->words && !check->kinds[i].program)
        check->kinds[i].program = declaration;
    declaration->word->collect(check, declaration, &check->kinds[i].own);
}

/* Of another kind than the program is. */
static const struct bl_declaration *other_program(const struct bl_check *check, int number) {
    for (int i = 0; i < bl_kind_count; i++)
        if (i != number && check->kinds[i].program) return check->kinds[i].program;
    return NULL;
}

static void finish_program(struct bl_check *check, const struct bl_kind *kind) {
    int i = bl_kind_number(kind);
    const struct bl_declaration *own = check->kinds[i].program, *other = other_program(check, i);
    if (!own || !other) {
        check->program->kind = kind;
        kind->finish(check, check->kinds[i].own);
        return;
    }
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_TWO_KINDS, own->range,
                                                 other->of->one, kind->one);
    bl_note(check->diags, diagnostic, other->range, "the %s is here", other->of->word);
}

void bl_check_made_program(struct bl_check *check, const struct bl_body_type *type,
                           const void *body) {
    check->program->body_type = type;
    check->program->body = body;
}

static void check_declarations(struct bl_check *check, const struct bl_tree *tree) {
    for (const struct bl_declaration *declaration = tree->declarations; declaration;
         declaration = declaration->next) {
        switch (declaration->kind) {
        case BL_DECLARATION_IMPORT:
            if (declaration->import.tree) check_declarations(check, declaration->import.tree);
            break;
        case BL_DECLARATION_CONST:
            bl_check_const(check, declaration->name, declaration->value);
            break;
        case BL_DECLARATION_CLUSTER: bl_check_cluster(check, declaration); break;
        case BL_DECLARATION_RECORD: check_record(check, declaration); break;
        case BL_DECLARATION_OWN: bl_check_own(check, declaration); break;
        case BL_DECLARATION_DMA: bl_check_dma(check, declaration); break;
        case BL_DECLARATION_PROGRAM: collect_program(check, declaration); break;
        }
    }
}

/* nodes, channels and width are names from the start, without a value yet. */
static void reserve_shape(struct bl_check *check) {
    static const char *const words[] = {"nodes", "channels", "width"};
    for (int i = 0; i < 3; i++) {
        struct bl_binding *binding = BL_NEW(check->arena, struct bl_binding, 1);
        binding->kind = BL_BIND_SHAPE;
        binding->symbol = bl_symbol(check->symbols, words[i], strlen(words[i]));
        binding->symbol->value = binding;
    }
}

/* Of a cluster of hubs there is a program without one, if a `dma` is there. */
static void report_no_program(struct bl_check *check, const struct bl_tree *tree) {
    struct bl_range range = {.file = (unsigned)tree->file & 1023};
    const char *lacks = "";
    for (int i = 0; i < check->clusters.count && !*lacks; i++) {
        const struct bl_name name = bl_cluster_of_puts(check->clusters.items[i]->cluster);
        if (!name.symbol) continue;
        range = name.range;
        lacks = bl_format(check->arena,
                          "; hosts with hubs need none, but `dma NAME on %s { }` for their engines",
                          name.symbol->text);
    }
    bl_report(check->diags, BL_MSG_NO_PIPELINE, range, lacks);
}

static void check_program(struct bl_check *check, const struct bl_tree *tree) {
    const struct bl_kind *kind = bl_tree_kind(tree);
    check_declarations(check, tree);
    bl_check_modules(check);
    bl_check_dma_clusters(check);
    if (kind) finish_program(check, kind);
    else if (!check->diags->errors) report_no_program(check, tree);
    for (int i = 0; i < check->clusters.count; i++) {
        struct bl_cluster unused = {0};
        if (!check->clusters.items[i]->used)
            bl_finish_cluster(check, check->clusters.items[i]->cluster, false, NULL, &unused);
    }
}

static void begin(struct bl_check *check) {
    check->program = BL_NEW(check->arena, struct bl_program, 1);
    check->program->arena = check->arena;
    check->program->sources = check->diags->sources;
    check->program->kind = bl_kinds[0];
    check->kinds = BL_NEW(check->arena, struct bl_collected, bl_kind_count);
    reserve_shape(check);
}

void *bl_check_collected(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                         const struct bl_tree *tree, const struct bl_kind *kind, bool drafts) {
    struct bl_check *check = BL_NEW(arena, struct bl_check, 1);
    *check = (struct bl_check){
        .arena = arena, .diags = diags, .symbols = symbols, .drafts = drafts};
    begin(check);
    check_declarations(check, tree);
    return check->kinds[bl_kind_number(kind)].own;
}

struct bl_program *bl_check_owns(struct bl_arena *arena, struct bl_diags *diags,
                                 struct bl_symbols *symbols, const struct bl_tree *tree,
                                 bool drafts) {
    struct bl_check check = {.arena = arena, .diags = diags, .symbols = symbols, .drafts = drafts};
    begin(&check);
    check_declarations(&check, tree);
    bl_check_modules(&check);
    check.program->owns = BL_NEW(arena, const struct bl_own *, check.own_files.count);
    for (int i = 0; i < check.own_files.count; i++)
        check.program->owns[check.program->own_count++] = check.own_files.items[i].own;
    return diags->errors ? NULL : check.program;
}

struct bl_program *bl_check(struct bl_arena *arena, struct bl_diags *diags,
                            struct bl_symbols *symbols, const struct bl_tree *tree,
                            const struct bl_overrides *overrides, bl_find_stage *find_stage) {
    struct bl_check check = {.arena = arena,
                             .diags = diags,
                             .symbols = symbols,
                             .overrides = overrides,
                             .drafts = overrides && overrides->drafts,
                             .find_stage = find_stage};
    begin(&check);
    check.flow = bl_flow_new(arena);
    check_program(&check, tree);
    return diags->errors ? NULL : check.program;
}
