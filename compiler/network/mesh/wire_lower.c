/* The node's side of links over serial cores: bl_wire_links between the endpoint's links and the
   cores' pins. */
#include "base/arena.h"
#include "base/bits.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/links/links.h"
#include "network/mesh/carried/wire.h"
#include "network/mesh/mesh_inner.h"

/* ---- the port */

static const struct bl_signal outward[] = {BL_WIRE_OUTWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              inward[] = {BL_WIRE_INWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum { OUTWARD = sizeof outward / sizeof *outward, INWARD = sizeof inward / sizeof *inward };

static const struct bl_port_face face = {.header = "network/mesh/carried/wire.h",
                                         .sources = "simulation/medium/wire",
                                         .in = "struct bl_wire_in",
                                         .out = "struct bl_wire_out",
                                         .member = "network"};

static void add(struct bl_arena *arena, struct bl_pins *pins, const struct bl_signal *signals,
                int count, const char *interface, const char *path, int wire) {
    for (int i = 0; i < count; i++)
        bl_pins_add(arena, pins, &signals[i], signals[i].width ? signals[i].width : wire, interface,
                    path);
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    int wire = bl_mesh(cluster)->wire;
    (void)flit_bits;
    for (int peer = 0; peer < cluster->nodes; peer++) {
        add(arena, pins, outward, OUTWARD, bl_format(arena, "m_wire%d", peer),
            bl_format(arena, "to[%d]", peer), wire);
        add(arena, pins, inward, INWARD, bl_format(arena, "s_wire%d", peer),
            bl_format(arena, "from[%d]", peer), wire);
    }
}

const struct bl_network_port bl_wire_ports[] = {{"network", &face, add_pins, NULL}, {0}};

/* ---- the circuit */

static void parameters(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_cluster *cluster = &lo->program->cluster;
    const struct bl_carrier *carrier = &lo->node->carrier;
    const struct bl_wire_plan plan = bl_wire_plan(cluster, carrier);
    const struct bl_parameter values[] = {{"WIDTH", bl_mesh(cluster)->wire},
                                          {"RUN", plan.flits},
                                          {"LOG_RING", plan.log_ring},
                                          {"TIMEOUT", plan.timeout},
                                          {"SILENCE", plan.silence}};
    bl_lower_link_settings(lo, inst);
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
}

static void connect(struct bl_lowering *lo, struct bl_instance *inst, const char *node) {
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "node", "%s", node);
    bl_lower_connect_carrier(lo, inst, "");
    for (int i = 0; i < OUTWARD; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "m_wire_%s", outward[i].name),
                            "%s", bl_link_bundle(lo, "m_wire", outward[i].name));
    for (int i = 0; i < INWARD - 1; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_wire_%s", inward[i].name),
                            "%s", bl_link_bundle(lo, "s_wire", inward[i].name));
    bl_instance_connect(lo->circuit, inst, "up", "%s", bl_link_bundle(lo, "s_wire", "up"));
}

void bl_wire_lower(struct bl_lowering *lo) {
    const char *node = bl_lower_network_node(lo);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_wire_links", "wires",
                                                   "links over serial cores",
                                                   lo->program->cluster.network.range);
    parameters(lo, inst);
    connect(lo, inst, node);
}
