/* crossbar(f): every record goes to the channel that f names. A function with fewer values than
   there are channels splits the lanes into groups, each with one lane per value. Towards an
   exchange in the same pass every node is an output of its own. */
#include "ir/pass.h"
#include "plan/crossbars.h"
#include "plan/route/routing.h"
#include "plan/steps.h"
#include "stage/crossbar_unit.h"
#include "stage/stages.h"

/* One channel is all that a value can name: the records stay where they are. Destinations of a
 * table are taken all the same. */
static void route(struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_function *function = stage->functions[0];
    if (bl_feeds_exchange(bl_step_pass(r->plan, &r->plan->steps[r->step]), stage))
        bl_route_crossbar(r, stage, bl_crossbar_to_nodes(r->cluster, r->chain->read, function), 0);
    else if (r->stream->dest_bits || bl_crossbar_moves(r->cluster, function))
        bl_route_crossbar(r, stage, bl_crossbar_to_channels(r->cluster, r->chain->read, function),
                          0);
}

static const char *follow(struct bl_between *between) {
    between->moved = true;
    return NULL;
}

const struct bl_stage_row bl_crossbar_row = {
    .kind = BL_CROSSBAR,
    .role = BL_STAGE_TO_CHANNEL,
    .follow = follow,
    .route = route,
};
