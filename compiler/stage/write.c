/* write VERSION, ...: the columns go to the channels that are written, split from their records if
   there are several. */
#include "base/text.h"
#include "check/check_names.h"
#include "check/pipeline/check_pass.h"
#include "check/pipeline/check_pipeline.h"
#include "ir/pass.h"
#include "stage/stages.h"
#include "stage/zip_unit.h"

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    if (!r->route->write) r->route->write = bl_route_stream(r, "write", r->lanes, r->plain, 0);
    int planes = bl_stage_planes(r->cluster, stage);
    if (planes > 1) bl_route_unzip(r, planes);
    bl_route_feed(r, r->stream, r->route->write, NULL);
}

/* Binds a name to the version that is written: a new name, or inside a repeat one that stands for
 * this column already. */
static void bind_version(struct bl_walk *walk, const struct bl_slice *argument,
                         const struct bl_column *column, struct bl_version *version) {
    struct bl_check *check = walk->check;
    struct bl_binding *binding = argument->name.symbol->value;
    struct bl_diagnostic *diagnostic;
    if (!binding || binding->kind != BL_BIND_VERSION) {
        bl_declare(check, argument->name, BL_BIND_VERSION)->column.version = version;
        return;
    }
    struct bl_version *old = binding->column.version;
    if (!old && binding->column.named == column) {
        binding->column.version = version;
        return;
    }
    if (!old) {
        bl_wrong_kind(check, argument->name, binding, "the name of a version");
        return;
    }
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

/* Columns that stages make may be left out, from the last one on. */
static int made_count(const struct bl_pass *pass) {
    int count = 0;
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].own) count += pass->stages[s].own->make_count;
    return count;
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *write) {
    struct bl_check *check = walk->check;
    const struct bl_stage *read = bl_walk_read(walk);
    const struct bl_slice *argument = tree->arguments;
    int most = read->version_count + made_count(walk->pass);
    if (!walk->bad && (tree->argument_count < read->version_count || tree->argument_count > most)) {
        bl_report(check->diags, BL_MSG_WRITE_COUNT, tree->range, read->version_count,
                  bl_ending(read->version_count, "s"), tree->argument_count);
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
            const struct bl_column *column = bl_pass_column(walk->pass, i);
            write->versions[i] = bl_add_version(check, argument->name.symbol, column, walk->rows,
                                                argument->range);
            write->versions[i]->expanded = check->expanding;
            write->version_count++;
            bind_version(walk, argument, column, write->versions[i]);
        }
    }
}

static const char *follow(struct bl_between *between) {
    if (!between->moved && !between->computed) return "the pass would write what it reads";
    between->ended = true;
    return NULL;
}

const struct bl_stage_row bl_write_row = {
    .kind = BL_WRITE,
    .role = BL_STAGE_WRITES,
    .follow = follow,
    .check = check,
    .route = route,
};
