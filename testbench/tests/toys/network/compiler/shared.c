/* A medium that all nodes share, a flit at a time: nodes have turns of some cycles. A toy that
   shows what a network needs: this folder, its template, its medium, its row in
   network/networks.def, and what the conformance bench drives. Credits go beside. */
#include "base/arena.h"
#include "base/bits.h"
#include "base/diag.h"
#include "base/text.h"
#include "check/check.h"
#include "lower/lower.h"
#include "lower/lower_network.h"
#include "lower/lowering.h"
#include "network/edge_list.h"
#include "network/networks.h"
#include "network/shared/carried/shared.h"
#include "settings/setting.h"
#include "templates/cost.h"

struct shared {
    int turn;    /* cycles */
    int guarded; /* 1: it has no faults */
    enum { UP, DOWN } order;
    int64_t latency_ps;
};

enum { MOST_ROUND = 512 /* cycles */ };

static const struct shared *of(const struct bl_cluster *cluster) { return cluster->network.own; }

static const struct bl_setting settings[] = {
    BL_SETTING("latency", TIME, 1e-9, 1e-3, BL_NEEDED, PS, shared, latency_ps,
               .help = "from node to node"),
    BL_SETTING("guarded", NUMBER, 1, 1, 0, INT, shared, guarded,
               .help = "1: nothing can be made to go wrong"),
    BL_SETTING("turn", NUMBER, 1, 64, 1, INT, shared, turn, .help = "cycles of a node's turn"),
    BL_SETTING_WORDS("order", UP, shared, order, "of the nodes' addresses", "up", "down"),
    {0}};

/* ---- the port */

static const struct bl_signal signals[] = {BL_SHARED_PINS(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum { SIGNALS = sizeof signals / sizeof *signals };

static const struct bl_port_face face = {.header = "network/shared/carried/shared.h",
                                         .sources = "simulation/medium/shared",
                                         .in = "struct bl_shared_in",
                                         .out = "struct bl_shared_out",
                                         .member = "network"};

static int width_of(int width, int nodes, int flit_bits) {
    switch (width) {
    case BL_SHARED_NODE: return bl_max(1, bl_log2(nodes));
    case BL_SHARED_FLIT: return flit_bits;
    case BL_SHARED_CREDITS: return 4 * nodes;
    default: return width;
    }
}

static void add(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                struct bl_pins *all, bool credits) {
    for (int i = 0; i < SIGNALS; i++)
        if ((signals[i].width == BL_SHARED_CREDITS) == credits)
            bl_pins_add(arena, all, &signals[i],
                        width_of(signals[i].width, cluster->nodes, flit_bits),
                        signals[i].direction == BL_INPUT ? "s_shared" : "m_shared", NULL);
}

static void flit_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                      struct bl_pins *all) {
    add(arena, cluster, flit_bits, all, false);
}
static void credit_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                        struct bl_pins *all) {
    add(arena, cluster, flit_bits, all, true);
}

/* Credits go beside the medium: a port of their own. */
static const struct bl_network_port ports[] = {
    {"medium", &face, flit_pins, NULL}, {"credits", &face, credit_pins, NULL}, {0}};

static void write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct shared *shared = of(node->cluster);
    bl_text_add(text,
                "#include \"network/shared/carried/shared.h\"\n\n"
                "static const struct bl_shared_config medium = {%d, %d, %lld};\n\n",
                shared->turn, shared->order == DOWN, (long long)shared->latency_ps);
}

/* The addresses of all peers, alike in all nodes. */
static const uint32_t *table(struct bl_arena *arena, const struct bl_node *node, int *count) {
    int nodes = *count = node->cluster->nodes;
    uint32_t *words = BL_NEW(arena, uint32_t, nodes * nodes);
    for (int i = 0; i < nodes * nodes; i++) {
        int peer = i % nodes;
        bool down = of(node->cluster)->order == DOWN;
        words[i] = (uint32_t)(peer << 8 | (down ? nodes - 1 - peer : peer));
    }
    return words;
}

/* ---- the circuit */

/* The count of flits for the host. */
static const char *sent(struct bl_lowering *lo) {
    if (!lo->network_crosses) return "network_sent";
    bl_circuit_net(lo->circuit, 32, NULL, "net_sent");
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", "sent_crossing",
                                                   "flits sent",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "WIDTH", 32);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->domains[0].clock);
    bl_instance_connect(lo->circuit, inst, "s", "net_sent");
    bl_instance_connect(lo->circuit, inst, "m", "network_sent");
    return "net_sent";
}

static void lower(struct bl_lowering *lo) {
    int flit = lo->node->carrier.flit_bits;
    const char *count = sent(lo);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_shared_port", "shared_port",
                                                   "the node's turns of the shared medium",
                                                   lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "NODES", lo->nodes);
    bl_instance_set(lo->circuit, inst, "NODE_W", bl_max(1, lo->node_bits));
    bl_instance_set(lo->circuit, inst, "FLIT_W", flit);
    bl_instance_set(lo->circuit, inst, "BARRIERS", bl_max(1, lo->node->carrier.barriers));
    bl_instance_connect(lo->circuit, inst, "clk", "%s", lo->network.clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", lo->network.reset);
    bl_lower_connect_carrier(lo, inst, "");
    bl_lower_connect_table(lo, inst);
    bl_lower_barriers(lo, inst);
    bl_instance_connect(lo->circuit, inst, "sent", "%s", count);
    for (int i = 0; i < SIGNALS; i++) {
        const char *port = bl_format(lo->arena, "%c_shared_%s",
                                     signals[i].direction == BL_INPUT ? 's' : 'm', signals[i].name);
        bl_instance_connect(lo->circuit, inst, port, "%s", port);
    }
}

/* What bl_shared_port takes: a choice of one flit, turns, two counts of state. */
void bl_cost_shared_port(struct bl_costing *to, const int *p) {
    const int nodes = p[0], flit = p[2];
    bl_cost_gather(to, nodes, flit + p[1]);
    to->cost.lut[4] += 4 * nodes;
    to->cost.carry += 32;
    to->cost.ff += nodes + 32 + 9;
}

/* ---- what it carries */

/* A node has the medium in its own turns, whomever it sends to: what goes to one peer leaves less
   for the others. */
static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    double medium = cluster->clocks[cluster->network.clock].hertz * bl_cut_bits(carrier->cut) / 8;
    int nodes = cluster->nodes;
    for (int from = 0; from < nodes; from++) {
        int turns = bl_edge_add(list, (struct bl_edge){from, nodes, medium / nodes, 0});
        for (int to = 0; to < nodes; to++) {
            bl_edge_pair(list);
            bl_edge_use(list, turns, 1);
            bl_edge_use(
                list,
                bl_edge_add(list, (struct bl_edge){from, to, medium, of(cluster)->latency_ps}), 1);
        }
    }
    return bl_edge_list_end(list);
}

static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    bl_text_add(text, "  shared medium: turns of %d cycle%s, every node one in %d\n",
                of(cluster)->turn, bl_ending(of(cluster)->turn, "s"), cluster->nodes);
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    bl_text_add(text, "a shared medium of %.6g ns, every node cycle by cycle\n",
                (double)of(cluster)->latency_ps / 1e3);
}

static const struct bl_network_register registers[] = {
    {.name = "sent", .help = "flits sent, modulo 2^32"},
    BL_NETWORK_TABLE("{changes, 0 [15], peer [8], its address [8]}"),
    {0}};
static const struct bl_medium_fault faults[] = {BL_SHARED_FAULT_ROWS(BL_MEDIUM_FAULT){0}};
static const struct bl_network_cause causes[] = {{"the shared medium is jammed", 0}, {0}};

/* A turn in which no flit fits is of no use. */
static bool finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *own) {
    const struct shared *shared = own;
    (void)parts;
    if (shared->turn * cluster->nodes <= MOST_ROUND) return true;
    bl_report(check->diags, BL_MSG_SHARED_ROUND, cluster->network.range,
              shared->turn * cluster->nodes, MOST_ROUND);
    return false;
}

#define COMMON                                                                                    \
    .bounds = "the medium bounds it", .edges = edges, .explain = explain, .simulated = simulated, \
    .registers = registers, .table = table, .causes = causes, .ports = ports,                     \
    .barriers = BL_SHARED_BARRIERS, .medium = "bl_medium_shared", .write_medium = write_medium,   \
    .lower = lower
static const struct bl_carrier_row usual = {.title = "the shared medium", COMMON, .faults = faults};
static const struct bl_carrier_row guarded = {
    .title = "the shared medium, guarded", .setting = "guarded", COMMON};
static const struct bl_carrier_row *const carriers[] = {&usual, &guarded, NULL};

const struct bl_network_row bl_shared_row = {
    .word = "shared",
    .bytes = sizeof(struct shared),
    .settings = settings,
    .finish = finish,
    .least_nodes = 1,
    .most_nodes = 16,
    .carriers = carriers,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
};
