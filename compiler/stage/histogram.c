/* histogram(f) or histogram(f, g) as NAME: counts the records of the stream that it stands in,
   which go on as they came. */
#include "plan/route/routing.h"
#include "stage/stages.h"

/* The nets with the bin of every element: the first function's value and, where some histogram has
 * two functions, the second one's. */
static void route(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_route *route = r->route;
    route->tapped = r->stream;
    route->tap_steps |= bl_step_bit(r->step);
    for (int i = 0; i < 2 && route->tap_bits[i]; i++) {
        const struct bl_function *function = stage->functions[bl_min(i, stage->function_count - 1)];
        int wanted = i < stage->function_count ? route->tap_bits[i] : 0;
        route->tap_nets[r->step][i] = bl_route_slice(r, r->stream, function, 0, wanted,
                                                     route->tap_bits[i]);
    }
}

const struct bl_stage_row bl_histogram_row = {
    .kind = BL_HISTOGRAM,
    .role = BL_STAGE_COUNTS,
    .route = route,
};
