#include "check/pipeline/check_pass.h"

#include "base/arena.h"
#include "base/text.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/pipeline/check_function.h"
#include "check/pipeline/check_pipeline.h"
#include "ir/pass.h"

static enum bl_stage_role role_of(const struct bl_check *check, const struct bl_stage_tree *stage) {
    return check->find_stage(stage->kind)->role;
}

static const char *word_of(const struct bl_stage_tree *stage) {
    return stage->kind == BL_OWN ? stage->own.symbol->text : bl_stage_word(stage->kind);
}

/* The stage behind which `stage` could no longer stand: the first of the pass after which it
   refuses. */
static const struct bl_stage_tree *in_the_way(const struct bl_check *check,
                                              const struct bl_stage_tree *first,
                                              const struct bl_stage_tree *stage) {
    struct bl_between between = {.begun = false};
    for (; first->next != stage; first = first->next) {
        check->find_stage(first->kind)->follow(&between);
        struct bl_between tried = between;
        if (check->find_stage(stage->kind)->follow(&tried)) break;
    }
    return first;
}

static void report_follows(struct bl_check *check, const struct bl_stage_tree *first,
                           const struct bl_stage_tree *stage, const char *wants) {
    const struct bl_stage_tree *other = in_the_way(check, first, stage);
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_STAGE_ORDER, stage->range,
                                                 word_of(stage), word_of(other), wants);
    bl_note(check->diags, diagnostic, other->range, "`%s` is here", word_of(other));
}

/* `wants` is what the stage says of its place. */
static void report_order(struct bl_check *check, const struct bl_between *between,
                         const struct bl_stage_tree *first, const struct bl_stage_tree *before,
                         const struct bl_stage_tree *stage, const char *wants) {
    const char *word = word_of(stage);
    enum bl_stage_role role = role_of(check, stage);
    if (!between->begun) bl_report(check->diags, BL_MSG_READ_FIRST, stage->range, word);
    else if (role == BL_STAGE_READS) bl_report(check->diags, BL_MSG_READ_AGAIN, stage->range);
    else if (between->ended)
        bl_report(check->diags, BL_MSG_NOTHING_FOLLOWS, stage->range, word_of(before));
    else if (role == BL_STAGE_WRITES) bl_report(check->diags, BL_MSG_COPY, stage->range);
    else report_follows(check, first, stage, wants);
}

/* The order of the stages; false after an error. */
static bool check_order(struct bl_check *check, const struct bl_stage_tree *stage) {
    struct bl_between between = {.begun = false};
    const struct bl_stage_tree *first = stage, *before = NULL;
    for (; stage; before = stage, stage = stage->next) {
        bool begins = role_of(check, stage) == BL_STAGE_READS;
        struct bl_between after = between;
        const char *wants = check->find_stage(stage->kind)->follow(&after);
        if (wants || between.ended || between.begun == begins) {
            report_order(check, &between, first, before, stage, wants);
            return false;
        }
        between = after;
    }
    if (between.ended || (between.counted && !between.moved)) return true;
    bl_report(check->diags, BL_MSG_NO_END, before->range, word_of(before));
    return false;
}

const struct bl_stage *bl_walk_read(const struct bl_walk *walk) { return &walk->pass->stages[0]; }

const struct bl_version *bl_walk_version(const struct bl_walk *walk,
                                         const struct bl_column *column) {
    const struct bl_stage *read = bl_walk_read(walk);
    for (int i = 0; i < read->version_count; i++)
        if (read->versions[i]->column == column) return read->versions[i];
    return NULL;
}

bool bl_walk_has(const struct bl_walk *walk, const struct bl_column *column) {
    const struct bl_pass *pass = walk->pass;
    return bl_stage_maker(pass, pass->stages + pass->stage_count, column) ||
           bl_walk_version(walk, column);
}

const char *bl_walk_hint(const struct bl_walk *walk, const struct bl_column *column,
                         const char *hint) {
    return column->maker ? bl_format(walk->check->arena, "; put stage `%s`, which makes it, before",
                                     column->maker->name)
                         : hint;
}

/* NULL after an error. */
static const struct bl_function *find_function(struct bl_walk *walk,
                                               const struct bl_slice *argument, const char *hint) {
    const struct bl_function *function = bl_check_slice(walk->check, argument);
    if (!function || walk->bad || bl_walk_has(walk, function->column)) return function;
    struct bl_diagnostic *diagnostic = bl_report(
        walk->check->diags, BL_MSG_FUNCTION_NOT_READ, argument->range, function->name,
        function->column->name, bl_walk_hint(walk, function->column, hint));
    if (argument->of == BL_OF_NAME && argument->name.symbol->value &&
        argument->name.symbol->value->kind == BL_BIND_FUNCTION)
        bl_note(walk->check->diags, diagnostic, function->range, "declared here");
    return NULL;
}

void bl_walk_functions(struct bl_walk *walk, const struct bl_stage_tree *tree,
                       struct bl_stage *stage, int most, const char *hint) {
    stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, most);
    for (const struct bl_slice *argument = tree->arguments;
         argument && stage->function_count < most; argument = argument->next) {
        const struct bl_function *function = find_function(walk, argument, hint);
        if (function) stage->functions[stage->function_count] = function;
        else walk->bad = true;
        stage->function_count++;
    }
}

bool bl_walk_count(struct bl_walk *walk, const struct bl_stage_tree *tree, int low, int high,
                   const char *text) {
    if (tree->argument_count >= low && tree->argument_count <= high) return true;
    bl_report(walk->check->diags, BL_MSG_ARGUMENTS, tree->range, bl_stage_word(tree->kind), text,
              tree->argument_count, bl_ending(tree->argument_count, "s"));
    walk->bad = true;
    return false;
}

void bl_walk_product(struct bl_walk *walk, const struct bl_stage_tree *tree,
                     struct bl_stage *stage) {
    struct bl_check *check = walk->check;
    if (walk->bad) {
        bl_declare_poison(check, tree->as, false);
        return;
    }
    struct bl_product *product = stage->makes = BL_NEW(check->arena, struct bl_product, 1);
    struct bl_binding *binding = bl_declare(check, tree->as, BL_BIND_PRODUCT);
    const char *name = bl_unique_name(check, tree->as.symbol);
    *product = (struct bl_product){name, bl_name_identifier(check->arena, name), stage->row,
                                   tree->as.range, false};
    binding->product.product = product;
    binding->product.stage = stage;
    binding->product.rows = walk->rows;
    binding->product.pass = walk->pass->number;
}

/* Whether a stage of the user's own takes the column. */
static bool is_taken(const struct bl_pass *pass, const struct bl_column *column) {
    for (int s = 1; s < pass->stage_count; s++)
        for (int i = 0; pass->stages[s].own && i < pass->stages[s].own->take_count; i++)
            if (pass->stages[s].takes[i] == column) return true;
    return false;
}

void bl_walk_purpose(struct bl_walk *walk, const struct bl_stage_tree *tree,
                     const struct bl_stage *stage) {
    const struct bl_stage *read = bl_walk_read(walk);
    for (int i = 0; i < read->version_count && !tree->next && !walk->bad; i++) {
        bool needed = is_taken(walk->pass, read->versions[i]->column);
        for (int f = 0; f < stage->function_count; f++)
            needed |= stage->functions[f]->column == read->versions[i]->column;
        if (needed || (stage->row->role == BL_STAGE_STEERS && walk->pass->stage_count > 2))
            continue;
        bl_report(walk->check->diags, BL_MSG_READ_FOR_NOTHING, read->range, read->versions[i]->name,
                  bl_stage_word(stage->row->kind));
        walk->bad = true;
    }
}

void bl_walk_note_product(struct bl_walk *walk, struct bl_diagnostic *diagnostic,
                          const struct bl_binding *binding) {
    bl_note(walk->check->diags, diagnostic, binding->range, "`%s` is made here",
            binding->symbol->text);
}

void bl_walk_hide(struct bl_walk *walk, struct bl_stage *stage, const char *maker,
                  const struct bl_column *column) {
    struct bl_check *check = walk->check;
    const char *name = bl_format(check->arena, "%s.%s", maker, column->name);
    struct bl_symbol *symbol = bl_symbol(check->symbols, name, __builtin_strlen(name));
    struct bl_version *version = bl_add_version(check, symbol, column, walk->rows, stage->range);
    version->hidden = true;
    stage->hidden[stage->hidden_count++] = version;
}

void bl_walk_move(struct bl_walk *walk, const struct bl_stage *stage) {
    if (!walk->bad)
        walk->rows = bl_flow_move(walk->check->flow, walk->rows, stage->row->role,
                                  stage->functions[0]);
}

static void check_stage(struct bl_walk *walk, const struct bl_stage_tree *tree,
                        struct bl_stage *stage) {
    stage->row = walk->check->find_stage(tree->kind);
    stage->range = tree->range;
    stage->expanded = walk->check->expanding;
    stage->row->check(walk, tree, stage);
}

/* A pass that is not worth checking: what it would make is known, but broken. */
static void poison_pass(struct bl_check *check, const struct bl_stage_tree *stage) {
    for (; stage; stage = stage->next) {
        bl_declare_poison(check, stage->as, false);
        for (const struct bl_slice *argument = stage->arguments;
             argument && role_of(check, stage) == BL_STAGE_WRITES; argument = argument->next)
            bl_declare_poison(check, argument->name, true);
    }
}

/* Whether a later stage of the pass looks at the column, takes it or writes it. */
static bool is_used(const struct bl_pass *pass, const struct bl_stage *from,
                    const struct bl_column *column) {
    for (const struct bl_stage *stage = from + 1; stage < pass->stages + pass->stage_count;
         stage++) {
        for (int i = 0; i < stage->function_count; i++)
            if (stage->functions[i]->column == column) return true;
        for (int i = 0; stage->own && i < stage->own->take_count; i++)
            if (stage->takes[i] == column) return true;
        for (int i = 0; i < stage->version_count; i++)
            if (stage->versions[i]->column == column) return true;
    }
    return false;
}

static void warn_unused_stages(struct bl_check *check, const struct bl_pass *pass) {
    for (int s = 0; s < pass->stage_count && !check->later_turn; s++) {
        const struct bl_stage *stage = &pass->stages[s];
        bool used = !stage->own || stage->own->keeps;
        for (int i = 0; !used && i < stage->own->make_count; i++)
            used = is_used(pass, stage, stage->made[i]);
        if (!used) bl_report(check->diags, BL_MSG_OWN_UNUSED, stage->range, stage->own->name);
    }
}

void bl_check_pass(struct bl_check *check, const struct bl_statement *statement) {
    const struct bl_stage_tree *tree = statement->pass.stages;
    struct bl_pass pass = {.number = check->passes.count + 1, .range = statement->range};
    if (statement->pass.broken || !check_order(check, tree)) {
        poison_pass(check, tree);
        return;
    }
    if (check->passes.count >= BL_MOST_PASSES) {
        bl_report(check->diags, BL_MSG_TOO_MANY_PASSES, statement->range, BL_MOST_PASSES);
        check->stop = true;
        return;
    }
    struct bl_walk walk = {.check = check, .pass = &pass};
    for (const struct bl_stage_tree *stage = tree; stage; stage = stage->next) pass.stage_count++;
    pass.stages = BL_NEW(check->arena, struct bl_stage, pass.stage_count);
    for (int i = 0; tree; tree = tree->next, i++) check_stage(&walk, tree, &pass.stages[i]);
    if (!walk.bad) warn_unused_stages(check, &pass);
    *BL_APPEND(check->arena, &check->passes) = pass;
}
