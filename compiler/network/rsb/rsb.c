/* The mesh's links carried over a ring segmented bus: what they take, and the network's row.
   Formulas in docs/rsb.md, "A pipeline over the bus". */
#include <math.h>

#include "base/bits.h"
#include "base/text.h"
#include "network/networks.h"
#include "network/rsb/rsb_network.h"
#include "plan/exchange.h"
#include "simulation/ring/rsb.h"

int bl_bus_word_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_flit_bits(cluster, cut) + 5 + bl_max(1, bl_log2(cluster->nodes));
}

/* Cycles of the circuits on either side, counted in the templates: from strobe to strobe without a
   way between; from one word's last acknowledge to the next one's strobe, beyond a beat's; from a
   word that waits to its strobe, and from the last acknowledge to the next wish, the token not
   counted. Tables that a strobe passes in a cell. */
enum { BEAT_CYCLES = 7, NEXT_WORD_CYCLES = 3, PATH_CYCLES = 20, STROBE_TABLES = 1 };

struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_network *network = &cluster->network;
    double clock_ps = 1e12 / cluster->clocks[network->clock].hertz, nodes = cluster->nodes;
    double hop = (double)(network->delay_ps + STROBE_TABLES * network->gate_ps) / clock_ps;
    int bits = bl_bus_word_bits(cluster, cut);
    struct bl_bus_times times = {.beats = (bits + network->lines - 1) / network->lines};
    times.hops = floor(nodes * nodes / 4) / (nodes - 1); /* the shorter way to each of the others */
    times.beat_cycles = BEAT_CYCLES + 2 * times.hops * hop;
    times.word_cycles = times.beats * times.beat_cycles + NEXT_WORD_CYCLES;
    times.lap_cycles = nodes *
                       (double)(network->delay_ps +
                                (1 + bl_rsb_token_tables(cluster->nodes)) * network->gate_ps) /
                       clock_ps;
    times.path_cycles =
        PATH_CYCLES +
        2 * times.lap_cycles; /* from the falling token to the rising one: to build, to release */
    times.paths = fmin(nodes, nodes / times.hops); /* as many as the segments allow */
    return times;
}

/* All words that cross in a cycle, by the payload of one, shared among the pairs. */
static double pair_rate(const struct bl_cluster *cluster, int column_bits) {
    struct bl_bus_times times = bl_bus_times(cluster, bl_cut_of(cluster, column_bits, 1));
    double words = times.paths / (times.word_cycles + times.path_cycles / BL_BUS_PACKET_WORDS);
    double rate = words * cluster->memory.width * cluster->clocks[cluster->network.clock].hertz;
    return rate / cluster->nodes / (cluster->nodes - 1);
}

/* Once round it. */
static int64_t latency_ps(const struct bl_cluster *cluster) {
    return cluster->nodes * cluster->network.delay_ps;
}

static void explain(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_bus_times times = bl_bus_times(cluster, bl_cut_of_exchange(plan));
    bl_text_add(text,
                "  bus: a beat of %d lines takes %.1f cycles over %.2f segments, there and back; a "
                "word %d beats, %.1f cycles; "
                "a packet of up to %d words %.1f more, for its path; %.2f paths stand at once\n",
                cluster->network.lines, times.beat_cycles, times.hops, times.beats,
                times.word_cycles, BL_BUS_PACKET_WORDS, times.path_cycles, times.paths);
}

const struct bl_network_row bl_rsb_row = {
    .word = "rsb",
    .title = "the mesh whose links the bus carries",
    .needs = {"delay", "lines"},
    .may = {"gate"},
    .least_nodes = 4,
    .most_nodes = 16,
    .bounds = "the bus bounds it",
    .latency_ps = latency_ps,
    .pair_rate = pair_rate,
    .explain = explain,
    .lower_ports = bl_bus_lower_ports,
    .lower = bl_bus_lower,
    .carrier = bl_bus_carrier,
    .add_files = bl_bus_add_files,
    .ordered = true,
    .interleaves = true,
    .marks_end = true,
    .selects_source = true,
    .hardware_broadcast = false,
    .hardware_barrier = false,
    .remote_put = false,
    .lossless = true,
};
