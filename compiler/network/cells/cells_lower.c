/* The node's side of cells: bl_cells between the endpoint's links and the pins. */
#include "base/arena.h"
#include "base/bits.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/cells/cells_inner.h"

/* ---- the port */

static const struct bl_signal outward[] = {BL_CELL_OUTWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              inward[] = {BL_CELL_INWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum { OUTWARD = sizeof outward / sizeof *outward, INWARD = sizeof inward / sizeof *inward };

static const struct bl_port_face face = {.header = "network/cells/carried/cells.h",
                                         .sources = "simulation/medium/cells",
                                         .in = "struct bl_cells_in",
                                         .out = "struct bl_cells_out",
                                         .member = "network"};

static void add(struct bl_arena *arena, struct bl_pins *pins, const struct bl_signal *signals,
                int count, const char *interface, const char *path, int word) {
    for (int i = 0; i < count; i++)
        bl_pins_add(arena, pins, &signals[i], signals[i].width ? signals[i].width : word, interface,
                    path);
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    int word = bl_cells(cluster)->word;
    (void)flit_bits;
    for (int link = 0; link < BL_CELL_LINKS; link++) {
        add(arena, pins, outward, OUTWARD, bl_format(arena, "m_cell%d", link),
            bl_format(arena, "to[%d]", link), word);
        add(arena, pins, inward, INWARD, bl_format(arena, "s_cell%d", link),
            bl_format(arena, "from[%d]", link), word);
    }
}

const struct bl_network_port bl_cells_ports[] = {{"network", &face, add_pins}, {0}};

/* ---- the host's words */

const struct bl_network_register bl_cells_registers[] = {
    BL_NETWORK_TABLE("{changes, 0 [7], source [4], group [4], four entries [4]}: routes"),
    {.name = "cells", .help = "cells that came over a link whole, modulo 2^32"},
    {.name = "damaged", .help = "cells of which a word came damaged or that were missed"},
    {0}};

static const char *const counts[][2] = {{"sent", "cells"}, {"again", "damaged"}};
enum { COUNTS = sizeof counts / sizeof *counts };

static void connect_counts(struct bl_lowering *lo, struct bl_instance *inst) {
    const char *net = lo->network_crosses ? "net" : "network";
    for (int i = 0; i < COUNTS; i++) {
        bl_instance_connect(lo->circuit, inst, counts[i][0], "%s_%s", net, counts[i][1]);
        if (!lo->network_crosses) continue;
        bl_circuit_net(lo->circuit, 32, NULL, "net_%s", counts[i][1]);
        struct bl_instance *to = bl_circuit_instance(
            lo->circuit, "bl_synchroniser", bl_format(lo->arena, "%s_crossing", counts[i][1]),
            "a count for the host", lo->program->cluster.network.range);
        bl_instance_set(lo->circuit, to, "WIDTH", 32);
        bl_instance_connect(lo->circuit, to, "clk", "%s", lo->domains[0].clock);
        bl_instance_connect(lo->circuit, to, "s", "net_%s", counts[i][1]);
        bl_instance_connect(lo->circuit, to, "m", "network_%s", counts[i][1]);
    }
}

/* ---- the circuit */

static void parameters(struct bl_lowering *lo, struct bl_instance *inst) {
    const struct bl_cells *own = bl_cells(&lo->program->cluster);
    const struct bl_carrier *carrier = &lo->node->carrier;
    const struct bl_cells_plan plan = bl_cells_plan(&lo->program->cluster, carrier);
    const struct {
        const char *name;
        int value;
    } values[] = {{"NODES", lo->nodes},
                  {"NODE_W", bl_max(1, lo->node_bits)},
                  {"ELEMS", carrier->cut.elems},
                  {"ELEM_W", carrier->cut.elem_bits},
                  {"CHAN_W", bl_max(1, lo->lane_bits)},
                  {"WORD_W", own->word},
                  {"CELL_WORDS", own->cell},
                  {"VCS", own->channels},
                  {"LOG_CELLS", bl_log2(own->buffer)},
                  {"ORDER", own->order},
                  {"FORWARD", own->forward},
                  {"LOG_BUFFER", carrier->links.log_depth},
                  {"TIMEOUT", plan.timeout},
                  {"RETRIES", own->retries},
                  {"SILENCE", plan.silence},
                  {"IDLE", own->idle},
                  {"REPAIR", own->repair},
                  {"BARRIERS", carrier->barriers}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        bl_instance_set(lo->circuit, inst, values[i].name, values[i].value);
}

/* A signal of both links side by side. */
static void connect_pins(struct bl_lowering *lo, struct bl_instance *inst, const char *interface,
                         const char *role) {
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", interface, role),
                        "{%s1_%s, %s0_%s}", interface, role, interface, role);
}

void bl_cells_lower(struct bl_lowering *lo) {
    const char *node = bl_lower_network_node(lo);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_cells", "cells",
                                                   "links in cells, and a switch",
                                                   lo->program->cluster.network.range);
    parameters(lo, inst);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", lo->network.reset);
    bl_instance_connect(lo->circuit, inst, "node", "%s", node);
    bl_lower_connect_carrier(lo, inst, "");
    bl_lower_connect_table(lo, inst);
    bl_lower_barriers(lo, inst);
    connect_counts(lo, inst);
    for (int i = 0; i < OUTWARD; i++) connect_pins(lo, inst, "m_cell", outward[i].name);
    for (int i = 0; i < INWARD; i++) connect_pins(lo, inst, "s_cell", inward[i].name);
}
