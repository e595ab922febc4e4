/* The exchange between nodes: send, network port, the network behind it, receive. */
#include <string.h>
#include "lower/lowering.h"
#include "network/network.h"
#include "plan/crossings.h"

static void settings(struct bl_lowering *lo, struct bl_instance *inst,
                     const struct bl_domain *domain) {
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "LANES", lo->lanes);
    bl_instance_set(lo->circuit, inst, "ELEMS", lo->route->send->cut.elems);
    bl_instance_set(lo->circuit, inst, "ELEM_W", lo->route->send->cut.elem_bits);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", domain->clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", domain->reset);
}

static const char *PORT[] = {"tvalid", "tready", "tdata", "tkeep",
                             "tlast",  "tdest",  "tid",   "tuser"};

/* Declares a direction of the network port: towards the network with tdest, from it with tid. */
static void port_nets(struct bl_lowering *lo, const char *name, bool outward) {
    struct bl_cut cut = lo->route->send->cut;
    int dest = lo->node_bits + bl_max(1, lo->lane_bits);
    int widths[] = {1, 1, bl_cut_bits(cut), cut.elems, 1, dest, lo->node_bits, 2};
    for (int i = 0; i < 8; i++)
        if (i != (outward ? 6 : 5))
            bl_circuit_net(lo->circuit, lo->lanes * widths[i], NULL, "%s_%s", name, PORT[i]);
}

static void connect_port(struct bl_lowering *lo, struct bl_instance *inst, const char *prefix,
                         const char *name, bool outward) {
    for (int i = 0; i < 8; i++)
        if (i != (outward ? 6 : 5))
            bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", prefix, PORT[i]),
                                "%s_%s", name, PORT[i]);
}

static const struct bl_stage *first_exchange(const struct bl_lowering *lo) {
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->route->chains[i].exchange) return lo->route->chains[i].exchange;
    return NULL;
}

static const char *flag_by_step(struct bl_lowering *lo, const char *name,
                                int (*flag)(const struct bl_lowering *, int)) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int i = 0; i < lo->plan->step_count; i++) values[i] = flag(lo, i) ? "1'b1" : "1'b0";
    return bl_circuit_net(lo->circuit, 1, bl_lower_by_step(lo, values), "%s", name);
}

static int uses_sizes(const struct bl_lowering *lo, int step) {
    return lo->route->chains[step].exchange && lo->route->chains[step].end != BL_END_MARKS;
}
static int ordered(const struct bl_lowering *lo, int step) { return lo->plan->steps[step].ordered; }

static void epochs(struct bl_lowering *lo) {
    const char *steps = bl_lower_steps(lo, bl_lower_exchanges(lo));
    bl_circuit_net(lo->circuit, 1, NULL, "epoch");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_epoch", "exchanges",
                                                   "exchanges are numbered modulo 2",
                                                   first_exchange(lo)->range);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
    bl_instance_connect(lo->circuit, inst, "exchange", steps ? "step_start & %s" : "step_start",
                        steps);
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
}

/* The counts of the lanes that are joined by one unit, in the steps that use it. */
static const char *counts_to_join(struct bl_lowering *lo, const struct bl_unit *unit) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *any = NULL;
    for (int s = 0; s < lo->plan->step_count; s++) {
        const struct bl_chain *chain = &lo->route->chains[s];
        if (chain->join && !strcmp(chain->join, unit->name))
            any = values[s] = bl_lower_count(lo, chain->read->versions[0]);
    }
    for (int s = 0; s < lo->plan->step_count; s++) values[s] = values[s] ? values[s] : any;
    return bl_circuit_net(lo->circuit, lo->lanes * BL_COUNT_W, bl_lower_by_step(lo, values),
                          "%s_counted", unit->name);
}

/* Some exchange behind the unit takes its sizes from what the lanes count. */
static bool join_counts(const struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int s = 0; s < lo->plan->step_count; s++) {
        const struct bl_chain *chain = &lo->route->chains[s];
        bool counts = chain->end != BL_END_MARKS && chain->end != BL_END_HISTOGRAM;
        if (counts && chain->join && !strcmp(chain->join, unit->name)) return true;
    }
    return false;
}

/* One instance for each value in each group of lanes: lanes first, first + values, ... of the
 * group. */
static void join(struct bl_lowering *lo, const struct bl_unit *unit) {
    int reach = bl_min(lo->nodes, lo->lanes), joined = reach / unit->ways;
    bl_lower_declare(lo, unit->in);
    bl_lower_declare(lo, unit->out);
    const char *counted = counts_to_join(lo, unit);
    const char *unused = join_counts(lo, unit) ? "" : "unused_";
    const char *count = bl_circuit_net(lo->circuit, lo->lanes * BL_COUNT_W, NULL, "%s%s_count",
                                       unused, unit->name);
    for (int first = 0; first < lo->lanes; first++) {
        if (first % reach >= unit->ways) continue;
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_lane_join", bl_format(lo->arena, "%s_lane%d", unit->name, first),
            "lanes with the records of one node", unit->stage->range);
        bl_instance_set(lo->circuit, inst, "LANES", joined);
        bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
        bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
        bl_instance_connect(lo->circuit, inst, "clk", "clk");
        bl_instance_connect(lo->circuit, inst, "rst", "rst");
        bl_instance_connect(lo->circuit, inst, "count", "%s",
                            bl_lower_apart(lo, counted, first, joined, unit->ways, BL_COUNT_W));
        bl_instance_connect(lo->circuit, inst, "m_count", "%s",
                            bl_lower_apart(lo, count, first, joined, unit->ways, BL_COUNT_W));
        bl_lower_connect_apart(lo, inst, "s_axis", unit->in, first, joined, unit->ways);
        bl_lower_connect_apart(lo, inst, "m_axis", unit->out, first, joined, unit->ways);
    }
}

/* What says how much every flow has in a step: the histogram, or the counts of what the lanes read.
 */
static const char *sizes_of_step(struct bl_lowering *lo, const struct bl_chain *chain) {
    if (!chain->exchange || chain->end == BL_END_MARKS) return NULL;
    if (chain->end == BL_END_HISTOGRAM) return "sizes_by_flow";
    return chain->join ? bl_format(lo->arena, "%s_count", chain->join)
                       : bl_lower_count(lo, chain->read->versions[0]);
}

static const char *flow_sizes(struct bl_lowering *lo) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *any = NULL;
    for (int s = 0; s < lo->plan->step_count; s++) {
        values[s] = sizes_of_step(lo, &lo->route->chains[s]);
        if (values[s]) any = values[s];
    }
    if (!any) return bl_format(lo->arena, "%d'd0", lo->flows * BL_COUNT_W);
    for (int s = 0; s < lo->plan->step_count; s++)
        values[s] = values[s] ? values[s] : any; /* no matter in steps without sizes */
    return bl_circuit_net(lo->circuit, lo->flows * BL_COUNT_W, bl_lower_by_step(lo, values),
                          "flow_sizes");
}

static void send(struct bl_lowering *lo, const char *sizes) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_alltoallv_send",
                                                   "exchange_send", "alltoallv: send",
                                                   first_exchange(lo)->range);
    settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "PACKET_WORDS", lo->plan->links.packet_words);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "node", "node");
    bl_instance_connect(lo->circuit, inst, "use_sizes", "use_sizes");
    bl_instance_connect(lo->circuit, inst, "sizes", "%s", sizes);
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
    bl_lower_connect(lo, inst, "s_axis", lo->route->send, 0, lo->flows);
    connect_port(lo, inst, "m_net", "outward", true);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "dst_ready");
    bl_instance_connect(lo->circuit, inst, "invalid", "failed");
    bl_instance_connect(lo->circuit, inst, "done", "send_done");
}

static void receive(struct bl_lowering *lo) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_alltoallv_recv",
                                                   "exchange_receive", "alltoallv: receive",
                                                   first_exchange(lo)->range);
    settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "use_sizes", "use_sizes");
    bl_instance_connect(lo->circuit, inst, "ordered", "in_order");
    bl_instance_connect(lo->circuit, inst, "epoch", "epoch");
    static const char *const beats[] = {"tvalid", "tready", "tdata", "tkeep", "tid", "tuser"};
    for (int i = 0; i < 6; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_net_%s", beats[i]),
                            "inward_%s", beats[i]);
    bl_instance_connect(lo->circuit, inst, "rx_epoch", "inward_epoch");
    bl_instance_connect(lo->circuit, inst, "rx_any", "inward_any");
    bl_instance_connect(lo->circuit, inst, "rx_source", "inward_source");
    bl_lower_connect(lo, inst, "m_axis", lo->route->receive, 0, lo->lanes);
    bl_instance_connect(lo->circuit, inst, "done", "receive_done");
    bl_instance_connect(lo->circuit, inst, "error", "receive_error");
    bl_instance_connect(lo->circuit, inst, "invalid", "receive_invalid");
}

/* The links of the mesh, in both directions, as vectors by peer; the highest peer first in a
 * concatenation. */
static const struct {
    const char *name;
    enum bl_direction direction;
    bool outward;
    int width;
} LINK[] = {
    {"tvalid", BL_OUTPUT, true, 1},  {"tready", BL_INPUT, true, 1},  {"tdata", BL_OUTPUT, true, 0},
    {"credit", BL_INPUT, true, 4},   {"tvalid", BL_INPUT, false, 1}, {"tdata", BL_INPUT, false, 0},
    {"credit", BL_OUTPUT, false, 4},
};

/* What a receiver says of the words that it takes. */
static const char *const SELECTION[] = {"epoch", "any", "source"};

static void selection_nets(struct bl_lowering *lo, const char *net) {
    for (int i = 0; i < 3; i++)
        bl_circuit_net(lo->circuit, lo->lanes * (i == 2 ? lo->node_bits : 1), NULL, "%sinward_%s",
                       net, SELECTION[i]);
    bl_circuit_net(lo->circuit, lo->nodes, NULL, "%sdst_ready", net);
}

/* The streams of the network port go over to the network's clock, so that any network can be behind
 * it. */
static void crossing(struct bl_lowering *lo) {
    if (!lo->network_crosses) return;
    port_nets(lo, "net_outward", true);
    port_nets(lo, "net_inward", false);
    selection_nets(lo, "net_");
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_port_crossing", "network_crossing", "to the network's clock and back",
        lo->program->cluster.network.range);
    settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "LOG_DEPTH", BL_CROSSING_LOG_DEPTH);
    bl_instance_connect(lo->circuit, inst, "net_clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "net_rst", "%s", lo->network.reset);
    connect_port(lo, inst, "s_out", "outward", true);
    connect_port(lo, inst, "m_out", "net_outward", true);
    connect_port(lo, inst, "s_in", "net_inward", false);
    connect_port(lo, inst, "m_in", "inward", false);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "dst_ready");
    bl_instance_connect(lo->circuit, inst, "net_dst_ready", "net_dst_ready");
    for (int i = 0; i < 3; i++) {
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "rx_%s", SELECTION[i]),
                            "inward_%s", SELECTION[i]);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "net_rx_%s", SELECTION[i]),
                            "net_inward_%s", SELECTION[i]);
    }
}

static void mesh(struct bl_lowering *lo) {
    const struct bl_network *network = &lo->program->cluster.network;
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_mesh", "network", bl_network_row(network->kind)->title, network->range);
    const char *net = lo->network_crosses ? "net_" : "";
    settings(lo, inst, &lo->network);
    bl_instance_set(lo->circuit, inst, "LOG_BUFFER", lo->plan->links.log_depth);
    bl_instance_set(lo->circuit, inst, "LANE_REACH", 1);
    bl_instance_set(lo->circuit, inst, "PACKET_WORDS", lo->plan->links.lane_words);
    connect_port(lo, inst, "s_net", bl_format(lo->arena, "%soutward", net), true);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "%sdst_ready", net);
    connect_port(lo, inst, "m_net", bl_format(lo->arena, "%sinward", net), false);
    for (int i = 0; i < 3; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "rx_%s", SELECTION[i]),
                            "%sinward_%s", net, SELECTION[i]);
    for (int i = 0; i < 7; i++) {
        const char *side = LINK[i].outward ? "m_link" : "s_link", *all = NULL;
        if (lo->bus) {
            bl_instance_connect(lo->circuit, inst,
                                bl_format(lo->arena, "%s_%s", side, LINK[i].name), "%s_%s",
                                LINK[i].outward ? "leaving" : "arriving", LINK[i].name);
            continue;
        }
        for (int peer = lo->nodes - 1; peer >= 0; peer--)
            all = bl_format(lo->arena, "%s%s%s%d_%s", all ? all : "{", all ? ", " : "", side, peer,
                            LINK[i].name);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", side, LINK[i].name),
                            "%s}", all);
    }
}

/* The links are the cluster's, so the node has them whether or not its program exchanges anything.
 */
static void link_ports(struct bl_lowering *lo) {
    int flit = bl_node_shape(lo->plan).flit_bits;
    const char *inputs = NULL;
    for (int peer = 0; peer < lo->nodes; peer++)
        for (int i = 0; i < 7; i++) {
            const char *name = bl_format(lo->arena, "%s%d_%s",
                                         LINK[i].outward ? "m_link" : "s_link", peer, LINK[i].name);
            int width = LINK[i].width ? LINK[i].width : flit;
            bl_circuit_port(lo->circuit, LINK[i].direction, width, "%s", name);
            if (LINK[i].direction == BL_INPUT)
                inputs = inputs ? bl_format(lo->arena, "%s, %s", inputs, name) : name;
            else if (!lo->route->send) bl_circuit_assign(lo->circuit, name, "%d'd0", width);
        }
    if (!lo->route->send)
        bl_circuit_net(lo->circuit, 1, bl_format(lo->arena, "&{1'b0, %s}", inputs), "unused_links");
}

void bl_lower_network(struct bl_lowering *lo) {
    struct bl_circuit *circuit = lo->circuit;
    if (lo->nodes == 1) return;
    bl_circuit_heading(circuit, "exchange between nodes");
    if (lo->bus) bl_lower_bus_ports(lo);
    else link_ports(lo);
    if (!lo->route->send) return;
    flag_by_step(lo, "use_sizes", uses_sizes);
    epochs(lo);
    flag_by_step(lo, "in_order", ordered);
    port_nets(lo, "outward", true);
    port_nets(lo, "inward", false);
    bl_circuit_net(circuit, lo->lanes, "inward_tlast", "unused_inward_tlast");
    selection_nets(lo, "");
    for (int i = 0; i < lo->route->units[BL_UNIT_JOIN].count; i++)
        join(lo, &lo->route->units[BL_UNIT_JOIN].items[i]);
    send(lo, flow_sizes(lo));
    crossing(lo);
    if (lo->bus) bl_lower_bus(lo);
    mesh(lo);
    receive(lo);
}
