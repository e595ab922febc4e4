/* A medium that all nodes share, a word at a time. A toy that shows what a network needs: this
   folder, its template, its row in network/networks.def, and what the conformance bench drives.
   Time is cut into slots of a cycle, one for each node in turn; in its own a node sends one flit to
   one peer. Credits go beside. */
#include "lower/lowering.h"
#include "network/edge_list.h"
#include "network/networks.h"

/* The offers pass the slots; all else is the ports'. */
static bool is_offer(const char *prefix, const char *signal) {
    return *prefix == 'm' && signal[0] == 't' && (signal[1] == 'v' || signal[1] == 'r');
}

static const char *carrier(struct bl_lowering *lo, const char *prefix, const char *signal) {
    return is_offer(prefix, signal) ? bl_format(lo->arena, "offer_%s", signal)
                                    : bl_link_pin_bundle(lo->arena, lo->nodes, prefix, signal);
}

static void lower(struct bl_lowering *lo) {
    bl_circuit_net(lo->circuit, lo->nodes, NULL, "offer_tvalid");
    bl_circuit_net(lo->circuit, lo->nodes, NULL, "offer_tready");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_shared_slot", "slots",
                                                   "the node's slots of the shared medium",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "NODE_W", lo->node_bits);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", lo->network.reset);
    bl_instance_connect(lo->circuit, inst, "node", "node");
    bl_instance_connect(lo->circuit, inst, "s_tvalid", "offer_tvalid");
    bl_instance_connect(lo->circuit, inst, "s_tready", "offer_tready");
    bl_instance_connect(lo->circuit, inst, "m_tvalid", "%s",
                        bl_link_pin_bundle(lo->arena, lo->nodes, "m_link", "tvalid"));
    bl_instance_connect(lo->circuit, inst, "m_tready", "%s",
                        bl_link_pin_bundle(lo->arena, lo->nodes, "m_link", "tready"));
}

/* A node has the medium in its own slots, whomever it sends to: what goes to one peer leaves less
   for the others. */
static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    struct bl_cut cut) {
    const struct bl_network *network = &cluster->network;
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    double medium = cluster->clocks[network->clock].hertz * cluster->memory.width;
    int nodes = cluster->nodes;
    (void)cut;
    for (int from = 0; from < nodes; from++) {
        int slots = bl_edge_add(list, (struct bl_edge){from, nodes, medium / nodes, 0});
        for (int to = 0; to < nodes; to++) {
            bl_edge_pair(list);
            bl_edge_use(list, slots, 1);
            bl_edge_use(list,
                        bl_edge_add(list, (struct bl_edge){from, to, medium, network->latency_ps}),
                        1);
        }
    }
    return bl_edge_list_end(list);
}

const struct bl_network_row bl_shared_row = {
    .word = "shared",
    .title = "the shared medium",
    .needs = {"latency"},
    .least_nodes = 1,
    .most_nodes = 16,
    .links = true,
    .bounds = "the medium bounds it",
    .edges = edges,
    .pins = bl_link_pins,
    .lower = lower,
    .carrier = carrier,
    .ordered = true,
    .interleaves = true,
    .marks_end = true,
    .selects_source = true,
    .lossless = true,
};
