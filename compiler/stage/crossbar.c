/* crossbar(f): every record goes to the channel that f names. A function with fewer values than
   there are channels splits the lanes into groups, each with one lane per value. Towards an
   exchange in the same pass every node is an output of its own. */
#include "base/diag.h"
#include "check/check.h"
#include "check/pipeline/check_pass.h"
#include "emit/emit_golden.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/route/crossbars.h"
#include "plan/route/routing.h"
#include "stage/crossbar_unit.h"
#include "stage/stages.h"

static void golden(struct bl_golden *golden, const struct bl_stage *stage) {
    int lanes = bl_lanes(&golden->program->cluster),
        values = bl_function_places(stage->functions[0], lanes);
    bl_part_number(&golden->parts, "value_count", values);
    bl_golden_move(golden, stage, values < lanes ? "to a lane of some" : "to a lane");
}

/* One channel is all that a value can name: the records stay where they are. Destinations of a
 * table are taken all the same. */
static void route(struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_function *function = stage->functions[0];
    struct bl_cut cut = bl_route_cut(r, stage);
    if (bl_feeds_exchange(bl_step_pass(r->plan, &r->plan->steps[r->step]), stage))
        bl_route_crossbar(r, stage, bl_crossbar_to_nodes(r->cluster, cut, function));
    else if (r->stream->dest_bits || bl_crossbar_moves(r->cluster, function))
        bl_route_crossbar(r, stage, bl_crossbar_to_channels(r->cluster, cut, function));
}

/* A crossbar steered by a table: made by the pass before, of records at the same places, not yet
 * used. */
static void use_table(struct bl_walk *walk, const struct bl_slice *argument,
                      struct bl_binding *binding, struct bl_stage *stage) {
    struct bl_diags *diags = walk->check->diags;
    struct bl_diagnostic *diagnostic = NULL;
    const struct bl_stage *made = binding->product.stage;
    const char *name = binding->symbol->text;
    const struct bl_stage *own = bl_stage_before(walk->pass, stage, BL_STAGE_COMPUTES);
    if (own && own->own)
        diagnostic = bl_report(diags, BL_MSG_OWN_TABLE, argument->range, own->own->name);
    else if (binding->used)
        diagnostic = bl_report(diags, BL_MSG_TABLE_TWICE, argument->range, name);
    else if (walk->pass->number != binding->product.pass + 1)
        diagnostic = bl_report(diags, BL_MSG_TABLE_NOT_NEXT, argument->range, name);
    else if (!walk->bad && walk->rows != binding->product.rows)
        diagnostic = bl_report(diags, BL_MSG_TABLE_ROWS, argument->range, name,
                               bl_walk_read(walk)->versions[0]->name);
    else {
        stage->uses = binding->product.product;
        stage->functions = BL_NEW(walk->check->arena, const struct bl_function *, 1);
        stage->functions[stage->function_count++] = made->functions[0];
    }
    if (!stage->uses) {
        bl_walk_note_product(walk, diagnostic, binding);
        walk->bad = true;
    }
    binding->used = true;
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    if (!bl_walk_count(walk, tree, 1, 1, "one function or a table")) return;
    const struct bl_slice *argument = tree->arguments;
    bool named = argument->of == BL_OF_NAME && argument->name.symbol;
    struct bl_binding *binding = named ? argument->name.symbol->value : NULL;
    if (binding && binding->kind == BL_BIND_PRODUCT && argument->kind == BL_SLICE_WHOLE &&
        binding->product.product->maker->role == BL_STAGE_STEERS)
        use_table(walk, argument, binding, stage);
    else
        bl_walk_functions(walk, tree, stage, 1,
                          "; read it as well, or steer by a table made from it");
    bl_walk_move(walk, stage);
}

static const char *follow(struct bl_between *between) {
    between->moved = true;
    return NULL;
}

const struct bl_stage_row bl_crossbar_row = {
    .kind = BL_CROSSBAR,
    .role = BL_STAGE_TO_CHANNEL,
    .follow = follow,
    .check = check,
    .golden = golden,
    .route = route,
};
