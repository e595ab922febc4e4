/* The crossbars of a plan. */
#include "plan/route/crossbars.h"
#include <stddef.h>
#include "ir/cut.h"
#include "plan/route/exchange.h"
#include "plan/route/route.h"
#include "templates/estimate.h"

static struct bl_crossbar_shape shape(const struct bl_cluster *cluster, struct bl_cut cut,
                                      int inputs, int outputs) {
    return (struct bl_crossbar_shape){bl_lanes(cluster) / inputs, inputs, outputs, cut.elems,
                                      cut.elem_bits};
}

struct bl_crossbar_shape bl_crossbar_to_channels(const struct bl_cluster *cluster,
                                                 struct bl_cut cut,
                                                 const struct bl_function *function) {
    int values = bl_function_places(function, bl_lanes(cluster));
    return shape(cluster, cut, values, values);
}

struct bl_crossbar_shape bl_crossbar_to_nodes(const struct bl_cluster *cluster, struct bl_cut cut,
                                              const struct bl_function *node) {
    struct bl_exchange_shape exchange = bl_exchange_shape(cluster, node);
    return shape(cluster, cut, exchange.inputs, exchange.outputs);
}

struct bl_crossbar_shape bl_crossbar_splitter(const struct bl_cluster *cluster, struct bl_cut cut) {
    return shape(cluster, cut, 1, bl_lane_nodes(cluster));
}

bool bl_crossbar_moves(const struct bl_cluster *cluster, const struct bl_function *function) {
    return function->bits && bl_lanes(cluster) > 1;
}

int bl_crossbar_points(const struct bl_crossbar_shape *shape) {
    return shape->groups * shape->inputs * shape->elems * shape->outputs;
}

int bl_crossbar_banks(const struct bl_crossbar_shape *shape) {
    return shape->groups * shape->outputs * (shape->inputs < 2 ? 1 : 2) * shape->elems;
}

int bl_crossbar_logic(const struct bl_board *board, const struct bl_crossbar_shape *shape) {
    return shape->groups * bl_estimate_crossbar(board, shape->inputs, shape->outputs, shape->elems,
                                                shape->elem_bits);
}

const struct bl_crossbar_shape *bl_plan_crossbar(const struct bl_plan *plan, int *at) {
    while (plan->route && *at < plan->route->units.count) {
        const struct bl_unit *unit = plan->route->units.items[(*at)++];
        if (unit->crossbar.groups) return &unit->crossbar;
    }
    return NULL;
}
