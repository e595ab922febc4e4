/* alltoallv(f) or alltoallv(f, SIZES): every record goes to the node that f names. The lanes must
   hold flows, one for every destination: lanes with the records of one node are joined before it,
   and where nodes share a lane a splitter per lane makes a flow of each. */
#include "plan/crossbars.h"
#include "plan/route/routing.h"
#include "plan/steps.h"
#include "stage/stages.h"

/* A stage before or behind the exchange that moves records between channels. */
static const struct bl_stage *mover(const struct bl_routing *r, const struct bl_stage *exchange,
                                    bool behind) {
    const struct bl_pass *pass = bl_step_pass(r->plan, &r->plan->steps[r->step]);
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role == BL_STAGE_TO_CHANNEL &&
            (&pass->stages[s] > exchange) == behind)
            return &pass->stages[s];
    return NULL;
}

/* The unit that joins lanes with equal numbers modulo `values`. */
static struct bl_unit *join_unit(struct bl_routing *r, int values, const struct bl_stage *stage) {
    struct bl_unit *unit = bl_route_unit(r, BL_UNIT_JOIN,
                                         (struct bl_unit){.cut = r->chain->cut, .ways = values});
    if (unit->name) return unit;
    unit->stage = stage;
    unit->name = bl_format(r->arena, "join%d_%s", r->route->units[BL_UNIT_JOIN].count - 1,
                           bl_route_identifier(r, stage->functions[0]->name));
    unit->in = bl_route_stream(r, bl_format(r->arena, "%s_in", unit->name), r->lanes, unit->cut, 0);
    unit->out = bl_route_stream(r, bl_format(r->arena, "%s_out", unit->name), r->lanes, unit->cut,
                                0);
    return unit;
}

/* Channels hold the values of a function; where these are fewer than what lanes can reach, only
 * some lanes reach their node. */
static void join(struct bl_routing *r, const struct bl_stage *stage) {
    int values = bl_exchange_shape(r->cluster, stage->functions[0]).joined;
    if (!values) return;
    const struct bl_unit *unit = join_unit(r, values, stage);
    r->chain->join = unit->name;
    bl_route_edge(r, r->stream, unit->in, NULL);
    r->stream = unit->out;
}

/* Words that came from several nodes are made full again, unless a crossbar does so next. */
static void pack(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_route *route = r->route;
    const struct bl_stage *next = mover(r, stage, true);
    bool made_full = next && bl_crossbar_moves(r->cluster, next->functions[0]);
    if (r->nodes <= r->lanes || made_full) return;
    if (!route->pack_in) {
        route->pack_in = bl_route_stream(r, "pack_in", r->lanes, r->chain->cut, 0);
        route->pack_out = bl_route_stream(r, "pack_out", r->lanes, r->chain->cut, 0);
    }
    bl_route_edge(r, r->stream, route->pack_in, NULL);
    r->stream = route->pack_out;
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_route *route = r->route;
    if (!route->send) {
        int flows = bl_max(r->nodes, r->lanes);
        route->send = bl_route_stream(r, "send", flows, r->chain->cut, 0);
        route->receive = bl_route_stream(r, "receive", r->lanes, r->chain->cut, 0);
    }
    if (!mover(r, stage, false)) {
        join(r, stage);
        if (r->nodes > r->lanes)
            bl_route_crossbar(r, stage, bl_crossbar_splitter(r->cluster, r->chain->read),
                              bl_log2(r->lanes));
    }
    bl_route_edge(r, r->stream, route->send, NULL);
    r->stream = route->receive;
    pack(r, stage);
}

const struct bl_stage_row bl_alltoallv_row = {
    .kind = BL_ALLTOALLV,
    .role = BL_STAGE_TO_NODE,
    .route = route,
};
