#include "check/check_names.h"

#include "base/arena.h"
#include "base/path.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_own.h"

static const char *const kinds[] = {
    [BL_BIND_POISON] = "broken",     [BL_BIND_CONST] = "a constant",
    [BL_BIND_SHAPE] = "a constant",  [BL_BIND_FUNCTION] = "a function",
    [BL_BIND_VERSION] = "a column",  [BL_BIND_PRODUCT] = "a table",
    [BL_BIND_INPUT] = "the records", [BL_BIND_RECORD] = "a record",
    [BL_BIND_CLUSTER] = "a cluster", [BL_BIND_OWN] = "a stage",
};

static const char *kind_text(struct bl_arena *arena, const struct bl_binding *binding) {
    if (binding->kind == BL_BIND_PRODUCT &&
        binding->product.product->maker->role == BL_STAGE_COUNTS)
        return "a histogram";
    if (binding->kind == BL_BIND_PROGRAM) return bl_format(arena, "a %s", binding->program->word);
    return kinds[binding->kind];
}

static struct bl_binding *new_binding(struct bl_check *check, struct bl_name name,
                                      enum bl_binding_kind kind) {
    struct bl_binding *binding = BL_NEW(check->arena, struct bl_binding, 1);
    binding->kind = kind;
    binding->symbol = name.symbol;
    binding->range = name.range;
    return binding;
}

static void report_taken(struct bl_check *check, struct bl_name name,
                         const struct bl_binding *taken) {
    if (taken->kind == BL_BIND_SHAPE || (taken->kind == BL_BIND_CONST && !taken->range.file)) {
        bl_report(check->diags, BL_MSG_PREDEFINED, name.range, name.symbol->text);
        return;
    }
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_ALREADY_DECLARED, name.range,
                                                 name.symbol->text);
    bl_note(check->diags, diagnostic, taken->range, "declared here as %s",
            kind_text(check->arena, taken));
}

struct bl_binding *bl_declare(struct bl_check *check, struct bl_name name,
                              enum bl_binding_kind kind) {
    struct bl_binding *binding = new_binding(check, name, kind);
    if (!name.symbol) return binding;
    if (name.symbol->value) {
        if (name.symbol->value->kind != BL_BIND_POISON)
            report_taken(check, name, name.symbol->value);
        return binding;
    }
    name.symbol->value = binding;
    if (kind == BL_BIND_VERSION) return binding;
    binding->next = check->scope;
    check->scope = binding;
    return binding;
}

void bl_declare_poison(struct bl_check *check, struct bl_name name, bool version) {
    if (!name.symbol || name.symbol->value) return;
    bl_declare(check, name, version ? BL_BIND_VERSION : BL_BIND_POISON)->kind = BL_BIND_POISON;
}

struct bl_binding *bl_declare_type(struct bl_check *check, struct bl_name name,
                                   enum bl_binding_kind kind) {
    struct bl_binding *binding = new_binding(check, name, kind);
    if (name.symbol && name.symbol->type) report_taken(check, name, name.symbol->type);
    else if (name.symbol) name.symbol->type = binding;
    return binding;
}

void bl_declare_program(struct bl_check *check, const struct bl_declaration *declaration) {
    bl_declare_type(check, declaration->name, BL_BIND_PROGRAM)->program = declaration->word;
}

const char *bl_suggest(struct bl_check *check, const struct bl_symbol *symbol,
                       bool (*fits)(const struct bl_symbol *symbol)) {
    if (check->diags->errors >= 100) return "";
    const struct bl_symbol *near = bl_symbol_near(check->symbols, symbol, fits);
    return near ? bl_format(check->arena, "; did you mean `%s`?", near->text) : "";
}

static bool has_value(const struct bl_symbol *symbol) {
    return symbol->value && symbol->value->kind != BL_BIND_POISON;
}

void bl_wrong_kind(struct bl_check *check, struct bl_name name, const struct bl_binding *binding,
                   const char *wanted) {
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_WRONG_KIND, name.range,
                                                 name.symbol->text,
                                                 kind_text(check->arena, binding), wanted);
    if (binding->range.file) bl_note(check->diags, diagnostic, binding->range, "declared here");
}

/* Once: later uses have the same cause. The column of a declared stage is known where a pass has
 * that stage. */
static void report_unknown(struct bl_check *check, struct bl_name name) {
    const struct bl_own *maker = bl_check_maker(check, name.symbol->text);
    if (!maker)
        bl_report(check->diags, BL_MSG_UNKNOWN_NAME, name.range, name.symbol->text,
                  bl_suggest(check, name.symbol, has_value));
    else if (!maker->broken)
        bl_note(check->diags,
                bl_report(check->diags, BL_MSG_UNKNOWN_NAME, name.range, name.symbol->text,
                          bl_format(check->arena,
                                    "; stage `%s` makes it, and no pass has that stage: "
                                    "`read ... -> %s -> ...`",
                                    maker->name, maker->name)),
                maker->range, "the stage is declared here");
    bl_declare_poison(check, name, false);
}

struct bl_binding *bl_find(struct bl_check *check, struct bl_name name, enum bl_binding_kind kind,
                           const char *wanted) {
    if (!name.symbol) return NULL;
    struct bl_binding *binding = name.symbol->value;
    if (!binding) report_unknown(check, name);
    else if (binding->kind == kind) {
        binding->used = true;
        return binding;
    } else if (binding->kind == BL_BIND_SHAPE)
        bl_report(check->diags, BL_MSG_ONLY_IN_PIPELINE, name.range, name.symbol->text);
    else if (binding->kind != BL_BIND_POISON) bl_wrong_kind(check, name, binding, wanted);
    return NULL;
}

/* Warns about a function or table that nothing used; counts that nothing used are a result. Not
 * beside errors, which may be the reason. */
static void warn_unused(struct bl_check *check, const struct bl_binding *binding) {
    if (binding->used || check->later_turn || check->diags->errors) return;
    const char *text = binding->symbol->text;
    if (binding->kind == BL_BIND_FUNCTION)
        bl_report(check->diags, BL_MSG_UNUSED_FUNCTION, binding->range, text);
    if (binding->kind == BL_BIND_PRODUCT &&
        binding->product.product->maker->role == BL_STAGE_STEERS)
        bl_report(check->diags, BL_MSG_UNUSED_PRODUCT, binding->range,
                  bl_stage_word(binding->product.product->maker->kind), text);
}

struct bl_binding *bl_scope_open(struct bl_check *check) {
    struct bl_binding *outer = check->scope;
    check->scope = NULL;
    return outer;
}

void bl_scope_close(struct bl_check *check, struct bl_binding *outer) {
    for (struct bl_binding *binding = check->scope; binding; binding = binding->next) {
        warn_unused(check, binding);
        binding->symbol->value = NULL;
    }
    check->scope = outer;
}

const char *bl_unique_name(struct bl_check *check, struct bl_symbol *symbol) {
    return ++symbol->made == 1 ? symbol->text
                               : bl_format(check->arena, "%s.%d", symbol->text, symbol->made);
}

bool bl_check_file_name(struct bl_check *check, struct bl_name name) {
    if (name.symbol->length <= BL_MOST_LETTERS) return true;
    bl_report(check->diags, BL_MSG_NAME_TOO_LONG, name.range, name.symbol->length, BL_MOST_LETTERS);
    return false;
}
