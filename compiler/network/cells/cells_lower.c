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

/* Signals of these directions. */
struct kinds {
    bool in, out;
};

static void add(struct bl_arena *arena, struct bl_pins *pins, const struct bl_signal *signals,
                int count, const char *interface, const char *path, int word, struct kinds kinds) {
    for (int i = 0; i < count; i++)
        if (signals[i].direction == BL_INPUT ? kinds.in : kinds.out)
            bl_pins_add(arena, pins, &signals[i], signals[i].width ? signals[i].width : word,
                        interface, path);
}

static void add_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                     struct bl_pins *pins) {
    const struct kinds kinds = {!bl_cells(cluster)->crosses, true};
    int word = bl_cells(cluster)->word;
    (void)flit_bits;
    for (int link = 0; link < BL_CELL_LINKS; link++) {
        add(arena, pins, outward, OUTWARD, bl_format(arena, "m_cell%d", link),
            bl_format(arena, "to[%d]", link), word, kinds);
        add(arena, pins, inward, INWARD, bl_format(arena, "s_cell%d", link),
            bl_format(arena, "from[%d]", link), word, kinds);
    }
}

/* What comes with a clock of its own. */
static void add_in(struct bl_arena *arena, const struct bl_cluster *cluster, struct bl_pins *pins,
                   int link) {
    const struct kinds kinds = {bl_cells(cluster)->crosses, false};
    add(arena, pins, inward, INWARD, bl_format(arena, "%s%d", BL_CELL_CLOCK_IN, link),
        bl_format(arena, "from[%d]", link), bl_cells(cluster)->word, kinds);
}
static void add_back(struct bl_arena *arena, const struct bl_cluster *cluster, struct bl_pins *pins,
                     int link) {
    const struct kinds kinds = {bl_cells(cluster)->crosses, false};
    add(arena, pins, outward, OUTWARD, bl_format(arena, "%s%d", BL_CELL_CLOCK_BACK, link),
        bl_format(arena, "to[%d]", link), bl_cells(cluster)->word, kinds);
}
#define OF_LINK(ADD, LINK)                                                             \
    static void ADD##_##LINK(struct bl_arena *arena, const struct bl_cluster *cluster, \
                             int flit_bits, struct bl_pins *pins) {                    \
        (void)flit_bits;                                                               \
        ADD(arena, cluster, pins, LINK);                                               \
    }
OF_LINK(add_in, 0)
OF_LINK(add_in, 1)
OF_LINK(add_back, 0)
OF_LINK(add_back, 1)

const struct bl_network_port bl_cells_ports[] = {
    {"network", &face, add_pins, NULL},
    {"link 0 in", &face, add_in_0, BL_CELL_CLOCK_IN "0"},
    {"link 1 in", &face, add_in_1, BL_CELL_CLOCK_IN "1"},
    {"wire back of link 0", &face, add_back_0, BL_CELL_CLOCK_BACK "0"},
    {"wire back of link 1", &face, add_back_1, BL_CELL_CLOCK_BACK "1"},
    {0}};

const char *const *bl_cells_clocks(const struct bl_cluster *cluster) {
    static const char *const names[] = {BL_CELL_CLOCK_IN "0", BL_CELL_CLOCK_IN "1",
                                        BL_CELL_CLOCK_BACK "0", BL_CELL_CLOCK_BACK "1", NULL};
    return bl_cells(cluster)->crosses ? names : &names[sizeof names / sizeof *names - 1];
}

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
    const struct bl_parameter values[] = {{"WORD_W", own->word},
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
                                          {"CROSSES", own->crosses},
                                          {"BARRIERS", carrier->barriers}};
    bl_lower_link_settings(lo, inst);
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
}

/* A signal of both links side by side. */
static void connect_pins(struct bl_lowering *lo, struct bl_instance *inst, const char *interface,
                         const char *role, const char *from) {
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", interface, role),
                        "{%s1_%s, %s0_%s}", from, role, from, role);
}

/* ---- links with clocks of their own: what comes, as bl_cells takes it */

static const char *of_link(struct bl_lowering *lo, const char *interface, int link,
                           const char *role) {
    return bl_format(lo->arena, "%s%d_%s", interface, link, role);
}

static struct bl_instance *crossing(struct bl_lowering *lo, const char *template,
                                    const char *interface, int link, const char *comment) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, template,
                                                   of_link(lo, interface, link, "crossing"),
                                                   comment, lo->program->cluster.network.range);
    bl_instance_connect(lo->circuit, inst, "s_clk", "%s", of_link(lo, interface, link, "clk"));
    bl_instance_connect(lo->circuit, inst, "s_rst", "rst_%s%d", interface, link);
    bl_instance_connect(lo->circuit, inst, "m_clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "m_rst", "%s", lo->network.reset);
    return inst;
}

/* A net of the node's clock, at a port of the template. */
static void crossed(struct bl_lowering *lo, struct bl_instance *inst, const char *port, int width,
                    const char *net) {
    bl_instance_connect(lo->circuit, inst, port, "%s",
                        bl_circuit_net(lo->circuit, width, NULL, "%s", net));
}

static void cross_in(struct bl_lowering *lo, int link) {
    const struct bl_cells *own = bl_cells(&lo->program->cluster);
    struct bl_instance *inst = crossing(lo, "bl_cell_cross", BL_CELL_CLOCK_IN, link,
                                        "what comes over a link, in the node's clock");
    bl_instance_set(lo->circuit, inst, "WORD_W", own->word);
    bl_instance_set(lo->circuit, inst, "CELL_WORDS", own->cell);
    for (int i = 0; i < INWARD; i++)
        if (inward[i].direction == BL_INPUT)
            bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_%s", inward[i].name),
                                "%s", of_link(lo, BL_CELL_CLOCK_IN, link, inward[i].name));
    crossed(lo, inst, "m_tvalid", 1, of_link(lo, "cell", link, "tvalid"));
    crossed(lo, inst, "m_first", 1, of_link(lo, "cell", link, "first"));
    crossed(lo, inst, "m_word", own->word, of_link(lo, "cell", link, "word"));
    crossed(lo, inst, "m_good", 1, of_link(lo, "cell", link, "parity"));
}

static void cross_back(struct bl_lowering *lo, int link) {
    struct bl_instance *inst = crossing(lo, "bl_cell_said", BL_CELL_CLOCK_BACK, link,
                                        "what is said of a link out, in the node's clock");
    bl_instance_connect(lo->circuit, inst, "s_say", "%s",
                        of_link(lo, BL_CELL_CLOCK_BACK, link, "said"));
    crossed(lo, inst, "m_tvalid", 1, of_link(lo, "cell", link, "says"));
    crossed(lo, inst, "m_say", 1, of_link(lo, "cell", link, "said"));
}

static void connect_links(struct bl_lowering *lo, struct bl_instance *inst) {
    const bool crosses = bl_cells(&lo->program->cluster)->crosses;
    for (int i = 0; i < OUTWARD; i++)
        connect_pins(lo, inst, "m_cell", outward[i].name,
                     crosses && outward[i].direction == BL_INPUT ? "cell" : "m_cell");
    for (int i = 0; i < INWARD; i++)
        connect_pins(lo, inst, "s_cell", inward[i].name,
                     crosses && inward[i].direction == BL_INPUT ? "cell" : "s_cell");
    if (crosses) connect_pins(lo, inst, "m_cell", "says", "cell");
    else bl_instance_connect(lo->circuit, inst, "m_cell_says", "2'b11");
    if (crosses) connect_pins(lo, inst, "s_cell", "tvalid", "cell");
    else bl_instance_connect(lo->circuit, inst, "s_cell_tvalid", "2'b11");
}

void bl_cells_lower(struct bl_lowering *lo) {
    const char *node = bl_lower_network_node(lo);
    for (int link = 0; link < BL_CELL_LINKS && bl_cells(&lo->program->cluster)->crosses; link++) {
        cross_in(lo, link);
        cross_back(lo, link);
    }
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_cells", "cells",
                                                   "links in cells, and a switch",
                                                   lo->program->cluster.network.range);
    parameters(lo, inst);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "node", "%s", node);
    bl_lower_connect_carrier(lo, inst, "");
    bl_lower_connect_table(lo, inst);
    bl_lower_barriers(lo, inst);
    connect_counts(lo, inst);
    connect_links(lo, inst);
}
