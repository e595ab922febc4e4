/* Why cells deliver: from the tables that the nodes are given, and the numbers of their circuit.
   docs/cells.md, "Why it delivers". */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "network/cells/cells_inner.h"
#include "node/node.h"
#include "plan/certify/certificate.h"

/* ---- what waits: a virtual channel of a link for that of the next one, of every route. A thing is
   a channel, at the end of its link; behind them stand the nodes' own cells. What has come to its
   node is taken whatever else waits, which is the endpoint's part of the carrier's contract. */

static int thing_of(int node, int link, int channel) {
    return (node * BL_CELL_LINKS + link) * BL_CELL_CHANNELS + channel;
}

static void name_things(struct bl_waits *waits, int nodes) {
    for (int i = 0; i < nodes * BL_CELL_LINKS * BL_CELL_CHANNELS; i++)
        bl_waits_thing(waits, bl_format(waits->arena, "channel %d of link %d from node %d",
                                        i % BL_CELL_CHANNELS, i / BL_CELL_CHANNELS % BL_CELL_LINKS,
                                        i / BL_CELL_CHANNELS / BL_CELL_LINKS));
    for (int i = 0; i < nodes; i++)
        bl_waits_thing(waits, bl_format(waits->arena, "a cell of node %d", i));
}

/* Of a cell for all: the nodes that copies have come to, in that order, where they are there, and
   how many have come to each node. */
struct copies {
    int *nodes, *things; /* [count] */
    int *came;           /* [nodes] */
    int count;
};

/* What waits, and for what it is known to: [things, then nodes][things]. */
struct waiting {
    struct bl_waits *waits;
    bool *known;
    int things;
};

static void add_wait(const struct waiting *waiting, int at, int to, const char *why) {
    bool *known = &waiting->known[at * waiting->things + to];
    if (!*known) bl_waits_add(waiting->waits, (struct bl_wait){at, to, why});
    *known = true;
}

/* Along a route, by the tables alone; one that comes back to where it was waits for itself. */
static void follow(const struct waiting *waiting, const struct bl_cells_written *routes, int from,
                   int dest) {
    int at = waiting->things + from, source = BL_CELL_OWN, node = from;
    for (int steps = 0; node != dest && steps <= waiting->things; steps++) {
        const struct bl_cell_step step = bl_cells_look_up(routes, node, source, dest);
        if (step.link < 0 || step.link >= BL_CELL_LINKS) return;
        const int to = thing_of(node, step.link, step.channel);
        add_wait(waiting, at, to, "a cell needs a place there");
        const int end = routes->ends[node * BL_CELL_LINKS + step.link];
        node = end / BL_CELL_LINKS;
        source = bl_cell_source(end % BL_CELL_LINKS, step.channel);
        at = to;
    }
}

/* What a node sends on of a cell for all that is at a thing there; `waiting` may be NULL. */
static void follow_copies(const struct waiting *waiting, const struct bl_cells_written *routes,
                          struct copies *copies, int at, int node) {
    for (int link = 0; link < BL_CELL_LINKS; link++) {
        const int channel = bl_cells_look_up_copy(routes, node, link);
        if (channel < 0) continue;
        const int to = thing_of(node, link, channel);
        if (waiting) add_wait(waiting, at, to, "a copy needs a place there");
        const int end = routes->ends[node * BL_CELL_LINKS + link] / BL_CELL_LINKS;
        if (copies->came[end]++) continue;
        copies->nodes[copies->count] = end;
        copies->things[copies->count++] = to;
    }
}

static struct copies copy(struct bl_arena *arena, const struct waiting *waiting,
                          const struct bl_cells_written *routes) {
    const int nodes = routes->nodes;
    struct copies copies = {BL_NEW(arena, int, nodes), BL_NEW(arena, int, nodes),
                            BL_NEW(arena, int, nodes), 0};
    follow_copies(waiting, routes, &copies, nodes * BL_CELL_LINKS * BL_CELL_CHANNELS, 0);
    for (int i = 0; i < copies.count; i++)
        follow_copies(waiting, routes, &copies, copies.things[i], copies.nodes[i]);
    return copies;
}

int bl_cells_copied(struct bl_arena *arena, const struct bl_cells_written *routes) {
    const struct copies copies = copy(arena, NULL, routes);
    int count = -copies.came[0];
    for (int i = 1; i < routes->nodes; i++) count += copies.came[i] == 1;
    return count;
}

struct bl_waits bl_cells_waits(struct bl_arena *arena, const struct bl_cells_written *routes) {
    struct bl_waits waits = bl_waits_begin(arena);
    const int things = routes->nodes * BL_CELL_LINKS * BL_CELL_CHANNELS;
    const struct waiting waiting = {
        &waits, BL_NEW(arena, bool, (things + routes->nodes) * things), things};
    name_things(&waits, routes->nodes);
    for (int from = 0; from < routes->nodes; from++)
        for (int dest = 0; dest < routes->nodes; dest++) follow(&waiting, routes, from, dest);
    copy(arena, &waiting, routes);
    return waits;
}

bool bl_cells_arrive(const struct bl_cells_written *routes, int from, int dest) {
    int most = routes->nodes * BL_CELL_LINKS * BL_CELL_CHANNELS, source = BL_CELL_OWN;
    for (int steps = 0; from != dest && steps <= most; steps++) {
        const struct bl_cell_step step = bl_cells_look_up(routes, from, source, dest);
        if (step.link < 0 || step.link >= BL_CELL_LINKS) return false;
        const int end = routes->ends[from * BL_CELL_LINKS + step.link];
        from = end / BL_CELL_LINKS;
        source = bl_cell_source(end % BL_CELL_LINKS, step.channel);
    }
    return from == dest && bl_cells_look_up(routes, from, source, dest).link == BL_CELL_LINKS;
}

/* ---- sizes */

enum { ROUTES, CELL, BUFFER, FLITS, COPIES, SIZES };

enum { LEAST_FLITS = 16 };

static void size_all(struct bl_sized *sizes, const struct bl_node *node,
                     const struct bl_cells_written *routes) {
    const struct bl_cells *own = bl_cells(node->cluster);
    const struct bl_cells_plan plan = bl_cells_plan(node->cluster, &node->carrier);
    int nodes = node->cluster->nodes, arrive = 0;
    for (int i = 0; i < nodes * nodes; i++) arrive += bl_cells_arrive(routes, i / nodes, i % nodes);
    int round = own->cell + 2 * own->wire + plan.answer;
    sizes[ROUTES] = (struct bl_sized){
        "routes that end at their node",  "pairs", arrive, 0, nodes * nodes,
        "every node reaches every other", 0,       NULL};
    sizes[CELL] = (struct bl_sized){"cell",
                                    "words",
                                    own->cell,
                                    1,
                                    plan.heads + plan.parts,
                                    "those of the header, and of a flit",
                                    0,
                                    NULL};
    sizes[BUFFER] = (struct bl_sized){"buffer of a virtual channel",
                                      "cells",
                                      own->buffer,
                                      1,
                                      1,
                                      "a cell that waits has a place",
                                      1 + (round + own->cell - 1) / own->cell,
                                      "those of a round trip over the link, and one that goes on"};
    sizes[FLITS] = (struct bl_sized){
        "receive buffer of a pair",
        "flits",
        1 << node->carrier.links.log_depth,
        2,
        LEAST_FLITS,
        "credits come back in quarters of it",
        plan.in_flight,
        "what is on its way until credits are back, over the longest route"};
}

static void size_copies(struct bl_arena *arena, struct bl_sized *sizes,
                        const struct bl_cells_written *routes) {
    sizes[COPIES] = (struct bl_sized){"copies of a cell for all from node 0",
                                      "nodes",
                                      bl_cells_copied(arena, routes),
                                      routes->nodes - 1,
                                      routes->nodes - 1,
                                      "every other node gets one",
                                      0,
                                      NULL};
}

/* ---- exactly once, over each link */

static const struct bl_claim claims[] = {
    {"no more flits are away than the receive buffer of the pair holds", BL_PROVEN,
     "bl_endpoint_out", 0},
    {"a cell is kept once by the next hop, in the order of its channel, whatever is lost of cells "
     "and of what is said back",
     BL_PROVEN, "bl_cell_order", 0},
    {"no single flip of the wire back makes another message", BL_PROVEN, "bl_cell_wire", 0},
    {"a cell leaves a buffer as it was kept there, and its place is not taken before", BL_PROVEN,
     "bl_packet_store", 0},
    {"a word with one flip is noticed, and its cell asked for again", BL_TESTED,
     "testbench/tests/rtl/tb_bl_cell_link.v", 0},
    {"the rules of a carrier, over links that flip data, marks and the wire back", BL_TESTED,
     "testbench/conformance/run", 0},
    {"a flit that arrives finds a place, and reaches its lane once, in order", BL_PROVEN,
     "bl_endpoint", 0},
};

/* Where nothing is sent again. */
static const struct bl_claim reporting[] = {
    {"no more flits are away than the receive buffer of the pair holds", BL_PROVEN,
     "bl_endpoint_out", 0},
    {"a cell leaves a buffer as it was kept there, and its place is not taken before", BL_PROVEN,
     "bl_packet_store", 0},
    {"a word with one flip is noticed, its cell is not kept, and the run ends", BL_TESTED,
     "testbench/tests/system/cells_run.sh", 0},
    {"a flit that arrives finds a place, and reaches its lane once, in order", BL_PROVEN,
     "bl_endpoint", 0},
};

static void claim(struct bl_certificate *certificate, bool repair) {
    certificate->guarantee =
        repair ? "whatever a link flips, a bit in a word, every word arrives, once and in order"
               : "every word arrives, once and in order, unless a link flips a bit of one, which "
                 "ends the run";
    certificate->claims = repair ? claims : reporting;
    certificate->claim_count = repair ? sizeof claims / sizeof *claims
                                      : sizeof reporting / sizeof *reporting;
}

/* A link that is silent, or over which a cell does not get; then its node is silent, and so on. */
static double detection_seconds(const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_cells_plan plan = bl_cells_plan(cluster, &node->carrier);
    double tries = (double)bl_cells(cluster)->retries * plan.timeout;
    return (tries + (double)cluster->nodes * plan.silence) /
           cluster->clocks[cluster->network.clock].hertz;
}

/* Of a node whose kernels have barriers. */
static const struct bl_claim meeting[] = {
    {"nobody leaves a barrier before all have entered it", BL_PROVEN, "bl_cell_barriers", 0},
    {"a cell that is copied keeps its place until all copies have left", BL_PROVEN,
     "bl_packet_copies", 0},
};

static void claim_barriers(struct bl_arena *arena, struct bl_certificate *certificate) {
    enum { MORE = sizeof meeting / sizeof *meeting };
    struct bl_claim *all = BL_NEW(arena, struct bl_claim, certificate->claim_count + MORE);
    memcpy(all, certificate->claims, sizeof *all * (size_t)certificate->claim_count);
    memcpy(&all[certificate->claim_count], meeting, sizeof meeting);
    certificate->claim_count += MORE;
    certificate->claims = all;
}

const struct bl_certificate *bl_cells_certify(struct bl_arena *arena, const struct bl_node *node) {
    const struct bl_cells_written routes = bl_cells_written(arena, node);
    struct bl_certificate *certificate = BL_NEW(arena, struct bl_certificate, 1);
    struct bl_sized *sizes = BL_NEW(arena, struct bl_sized, SIZES);
    size_all(sizes, node, &routes);
    size_copies(arena, sizes, &routes);
    *certificate = (struct bl_certificate){
        .claimed = "every flit once, over each link",
        .waits = bl_cells_waits(arena, &routes),
        .sizes = sizes,
        .size_count = routes.trees ? SIZES : COPIES,
        .detection_seconds = detection_seconds(node),
        .detection_reason = "retries x time-out, and silence from node to node"};
    claim(certificate, bl_cells(node->cluster)->repair);
    if (node->carrier.barriers) claim_barriers(arena, certificate);
    return certificate;
}
