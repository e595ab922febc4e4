/* table(f) as NAME: keeps where each record of a strip goes; the pass that uses the table reads its
   column strip by strip in turn with it, and each word leaves with its destinations. */
#include "plan/route/routing.h"
#include "stage/stages.h"

/* Bits of a destination in the tables, which all steps share: those of the function with most
 * values. */
static int destination_bits(const struct bl_routing *r) {
    int bits = 1;
    for (int i = 0; i < r->plan->step_count; i++) {
        const struct bl_stage *table = r->route->chains[i].table;
        if (table) bits = bl_max(bits, bl_log2(bl_function_places(table->functions[0], r->lanes)));
    }
    return bits;
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_route *route = r->route;
    if (!route->table_in) {
        int bits = route->table_bits = destination_bits(r);
        route->table_in = bl_route_stream(r, "table_in", r->lanes, r->plain, bits);
        route->table_data = bl_route_stream(r, "table_data", r->lanes, r->plain, 0);
        route->table_out = bl_route_stream(r, "table_out", r->lanes, r->plain, bits);
    }
    const struct bl_function *function = stage->functions[0];
    int bits = route->table_bits, wanted = bl_function_places(function, r->lanes) > 1 ? bits : 0;
    bl_route_edge(r, r->stream, route->table_in,
                  bl_route_slice(r, r->stream, function, 0, wanted, bits));
    bl_route_edge(r, r->stream, route->table_data, NULL);
    r->stream = route->table_out;
}

const struct bl_stage_row bl_table_row = {
    .kind = BL_TABLE,
    .role = BL_STAGE_STEERS,
    .route = route,
};
