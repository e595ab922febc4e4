#include "plan/route/exchange.h"
#include "base/bits.h"
#include "ir/pass.h"
#include "plan/route/cuts.h"

int bl_function_places(const struct bl_function *function, int most_places) {
    return function->bits < 16 ? bl_min(1 << function->bits, most_places) : most_places;
}

/* Where nodes and lanes divide each other, flow f is lane f up to as many nodes as lanes: a value
   beyond the nodes' number keeps a lane of its own, as `crossbar` alone would place it, so that a
   pass that feeds the exchange and one that goes through the memory deliver to the same channels.
   With more nodes a lane has a flow for each node that shares it. Other numbers of nodes have no
   crossbar of their own: lanes hold the records by channel, and each splits what it has. */
struct bl_exchange_shape bl_exchange_shape(const struct bl_cluster *cluster,
                                           const struct bl_function *node) {
    int nodes = cluster->nodes, lanes = bl_lanes(cluster), reach = bl_reach(cluster),
        values = bl_function_places(node, lanes), each = bl_lane_nodes(cluster);
    struct bl_exchange_shape shape = {.joined = values < reach ? values : 0};
    if (each & (each - 1)) shape.split = each;
    bool wide = nodes > lanes && !shape.split;
    shape.outputs = wide ? nodes : bl_max(reach, values);
    shape.inputs = wide ? lanes : shape.outputs;
    return shape;
}

int bl_exchange_pairs(const struct bl_cluster *cluster) {
    int reach = bl_reach(cluster), sharing = bl_lanes(cluster) / reach;
    return sharing > 1 && cluster->nodes > reach ? cluster->nodes * sharing : 0;
}

bool bl_exchange_needs_column(const struct bl_cluster *cluster, const struct bl_function *node) {
    return bl_function_places(node, cluster->nodes) > bl_reach(cluster);
}

enum bl_exchange_end bl_exchange_end(const struct bl_cluster *cluster, const struct bl_pass *pass) {
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    if (!exchange || !exchange->uses) return BL_END_MARKS;
    struct bl_exchange_shape shape = bl_exchange_shape(cluster, exchange->functions[0]);
    const struct bl_stage *own = bl_stage_before(pass, exchange, BL_STAGE_COMPUTES);
    if (shape.split || (own && own->own->keeps)) return BL_END_MARKS;
    if (shape.outputs >= bl_lanes(cluster)) return BL_END_HISTOGRAM;
    return bl_stage_before(pass, exchange, BL_STAGE_TO_CHANNEL) ? BL_END_MARKS : BL_END_WRITTEN;
}

struct bl_cut bl_cut_of_exchange(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_stage *exchange = bl_stage_find(&plan->passes[p], BL_STAGE_TO_NODE);
        if (exchange) return bl_cut_behind(cluster, &plan->passes[p], exchange);
    }
    return bl_cut_of_plane(cluster);
}
