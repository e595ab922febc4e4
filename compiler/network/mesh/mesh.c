/* The full mesh: a link from every node to every other one, and to itself. The carrier's links are
   the node's ports. */
#include "lower/lowering.h"
#include "network/edge_list.h"
#include "network/networks.h"

/* The links are the cluster's, so the node has them whether or not its program exchanges anything.
 */
static void lower_ports(struct bl_lowering *lo) {
    int flit = bl_node_shape(lo->plan).flit_bits;
    const char *inputs = NULL;
    for (int peer = 0; peer < lo->nodes; peer++)
        for (int i = 0; i < BL_LINK_SIGNALS; i++) {
            const char *name = bl_format(lo->arena, "%s%d_%s",
                                         bl_link_signals[i].outward ? "m_link" : "s_link", peer,
                                         bl_link_signals[i].name);
            int width = bl_link_signals[i].width ? bl_link_signals[i].width : flit;
            bl_circuit_port(lo->circuit, bl_link_signals[i].direction, width, "%s", name);
            if (bl_link_signals[i].direction == BL_INPUT)
                inputs = inputs ? bl_format(lo->arena, "%s, %s", inputs, name) : name;
            else if (!lo->route->exchange) bl_circuit_assign(lo->circuit, name, "%d'd0", width);
        }
    if (!lo->route->exchange)
        bl_circuit_net(lo->circuit, 1, bl_format(lo->arena, "&{1'b0, %s}", inputs), "unused_links");
}

/* The highest peer first in a concatenation. */
static const char *carrier(struct bl_lowering *lo, const char *prefix, const char *signal) {
    const char *all = NULL;
    for (int peer = lo->nodes - 1; peer >= 0; peer--)
        all = bl_format(lo->arena, "%s%s%s%d_%s", all ? all : "{", all ? ", " : "", prefix, peer,
                        signal);
    return bl_format(lo->arena, "%s}", all);
}

/* A flit is a word, and its payload is what the source gives the link's rate for. */
static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    struct bl_cut cut) {
    const struct bl_network *network = &cluster->network;
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    (void)cut;
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) {
            bl_edge_pair(list);
            bl_edge_use(list,
                        bl_edge_add(list, (struct bl_edge){from, to, network->link_bytes_per_second,
                                                           network->latency_ps}),
                        1);
        }
    return bl_edge_list_end(list);
}

const struct bl_network_row bl_full_mesh_row = {
    .word = "full_mesh",
    .title = "the full mesh",
    .needs = {"link", "latency"},
    .least_nodes = 1,
    .most_nodes = 64,
    .links = true,
    .bounds = "no clock bounds it: the links' payload rate does",
    .edges = edges,
    .lower_ports = lower_ports,
    .carrier = carrier,
    .ordered = true,
    .interleaves = true,
    .marks_end = true,
    .selects_source = true,
    .hardware_broadcast = false,
    .hardware_barrier = false,
    .remote_put = false,
    .lossless = true,
};
