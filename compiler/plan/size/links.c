#include "plan/size/links.h"

#include <math.h>
#include "base/arena.h"
#include "base/bits.h"
#include "base/diag.h"
#include "base/value.h"
#include "board/board.h"
#include "ir/carried/edges.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "node/node.h"
#include "plan/route/exchange.h"
#include "plan/size/buffers.h"
#include "plan/size/crossings.h"

enum {
    LONGEST_PACKET = 16,
    REGISTER_FLITS = 2,   /* that the sending end of a link keeps, in a skid buffer */
    PIPELINE_CYCLES = 12, /* of a credit's round trip, in the circuits of both ends */
    LEAST_LOG_DEPTH = 7,
    MOST_LOG_DEPTH = 20 /* of a receive buffer */
};

/* What the network says itself, or zeros. */
static struct bl_network_sizes own_sizes(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    if (!cluster->network.carrier->sizes) return (struct bl_network_sizes){0};
    return cluster->network.carrier->sizes(cluster, &plan->node->carrier);
}

static int log2_up(double value) {
    int bits = 0;
    while ((double)(1 << bits) < value) bits++;
    return bits;
}

static double hertz(const struct bl_plan *plan) {
    return plan->program->cluster.clocks[bl_network_clock(plan)].hertz;
}

/* Where several nodes share a lane that brings words faster than a link takes them, a packet that
   is longer than what the link's register takes would hold the lane, and with it what goes to the
   others. Unless a queue of the endpoint takes it. A network may have its own length. */
static int packet_words(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    double core = cluster->clocks[0].hertz;
    double lane = cluster->memory.width * (hertz(plan) < core ? hertz(plan) : core);
    if (own_sizes(plan).packet_words) return own_sizes(plan).packet_words;
    if (cluster->network.carrier->packet_words) return cluster->network.carrier->packet_words;
    if (bl_lane_nodes(cluster) == 1 || bl_exchange_pairs(cluster)) return LONGEST_PACKET;
    return lane > bl_edges_lone_rate(plan->node->carrier.edges) ? REGISTER_FLITS : LONGEST_PACKET;
}

static double flit_cycles(const struct bl_plan *plan) {
    double word = bl_cut_bits(plan->node->carrier.cut) / 8.0;
    double cycles = word * hertz(plan) / bl_edges_lone_rate(plan->node->carrier.edges);
    return !plan->program->cluster.network.carrier->links || cycles < 1 ? 1 : cycles;
}

/* Cycles until the credit of a flit is back. */
static double round_trip(const struct bl_plan *plan) {
    double latency = 1e-12 * (double)bl_edges_latency(plan->node->carrier.edges);
    return 2 * latency * hertz(plan) + PIPELINE_CYCLES;
}

/* Flits until then. */
static double flits_on_their_way(const struct bl_plan *plan) {
    int own = own_sizes(plan).flits;
    return own ? own : round_trip(plan) / plan->node->carrier.links.flit_cycles;
}

static int kept_free(const struct bl_plan *plan) {
    return bl_links_kept_free(&plan->node->carrier.links);
}

void bl_links_make(struct bl_plan *plan) {
    struct bl_links *links = &plan->node->carrier.links;
    if (!plan->node->carrier.joined) return;
    links->flit_cycles = flit_cycles(plan);
    links->packet_words = packet_words(plan);
    links->turn_words = bl_max(1, own_sizes(plan).turn_words - links->packet_words + 1);
    links->lane_words = links->packet_words;
    if (bl_network_clock(plan)) links->lane_words += 1 << BL_CROSSING_LOG_DEPTH;
    int depth = log2_up(flits_on_their_way(plan) + kept_free(plan));
    int quarter = log2_up(kept_free(plan)) + 2;
    links->log_depth = depth > quarter ? depth : quarter;
    if (links->log_depth < LEAST_LOG_DEPTH) links->log_depth = LEAST_LOG_DEPTH;
}

const char *bl_links_reason(const struct bl_plan *plan) {
    const struct bl_links *links = &plan->node->carrier.links;
    double latency_ns = 1e-3 * (double)bl_edges_latency(plan->node->carrier.edges);
    const char *often = "one a cycle";
    if (own_sizes(plan).flits)
        return bl_format(plan->arena,
                         "At the full rate up to %d flits are on their way until their credits are "
                         "back, as `explain` says of the network; %d more are kept free for the "
                         "next packets.",
                         own_sizes(plan).flits, kept_free(plan));
    if (links->flit_cycles > 1)
        often = bl_format(plan->arena, "one in %.3g cycles, as often as the link takes one",
                          links->flit_cycles);
    return bl_format(
        plan->arena,
        "A credit takes a round trip: 2 x %.9g ns at %g MHz and %d cycles in the circuits, "
        "%.0f flits at %s; %d more are kept free for the next packets.",
        latency_ns, hertz(plan) / 1e6, PIPELINE_CYCLES, round_trip(plan) / links->flit_cycles,
        often, kept_free(plan));
}

static double latency_of(const struct bl_plan *plan, int log_depth) { /* seconds */
    int flits = (1 << log_depth) - kept_free(plan), own = own_sizes(plan).flits;
    if (own)
        return 1e-12 * (double)bl_edges_latency(plan->node->carrier.edges) * bl_max(flits, 0) / own;
    double cycles = flits * plan->node->carrier.links.flit_cycles - PIPELINE_CYCLES;
    double seconds = cycles / 2 / hertz(plan), digits = pow(10, floor(log10(seconds)) - 2);
    return floor(seconds / digits) * digits;
}

/* Blocks that are left for the receive buffers of all links. */
static int blocks_left(const struct bl_plan *plan, const struct bl_buffer *link) {
    int left = plan->board->block_rams.items[0].blocks;
    for (int i = 0; i < plan->buffer_count; i++)
        if (&plan->buffers[i] != link) left -= plan->buffers[i].block_rams;
    return left;
}

static bool fits(const struct bl_plan *plan, const struct bl_buffer *link, int log_depth) {
    if (log_depth > MOST_LOG_DEPTH) return false;
    int blocks = link->count * bl_board_rams(plan->board, 1 << log_depth, link->width_bits);
    return blocks <= blocks_left(plan, link);
}

static const char *time_text(const struct bl_plan *plan, double seconds) {
    char text[64];
    bl_value_text(text, sizeof text, (struct bl_value){.seconds = 1, .real = seconds});
    return bl_strdup(plan->arena, text);
}

void bl_links_check(const struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_network *network = &plan->program->cluster.network;
    const struct bl_buffer *link = bl_plan_buffer(plan, "link receive buffer");
    int depth = plan->node->carrier.links.log_depth;
    if (!link || fits(plan, link, depth)) return;
    while (depth > LEAST_LOG_DEPTH && !fits(plan, link, depth)) depth--;
    bool hopeless = !fits(plan, link, depth); /* no latency would help */
    if (hopeless && plan->node->carrier.links.log_depth <= MOST_LOG_DEPTH) return;
    bl_report(diags, BL_MSG_PLAN_LATENCY, network->latency_range,
              time_text(plan, 1e-12 * (double)bl_edges_latency(plan->node->carrier.edges)),
              link->depth, link->count, link->block_rams, plan->board->word,
              blocks_left(plan, link), time_text(plan, latency_of(plan, depth)));
}
