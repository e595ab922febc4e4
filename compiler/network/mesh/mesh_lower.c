/* The node's side of links as pins: bl_link_loop between the endpoint's links and the pins. */
#include "base/arena.h"
#include "base/bits.h"
#include "ir/network.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/links/links.h"
#include "network/mesh/mesh_inner.h"

static void connect_pins(struct bl_lowering *lo, struct bl_instance *inst) {
    for (int i = 0; i < BL_CARRIER_SIGNALS; i++) {
        const struct bl_carrier_signal *signal = &bl_carrier_signals[i];
        const char *prefix = signal->outward ? "m_link" : "s_link";
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", prefix, signal->name),
                            "%s", bl_link_bundle(lo, prefix, signal->name));
    }
}

void bl_mesh_lower(struct bl_lowering *lo) {
    const char *node = bl_lower_network_node(lo);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_link_loop", "links",
                                                   "what the node sends to itself stays in it",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "NODE_W", bl_max(1, lo->node_bits));
    bl_instance_set(lo->circuit, inst, "FLIT_W", lo->node->carrier.flit_bits);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "node", "%s", node);
    bl_lower_connect_carrier(lo, inst, "");
    connect_pins(lo, inst);
}
