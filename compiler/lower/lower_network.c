#include "lower/lower_network.h"

#include <string.h>
#include "lower/lower.h"
#include "lower/lowering.h"
#include "ir/network.h"
#include "lower/lowering_inner.h"
#include "node/ports.h"
#include "plan/size/crossings.h"

enum { CAUSE_BITS = 8 };

void bl_lower_port_settings(struct bl_lowering *lo, struct bl_instance *inst,
                            const struct bl_domain *domain) {
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "LANES", lo->lanes);
    bl_instance_set(lo->circuit, inst, "ELEMS", lo->node->carrier.cut.elems);
    bl_instance_set(lo->circuit, inst, "ELEM_W", lo->node->carrier.cut.elem_bits);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", domain->clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", domain->reset);
}

static const char *PORT[] = {"tvalid", "tready", "tdata", "tkeep",
                             "tlast",  "tdest",  "tid",   "tuser"};

/* Declares a direction of the network port: towards the network with tdest, from it with tid. */
static void port_nets(struct bl_lowering *lo, const char *name, bool outward) {
    struct bl_cut cut = lo->node->carrier.cut;
    int dest = lo->node_bits + bl_max(1, lo->lane_bits);
    int widths[] = {1, 1, bl_cut_bits(cut), cut.elems, 1, dest, lo->node_bits, 2};
    for (int i = 0; i < 8; i++)
        if (i != (outward ? 6 : 5))
            bl_circuit_net(lo->circuit, lo->lanes * widths[i], NULL, "%s_%s", name, PORT[i]);
}

void bl_lower_connect_port(struct bl_lowering *lo, struct bl_instance *inst, const char *prefix,
                           const char *name, bool outward) {
    for (int i = 0; i < 8; i++)
        if (i != (outward ? 6 : 5))
            bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", prefix, PORT[i]),
                                "%s_%s", name, PORT[i]);
}

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
    bl_lower_port_settings(lo, inst, &lo->domains[0]);
    bl_instance_set(lo->circuit, inst, "LOG_DEPTH", BL_CROSSING_LOG_DEPTH);
    bl_instance_connect(lo->circuit, inst, "net_clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "net_rst", "%s", lo->network.reset);
    bl_lower_connect_port(lo, inst, "s_out", "outward", true);
    bl_lower_connect_port(lo, inst, "m_out", "net_outward", true);
    bl_lower_connect_port(lo, inst, "s_in", "net_inward", false);
    bl_lower_connect_port(lo, inst, "m_in", "inward", false);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "dst_ready");
    bl_instance_connect(lo->circuit, inst, "net_dst_ready", "net_dst_ready");
    for (int i = 0; i < 3; i++) {
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "rx_%s", SELECTION[i]),
                            "inward_%s", SELECTION[i]);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "net_rx_%s", SELECTION[i]),
                            "net_inward_%s", SELECTION[i]);
    }
}

/* ---- below the network port: a link to every peer, which the network carries */

/* The net between bl_endpoint and the network's circuit. */
static const char *carrier_net(struct bl_lowering *lo, const struct bl_carrier_signal *signal) {
    return bl_format(lo->arena, "%s_%s", signal->outward ? "leaving" : "arriving", signal->name);
}

static void carrier_nets(struct bl_lowering *lo) {
    int flit = lo->node->carrier.flit_bits;
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++) {
        const struct bl_carrier_signal *signal = &bl_carrier_signals[i];
        bl_circuit_net(lo->circuit, lo->nodes * (signal->width ? signal->width : flit), NULL, "%s",
                       carrier_net(lo, signal));
    }
}

void bl_lower_connect_carrier(struct bl_lowering *lo, struct bl_instance *inst, const char *infix) {
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++) {
        const struct bl_carrier_signal *signal = &bl_carrier_signals[i];
        bool in = signal->outward != !strcmp(signal->name, "credit");
        bl_instance_connect(lo->circuit, inst,
                            bl_format(lo->arena, "%c_%s%s", in ? 's' : 'm', infix, signal->name),
                            "%s", carrier_net(lo, signal));
    }
    if (!lo->program->cluster.network.carrier->causes) return;
    bl_instance_connect(lo->circuit, inst, "stopped", "carrier_stopped");
    bl_instance_connect(lo->circuit, inst, "cause", "carrier_cause");
}

void bl_lower_link_settings(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_cut cut = lo->node->carrier.cut;
    const struct bl_parameter values[] = {{"NODES", lo->nodes},
                                          {"NODE_W", bl_max(1, lo->node_bits)},
                                          {"ELEMS", cut.elems},
                                          {"ELEM_W", cut.elem_bits},
                                          {"CHAN_W", bl_max(1, lo->lane_bits)}};
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
}

void bl_lower_network_clock(struct bl_lowering *lo, struct bl_instance *inst) {
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", lo->network.reset);
}

const char *bl_lower_network_node(struct bl_lowering *lo) {
    if (lo->network_node) return lo->network_node;
    lo->network_node = lo->network_crosses ? "net_node" : "node";
    if (!lo->network_crosses) return lo->network_node;
    bl_circuit_net(lo->circuit, lo->node_bits, NULL, "%s", lo->network_node);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", "node_crossing",
                                                   "the node's number",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", lo->node_bits);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "s", "node");
    bl_instance_connect(lo->circuit, inst, "m", "%s", lo->network_node);
    return lo->network_node;
}

static void table_crossing(struct bl_lowering *lo, const char *name, const char *from,
                           const char *to, int width, int stages, const char *clock) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", name,
                                                   "a word of the node's table",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", width);
    bl_instance_set(lo->circuit, inst, "STAGES", stages);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", clock);
    bl_instance_connect(lo->circuit, inst, "s", "%s", from);
    bl_instance_connect(lo->circuit, inst, "m", "%s", to);
}

/* Bit 31 comes two cycles behind the others. */
void bl_lower_connect_table(struct bl_lowering *lo, struct bl_instance *inst) {
    const char *net = lo->network_crosses ? "net" : "network", *clock = lo->network.clock;
    bl_instance_connect(lo->circuit, inst, "table_word", "%s_table", net);
    bl_instance_connect(lo->circuit, inst, "table_taken", "%s_table_taken", net);
    if (!lo->network_crosses) return;
    bl_circuit_net(lo->circuit, 32, NULL, "net_table");
    bl_circuit_net(lo->circuit, 32, NULL, "net_table_taken");
    table_crossing(lo, "table_crossing", "network_table[30:0]", "net_table[30:0]", 31, 2, clock);
    table_crossing(lo, "table_stands", "network_table[31]", "net_table[31]", 1, 4, clock);
    table_crossing(lo, "taken_crossing", "net_table_taken", "network_table_taken", 32, 2,
                   lo->domains[0].clock);
}

void bl_lower_barriers(struct bl_lowering *lo, struct bl_instance *inst) {
    if (!lo->node->carrier.barriers) bl_circuit_net(lo->circuit, 1, NULL, "unused_barrier_leaves");
    bl_instance_connect(lo->circuit, inst, "barrier_enters",
                        lo->node->carrier.barriers ? "barrier_enters" : "1'b0");
    bl_instance_connect(lo->circuit, inst, "barrier_leaves",
                        lo->node->carrier.barriers ? "barrier_leaves" : "unused_barrier_leaves");
}

void bl_lower_on_carrier(struct bl_lowering *lo, struct bl_instance *inst) {
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++) {
        const struct bl_carrier_signal *link = &bl_carrier_signals[i];
        const char *prefix = link->outward ? "m_link" : "s_link";
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", prefix, link->name),
                            "%s", carrier_net(lo, link));
    }
}

static void carrier(struct bl_lowering *lo) {
    const struct bl_network *network = &lo->program->cluster.network;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_endpoint", "network",
                                                   network->carrier->title, network->range);
    const char *net = lo->network_crosses ? "net_" : "";
    bl_lower_port_settings(lo, inst, &lo->network);
    bl_instance_set(lo->circuit, inst, "LOG_BUFFER", lo->node->carrier.links.log_depth);
    bl_instance_set(lo->circuit, inst, "LANE_REACH", 1);
    bl_instance_set(lo->circuit, inst, "PACKET_WORDS", lo->node->carrier.links.lane_words);
    bl_instance_set(lo->circuit, inst, "TURN_WORDS", lo->node->carrier.links.turn_words);
    bl_lower_connect_port(lo, inst, "s_net", bl_format(lo->arena, "%soutward", net), true);
    bl_instance_connect(lo->circuit, inst, "dst_ready", "%sdst_ready", net);
    bl_lower_connect_port(lo, inst, "m_net", bl_format(lo->arena, "%sinward", net), false);
    for (int i = 0; i < 3; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "rx_%s", SELECTION[i]),
                            "%sinward_%s", net, SELECTION[i]);
    bl_lower_on_carrier(lo, inst);
}

void bl_lower_port_nets(struct bl_lowering *lo) {
    port_nets(lo, "outward", true);
    port_nets(lo, "inward", false);
    bl_circuit_net(lo->circuit, lo->lanes, "inward_tlast", "unused_inward_tlast");
    selection_nets(lo, "");
}

/* The node has its pins whether or not its program exchanges anything. */
static void idle(struct bl_lowering *lo) {
    const struct bl_pins pins = bl_node_medium_pins(lo->node);
    const char *inputs = "1'b0";
    for (int i = 0; i < pins.count; i++) {
        const struct bl_pin *pin = &pins.items[i];
        const char *name = bl_format(lo->arena, "%s_%s", pin->interface, pin->role);
        if (pin->direction == BL_INPUT) inputs = bl_format(lo->arena, "%s, %s", inputs, name);
        else bl_circuit_assign(lo->circuit, name, "%d'd0", pin->width);
    }
    bl_circuit_net(lo->circuit, 1, bl_format(lo->arena, "&{%s}", inputs), "unused_pins");
}

/* What the carrier says of its end, as the core sees it. */
static void cause_crossing(struct bl_lowering *lo) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", "stop_crossing",
                                                   "the network's end and its cause",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", 1 + CAUSE_BITS);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->domains[0].clock);
    bl_instance_connect(lo->circuit, inst, "s", "{carrier_stopped, carrier_cause}");
    bl_instance_connect(lo->circuit, inst, "m", "{network_stopped, network_cause}");
}

/* network_stopped and network_cause: constants where the carrier never stops. */
static void stop_nets(struct bl_lowering *lo) {
    bool may = lo->nodes > 1 && lo->node->carrier.joined &&
               lo->program->cluster.network.carrier->causes;
    const char *stopped = lo->network_crosses ? NULL : "carrier_stopped",
               *cause = lo->network_crosses ? NULL : "carrier_cause";
    if (may) {
        bl_circuit_net(lo->circuit, 1, NULL, "carrier_stopped");
        bl_circuit_net(lo->circuit, CAUSE_BITS, NULL, "carrier_cause");
    }
    bl_circuit_net(lo->circuit, 1, may ? stopped : "1'b0", "network_stopped");
    bl_circuit_net(lo->circuit, CAUSE_BITS, may ? cause : "8'd0", "network_cause");
    if (may && lo->network_crosses) cause_crossing(lo);
}

/* Words of the host for the network. Without an exchange those that it writes are not used, and
   those that it reads stop. */
static void register_nets(struct bl_lowering *lo) {
    bool joined = lo->node->carrier.joined;
    for (int i = 0; i < lo->node->registers->count; i++) {
        const struct bl_register *reg = &lo->node->registers->items[i];
        if (!reg->network) continue;
        const char *value = joined ? NULL : "32'd0";
        if (reg->config)
            value = bl_format(lo->arena, "settings[%d:%d]", 32 * reg->word + 31, 32 * reg->word);
        bl_circuit_net(lo->circuit, 32, value, "%s%s", reg->config && !joined ? "unused_" : "",
                       reg->net);
    }
}

bool bl_lower_network_begin(struct bl_lowering *lo) {
    stop_nets(lo);
    if (lo->nodes == 1) return false;
    register_nets(lo);
    bl_circuit_heading(lo->circuit, "network");
    if (!lo->node->carrier.joined) idle(lo);
    return lo->node->carrier.joined;
}

void bl_lower_carrier(struct bl_lowering *lo) {
    if (!lo->program->cluster.network.carrier->channels) carrier_nets(lo);
    lo->program->cluster.network.carrier->lower(lo);
}

void bl_lower_network(struct bl_lowering *lo) {
    if (!bl_lower_network_begin(lo)) return;
    crossing(lo);
    bl_lower_carrier(lo);
    carrier(lo);
}
