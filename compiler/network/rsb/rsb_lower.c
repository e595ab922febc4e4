/* The node's side of a ring segmented bus: the mesh's links as packets of words, and the connector
   to the domain's arbiter cell and switch, which are outside of the node's circuit, as are the
   other segments. */
#include "base/arena.h"
#include "base/bits.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/model/rsb.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/rsb/carried/sim_bus.h"
#include "network/rsb/rsb_network_inner.h"
#include "plan/size/crossings.h"

int bl_bus_number_lines(const struct bl_cluster *cluster) {
    return bl_max(1, bl_log2(cluster->nodes));
}

static const struct bl_port_face face = {.header = "network/rsb/carried/sim_bus.h",
                                         .sources = "simulation/medium/bus",
                                         .in = "struct bl_sim_bus_in",
                                         .out = "struct bl_sim_bus_out",
                                         .member = "network"};

static const struct bl_signal signals[] = {BL_BUS_PINS(BL_SIGNAL_IN, BL_SIGNAL_OUT)};

static int width_of(const struct bl_cluster *cluster, int width) {
    return width == BL_WIDTH_NUMBER  ? bl_bus_number_lines(cluster)
           : width == BL_WIDTH_LINES ? bl_rsb_network(cluster)->lines + 2
                                     : width;
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    (void)flit_bits;
    for (int i = 0; i < (int)(sizeof signals / sizeof *signals); i++) {
        bool out = signals[i].direction == BL_OUTPUT;
        struct bl_pin *pin = bl_pins_add(arena, pins, &signals[i],
                                         width_of(cluster, signals[i].width),
                                         out ? "m_bus" : "s_bus", NULL);
        pin->clockless = !out;
    }
}

const struct bl_network_port bl_bus_ports[] = {{"network", &face, add_pins, NULL}, {0}};

static struct bl_instance *instance(struct bl_lowering *lo, const char *module, const char *name,
                                    const char *comment) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, module, name, comment,
                                                   lo->program->cluster.network.range);
    bl_lower_network_clock(lo, inst);
    return inst;
}

/* The words of packets both ways. */
static void nets(struct bl_lowering *lo, int word) {
    bl_circuit_net(lo->circuit, lo->node_bits, NULL, "packet_tdest");
    static const char *const bits[] = {"packet_tvalid", "packet_tready", "packet_tlast",
                                       "came_tvalid", "unused_came_tlast"};
    for (int i = 0; i < 5; i++) bl_circuit_net(lo->circuit, 1, NULL, "%s", bits[i]);
    bl_circuit_net(lo->circuit, word, NULL, "packet_tdata");
    bl_circuit_net(lo->circuit, word, NULL, "came_tdata");
}

static void links(struct bl_lowering *lo, int flit) {
    static const char *const ports[][2] = {
        {"m_word_tvalid", "packet_tvalid"}, {"m_word_tready", "packet_tready"},
        {"m_word_tdata", "packet_tdata"},   {"m_word_tdest", "packet_tdest"},
        {"m_word_tlast", "packet_tlast"},   {"s_word_tvalid", "came_tvalid"},
        {"s_word_tdata", "came_tdata"}};
    const char *node = bl_lower_network_node(lo);
    struct bl_instance *inst = instance(lo, "bl_rsb_links", "links",
                                        "links as packets over the bus");
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "NODE_W", lo->node_bits);
    bl_instance_set(lo->circuit, inst, "FLIT_W", flit);
    bl_instance_set(lo->circuit, inst, "LOG_BUFFER", lo->node->carrier.links.log_depth);
    bl_instance_set(lo->circuit, inst, "PACKET_WORDS", BL_BUS_PACKET_WORDS);
    bl_instance_connect(lo->circuit, inst, "node", "%s", node);
    bl_lower_connect_carrier(lo, inst, "flit_");
    for (int i = 0; i < 7; i++)
        bl_instance_connect(lo->circuit, inst, ports[i][0], "%s", ports[i][1]);
}

/* A second packet to the same domain waits until the token has been round three times, and for the
   longest pause of a domain that was refused there. */
static int rest(const struct bl_lowering *lo) {
    double cycles = 3 * bl_bus_times(&lo->program->cluster, &lo->node->carrier).lap_cycles +
                    BL_RSB_PAUSE + 12;
    return cycles < 255 ? (int)cycles : 255;
}

/* The token leaves a domain that has been answered when the ways that were not granted are free
   again: to the cell that refused and back over the longest segments, a few tables a hop, and what
   a cell that was made has more at both ends. */
static int settle(const struct bl_lowering *lo) {
    const struct bl_rsb_network *network = bl_rsb_network(&lo->program->cluster);
    double clock_ps = 1e12 / lo->program->cluster.clocks[lo->program->cluster.network.clock].hertz;
    double cycles = 2 * (double)(lo->nodes - 1) *
                        (double)(network->delay_ps + 3 * network->gate_ps) / clock_ps +
                    4;
    if (network->made)
        cycles += 2 * (double)(network->made->extra_gates * network->gate_ps) / clock_ps;
    return cycles < 255 ? (int)cycles : 255;
}

static void connector(struct bl_lowering *lo, int word) {
    static const char *const ports[][2] = {{"s_tvalid", "packet_tvalid"},
                                           {"s_tready", "packet_tready"},
                                           {"s_tdata", "packet_tdata"},
                                           {"s_tdest", "packet_tdest"},
                                           {"s_tlast", "packet_tlast"},
                                           {"m_tvalid", "came_tvalid"},
                                           {"m_tready", "1'b1"},
                                           {"m_tdata", "came_tdata"},
                                           {"m_tlast", "unused_came_tlast"},
                                           {"m_number", "m_bus_number"},
                                           {"m_request", "m_bus_request"},
                                           {"s_notified", "s_bus_notified"},
                                           {"s_busy", "s_bus_busy"},
                                           {"s_path", "s_bus_path"},
                                           {"m_line", "m_bus_line"},
                                           {"s_ack", "s_bus_ack"},
                                           {"s_line", "s_bus_line"},
                                           {"m_ack", "m_bus_ack"}};
    struct bl_instance *inst = instance(lo, "bl_rsb_connector", "connector",
                                        "connector to the ring segmented bus");
    bl_instance_set(lo->circuit, inst, "NUMBER", lo->node_bits);
    bl_instance_set(lo->circuit, inst, "WIDTH", word);
    bl_instance_set(lo->circuit, inst, "LINES", bl_rsb_network(&lo->program->cluster)->lines);
    bl_instance_set(lo->circuit, inst, "REST", rest(lo));
    bl_instance_set(lo->circuit, inst, "SETTLE", settle(lo));
    if (bl_rsb_network(&lo->program->cluster)->on_boards)
        bl_instance_set(lo->circuit, inst, "EARLY",
                        bl_rsb_network(&lo->program->cluster)->on_boards->onboard->early);
    for (int i = 0; i < 18; i++)
        bl_instance_connect(lo->circuit, inst, ports[i][0], "%s", ports[i][1]);
}

void bl_bus_lower(struct bl_lowering *lo) {
    int flit = lo->node->carrier.flit_bits;
    int word = bl_bus_word_bits(&lo->program->cluster, &lo->node->carrier);
    nets(lo, word);
    links(lo, flit);
    connector(lo, word);
}
