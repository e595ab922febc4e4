/* One pass: the order of its stages, and the type rules of docs/language.md. */
#include "base/arena.h"
#include "check/check.h"
#include "stage/stages.h"

struct walk {
    struct bl_check *check;
    struct bl_pass *pass;
    int rows;   /* the arrangement of what comes out of the stages so far */
    bool bad;   /* an error was reported: rows means nothing any more */
    bool moves; /* the pass writes */
    bool uses_table;
};

static enum bl_stage_role role_of(const struct bl_stage_tree *stage) {
    return bl_stage_row(stage->kind)->role;
}

/* `wants` is what the stage says of its place. */
static void report_order(struct bl_check *check, const struct bl_between *between,
                         const struct bl_stage_tree *before, const struct bl_stage_tree *stage,
                         const char *wants) {
    const char *word = bl_stage_word(stage->kind);
    enum bl_stage_role role = role_of(stage);
    if (!between->begun) bl_report(check->diags, BL_MSG_READ_FIRST, stage->range, word);
    else if (role == BL_STAGE_READS) bl_report(check->diags, BL_MSG_READ_AGAIN, stage->range);
    else if (between->ended)
        bl_report(check->diags, BL_MSG_NOTHING_FOLLOWS, stage->range, bl_stage_word(before->kind));
    else if (role == BL_STAGE_WRITES) bl_report(check->diags, BL_MSG_COPY, stage->range);
    else
        bl_report(check->diags, BL_MSG_STAGE_ORDER, stage->range, word, bl_stage_word(before->kind),
                  wants);
}

/* The order of the stages; false after an error. */
static bool check_order(struct bl_check *check, const struct bl_stage_tree *stage) {
    struct bl_between between = {.begun = false};
    const struct bl_stage_tree *before = NULL;
    for (; stage; before = stage, stage = stage->next) {
        bool begins = role_of(stage) == BL_STAGE_READS;
        struct bl_between after = between;
        const char *wants = bl_stage_row(stage->kind)->follow(&after);
        if (wants || between.ended || between.begun == begins) {
            report_order(check, &between, before, stage, wants);
            return false;
        }
        between = after;
    }
    if (between.ended || (between.counted && !between.moved)) return true;
    bl_report(check->diags, BL_MSG_NO_END, before->range, bl_stage_word(before->kind));
    return false;
}

static const struct bl_stage *read_stage(const struct walk *walk) { return &walk->pass->stages[0]; }

static const struct bl_version *read_version_of(const struct walk *walk,
                                                const struct bl_column *column) {
    const struct bl_stage *read = read_stage(walk);
    for (int i = 0; i < read->version_count; i++)
        if (read->versions[i]->column == column) return read->versions[i];
    return NULL;
}

/* All columns that a pipeline reads are equally wide. */
static bool check_width(struct walk *walk, const struct bl_column *column, struct bl_range range) {
    struct bl_check *check = walk->check;
    if (!check->moved) {
        check->moved = column;
        check->moved_range = range;
    }
    if (check->moved->bits == column->bits) return true;
    struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_WIDTHS_DIFFER, range,
                                                 column->name, column->bits, check->moved->name,
                                                 check->moved->bits);
    bl_note(check->diags, diagnostic, column->range, "`%s` is declared here", column->name);
    bl_note(check->diags, diagnostic, check->moved_range, "`%s` is read here", check->moved->name);
    return false;
}

/* The column beside those read so far: of another column, at the same places. */
static bool check_beside(struct walk *walk, const struct bl_version *version,
                         struct bl_range range) {
    struct bl_check *check = walk->check;
    const struct bl_version *first = read_stage(walk)->versions[0];
    const struct bl_version *same = read_version_of(walk, version->column);
    if (same == version) bl_report(check->diags, BL_MSG_LISTED_TWICE, range, version->name);
    else if (same)
        bl_report(check->diags, BL_MSG_SAME_COLUMN, range, same->name, version->name,
                  version->column->name);
    else if (check->states.items[version->id].rows != check->states.items[first->id].rows) {
        struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_READ_ROWS, range,
                                                     first->name, version->name);
        bl_note(check->diags, diagnostic, first->range, "`%s` comes from here", first->name);
        bl_note(check->diags, diagnostic, version->range, "`%s` comes from here", version->name);
    } else return true;
    return false;
}

static bool add_read(struct walk *walk, struct bl_stage *read, const struct bl_slice *argument) {
    struct bl_binding *binding = bl_find(walk->check, argument->name, BL_BIND_VERSION,
                                         "a column version");
    if (!binding) return false;
    struct bl_version *version = binding->column.version;
    walk->check->states.items[version->id].read = true;
    if (!check_width(walk, version->column, argument->range)) return false;
    if (read->version_count && !check_beside(walk, version, argument->range)) return false;
    read->versions[read->version_count++] = version;
    return true;
}

static void check_read(struct walk *walk, const struct bl_stage_tree *tree, struct bl_stage *read) {
    read->versions = BL_NEW(walk->check->arena, struct bl_version *, tree->argument_count);
    for (const struct bl_slice *argument = tree->arguments; argument; argument = argument->next)
        walk->bad |= !add_read(walk, read, argument);
    if (!walk->bad) walk->rows = walk->check->states.items[read->versions[0]->id].rows;
}

/* A function of a column that this pass reads; NULL after an error. */
static const struct bl_function *check_function(struct walk *walk, const struct bl_slice *argument,
                                                enum bl_stage_role role) {
    const struct bl_function *function = bl_check_slice(walk->check, argument);
    if (!function || walk->bad || read_version_of(walk, function->column)) return function;
    const char *hint = role == BL_STAGE_TO_CHANNEL
                           ? "; read it as well, or steer by a table made from it"
                           : "";
    struct bl_diagnostic *diagnostic = bl_report(walk->check->diags, BL_MSG_FUNCTION_NOT_READ,
                                                 argument->range, function->name,
                                                 function->column->name, hint);
    if (argument->name.symbol->value && argument->name.symbol->value->kind == BL_BIND_FUNCTION)
        bl_note(walk->check->diags, diagnostic, function->range, "declared here");
    return NULL;
}

/* The functions among the arguments; the stage is bad when one is. */
static void check_functions(struct walk *walk, const struct bl_stage_tree *tree,
                            struct bl_stage *stage, int most) {
    stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, most);
    for (const struct bl_slice *argument = tree->arguments;
         argument && stage->function_count < most; argument = argument->next) {
        const struct bl_function *function = check_function(walk, argument, stage->row->role);
        if (function) stage->functions[stage->function_count] = function;
        else walk->bad = true;
        stage->function_count++;
    }
}

static bool check_count(struct walk *walk, const struct bl_stage_tree *tree, int low, int high,
                        const char *text) {
    if (tree->argument_count >= low && tree->argument_count <= high) return true;
    bl_report(walk->check->diags, BL_MSG_ARGUMENTS, tree->range, bl_stage_word(tree->kind), text,
              tree->argument_count);
    walk->bad = true;
    return false;
}

/* Declares what a histogram or table leaves behind. */
static void make_product(struct walk *walk, const struct bl_stage_tree *tree,
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
    binding->product.version = read_version_of(walk, stage->functions[0]->column);
    binding->product.rows = walk->rows;
    binding->product.pass = walk->pass->number;
}

/* A pass without a write reads only what its last stage looks at. */
static void check_purpose(struct walk *walk, const struct bl_stage_tree *tree,
                          const struct bl_stage *stage) {
    const struct bl_stage *read = read_stage(walk);
    for (int i = 0; i < read->version_count && !tree->next && !walk->bad; i++) {
        bool needed = false;
        for (int f = 0; f < stage->function_count; f++)
            needed |= stage->functions[f]->column == read->versions[i]->column;
        if (needed || (stage->row->role == BL_STAGE_STEERS && walk->pass->stage_count > 2))
            continue;
        bl_report(walk->check->diags, BL_MSG_READ_FOR_NOTHING, read->range, read->versions[i]->name,
                  bl_stage_word(stage->row->kind));
        walk->bad = true;
    }
}

static void check_histogram(struct walk *walk, const struct bl_stage_tree *tree,
                            struct bl_stage *stage) {
    int bits = 0;
    if (check_count(walk, tree, 1, 2, "one or two functions"))
        check_functions(walk, tree, stage, 2);
    for (int i = 0; i < stage->function_count && !walk->bad; i++) bits += stage->functions[i]->bits;
    if (bits > BL_MOST_COUNTER_BITS) {
        bl_report(walk->check->diags, BL_MSG_TOO_MANY_VALUES, tree->range, bits,
                  BL_MOST_COUNTER_BITS);
        walk->bad = true;
    }
    check_purpose(walk, tree, stage);
    make_product(walk, tree, stage);
}

static void check_table(struct walk *walk, const struct bl_stage_tree *tree,
                        struct bl_stage *stage) {
    if (check_count(walk, tree, 1, 1, "one function")) check_functions(walk, tree, stage, 1);
    check_purpose(walk, tree, stage);
    make_product(walk, tree, stage);
}

/* "made here" */
static void note_product(struct walk *walk, struct bl_diagnostic *diagnostic,
                         const struct bl_binding *binding) {
    bl_note(walk->check->diags, diagnostic, binding->range, "`%s` is made here",
            binding->symbol->text);
}

/* A crossbar steered by a table: made by the pass before, of records at the same places, not yet
 * used. */
static void use_table(struct walk *walk, const struct bl_slice *argument,
                      struct bl_binding *binding, struct bl_stage *stage) {
    struct bl_diags *diags = walk->check->diags;
    struct bl_diagnostic *diagnostic = NULL;
    const struct bl_stage *made = binding->product.stage;
    const char *name = binding->symbol->text;
    if (binding->used) diagnostic = bl_report(diags, BL_MSG_TABLE_TWICE, argument->range, name);
    else if (walk->pass->number != binding->product.pass + 1)
        diagnostic = bl_report(diags, BL_MSG_TABLE_NOT_NEXT, argument->range, name);
    else if (!walk->bad && walk->rows != binding->product.rows)
        diagnostic = bl_report(diags, BL_MSG_TABLE_ROWS, argument->range, name,
                               read_stage(walk)->versions[0]->name);
    else {
        stage->uses = binding->product.product;
        stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, 1);
        stage->functions[stage->function_count++] = made->functions[0];
    }
    if (!stage->uses) {
        note_product(walk, diagnostic, binding);
        walk->bad = true;
    }
    binding->used = true;
}

static void move(struct walk *walk, const struct bl_stage *stage) {
    if (!walk->bad)
        walk->rows = bl_flow_move(walk->check->flow, walk->rows, stage->row->role,
                                  stage->functions[0]);
}

static void check_crossbar(struct walk *walk, const struct bl_stage_tree *tree,
                           struct bl_stage *stage) {
    if (!check_count(walk, tree, 1, 1, "one function or a table")) return;
    const struct bl_slice *argument = tree->arguments;
    struct bl_binding *binding = argument->name.symbol ? argument->name.symbol->value : NULL;
    if (binding && binding->kind == BL_BIND_PRODUCT && argument->kind == BL_SLICE_WHOLE &&
        binding->product.product->maker->role == BL_STAGE_STEERS)
        use_table(walk, argument, binding, stage);
    else check_functions(walk, tree, stage, 1);
    move(walk, stage);
}

/* The sizes of an exchange: counted by its function, complete, for the records that are on the
 * nodes now. */
static void use_sizes(struct walk *walk, const struct bl_slice *argument, struct bl_stage *stage) {
    struct bl_check *check = walk->check;
    struct bl_binding *binding = bl_find(check, argument->name, BL_BIND_PRODUCT, "a histogram");
    struct bl_diagnostic *diagnostic = NULL;
    if (!binding || binding->product.product->maker->role != BL_STAGE_COUNTS) {
        if (binding) bl_wrong_kind(check, argument->name, binding, "a histogram");
        walk->bad = true;
        return;
    }
    if (walk->bad) return;
    const struct bl_function *counted = binding->product.stage->functions[0],
                             *wanted = stage->functions[0];
    if (binding->product.pass == walk->pass->number)
        diagnostic = bl_report(check->diags, BL_MSG_SAME_PASS, argument->range,
                               binding->symbol->text);
    else if (!bl_function_equal(counted, wanted))
        diagnostic = bl_report(check->diags, BL_MSG_SIZES_FUNCTION, argument->range,
                               binding->symbol->text, counted->name, wanted->name);
    else if (bl_flow_home(check->flow, binding->product.rows) !=
             bl_flow_home(check->flow, walk->rows))
        diagnostic = bl_report(check->diags, BL_MSG_SIZES_HOME, argument->range,
                               binding->symbol->text);
    else {
        stage->uses = binding->product.product;
        return;
    }
    note_product(walk, diagnostic, binding);
    walk->bad = true;
}

static void check_alltoallv(struct walk *walk, const struct bl_stage_tree *tree,
                            struct bl_stage *stage) {
    if (!check_count(walk, tree, 1, 2, "a function, and the sizes if it has them")) return;
    stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, 1);
    stage->functions[0] = bl_check_slice(walk->check, tree->arguments);
    stage->function_count = 1;
    walk->bad |= !stage->functions[0];
    if (tree->arguments->next) use_sizes(walk, tree->arguments->next, stage);
    if (!walk->bad &&
        !bl_function_equal(bl_flow_channel(walk->check->flow, walk->rows), stage->functions[0])) {
        const char *name = stage->functions[0]->name;
        bl_report(walk->check->diags, BL_MSG_NEEDS_CROSSBAR, tree->range, name, name);
        walk->bad = true;
    }
    move(walk, stage);
}

/* Binds a name to the version that is written: a new name, or inside a repeat one that stands for
 * this column already. */
static void bind_version(struct walk *walk, const struct bl_slice *argument,
                         const struct bl_column *column, struct bl_version *version) {
    struct bl_check *check = walk->check;
    struct bl_binding *binding = argument->name.symbol->value;
    struct bl_diagnostic *diagnostic;
    if (!binding || binding->kind != BL_BIND_VERSION) {
        bl_declare(check, argument->name, BL_BIND_VERSION)->column.version = version;
        return;
    }
    struct bl_version *old = binding->column.version;
    if (old->column != column)
        diagnostic = bl_report(check->diags, BL_MSG_WRONG_COLUMN, argument->range,
                               binding->symbol->text, old->column->name, column->name);
    else if (!check->repeats)
        diagnostic = bl_report(check->diags, BL_MSG_ALREADY_WRITTEN, argument->range,
                               binding->symbol->text);
    else {
        struct bl_version_state *state = &check->states.items[old->id];
        if (!state->read && !old->source && !binding->warned)
            bl_report(check->diags, BL_MSG_NEVER_READ, old->range, binding->symbol->text);
        binding->warned |= !state->read;
        state->replaced = true;
        binding->column.version = version;
        return;
    }
    bl_note(check->diags, diagnostic, old->range, old->source ? "declared here" : "written here");
}

static bool written_before(const struct bl_stage_tree *tree, const struct bl_slice *argument) {
    for (const struct bl_slice *other = tree->arguments; other != argument; other = other->next)
        if (other->name.symbol == argument->name.symbol) return true;
    return false;
}

static void check_write(struct walk *walk, const struct bl_stage_tree *tree,
                        struct bl_stage *write) {
    struct bl_check *check = walk->check;
    const struct bl_stage *read = read_stage(walk);
    const struct bl_slice *argument = tree->arguments;
    if (!walk->bad && tree->argument_count != read->version_count) {
        bl_report(check->diags, BL_MSG_WRITE_COUNT, tree->range, read->version_count,
                  read->version_count == 1 ? "" : "s", tree->argument_count);
        walk->bad = true;
    }
    write->versions = BL_NEW(check->arena, struct bl_version *, tree->argument_count);
    for (int i = 0; argument; argument = argument->next, i++) {
        if (walk->bad) bl_declare_poison(check, argument->name, true);
        else if (written_before(tree, argument)) {
            bl_report(check->diags, BL_MSG_LISTED_TWICE, argument->range,
                      argument->name.symbol->text);
            walk->bad = true;
        } else {
            const struct bl_column *column = read->versions[i]->column;
            write->versions[i] = bl_add_version(check, argument->name.symbol, column, walk->rows,
                                                argument->range);
            write->versions[i]->expanded = check->expanding;
            write->version_count++;
            bind_version(walk, argument, column, write->versions[i]);
        }
    }
}

static void check_stage(struct walk *walk, const struct bl_stage_tree *tree,
                        struct bl_stage *stage) {
    static void (*const checks[])(struct walk * walk, const struct bl_stage_tree *tree,
                                  struct bl_stage *stage) = {
        [BL_STAGE_READS] = check_read,        [BL_STAGE_COUNTS] = check_histogram,
        [BL_STAGE_STEERS] = check_table,      [BL_STAGE_TO_CHANNEL] = check_crossbar,
        [BL_STAGE_TO_NODE] = check_alltoallv, [BL_STAGE_WRITES] = check_write,
    };
    stage->row = bl_stage_row(tree->kind);
    stage->range = tree->range;
    stage->expanded = walk->check->expanding;
    checks[stage->row->role](walk, tree, stage);
}

/* A pass that is not worth checking: what it would make is known, but broken. */
static void poison_pass(struct bl_check *check, const struct bl_stage_tree *stage) {
    for (; stage; stage = stage->next) {
        bl_declare_poison(check, stage->as, false);
        for (const struct bl_slice *argument = stage->arguments;
             argument && role_of(stage) == BL_STAGE_WRITES; argument = argument->next)
            bl_declare_poison(check, argument->name, true);
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
    struct walk walk = {.check = check, .pass = &pass};
    for (const struct bl_stage_tree *stage = tree; stage; stage = stage->next) pass.stage_count++;
    pass.stages = BL_NEW(check->arena, struct bl_stage, pass.stage_count);
    for (int i = 0; tree; tree = tree->next, i++) check_stage(&walk, tree, &pass.stages[i]);
    *BL_APPEND(check->arena, &check->passes) = pass;
}
