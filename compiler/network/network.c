/* The table of networks and their capabilities. */
#include "network/network.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "simulation/ring/rsb.h"

static double bus_pair_rate(const struct bl_cluster *cluster, int column_bits);

static const struct bl_network_row networks[] = {
    [BL_FULL_MESH] = {.kind = BL_FULL_MESH,
                      .word = "full_mesh",
                      .title = "the full mesh",
                      .needs = {"link", "latency"},
                      .least_nodes = 1,
                      .most_nodes = 64,
                      .ordered = true,
                      .interleaves = true,
                      .marks_end = true,
                      .selects_source = true,
                      .hardware_broadcast = false,
                      .hardware_barrier = false,
                      .remote_put = false,
                      .lossless = true},
    [BL_RSB] = {.kind = BL_RSB,
                .word = "rsb",
                .title = "the mesh whose links the bus carries",
                .needs = {"delay", "lines"},
                .may = {"gate"},
                .least_nodes = 4,
                .most_nodes = 16,
                .over_bus = true,
                .pair_rate = bus_pair_rate,
                .ordered = true,
                .interleaves = true,
                .marks_end = true,
                .selects_source = true,
                .hardware_broadcast = false,
                .hardware_barrier = false,
                .remote_put = false,
                .lossless = true},
};
enum { KINDS = sizeof networks / sizeof *networks };

const struct bl_network_row *bl_network_row(enum bl_network_kind kind) { return &networks[kind]; }

const struct bl_network_row *bl_network_find(const char *word) {
    for (int i = 0; i < KINDS; i++)
        if (!strcmp(networks[i].word, word)) return &networks[i];
    return NULL;
}

const char *bl_network_words(struct bl_arena *arena) {
    const char *list = networks[0].word;
    for (int i = 1; i < KINDS; i++)
        list = bl_format(arena, "%s%s%s", list, i + 1 < KINDS ? ", " : " and ", networks[i].word);
    return list;
}

static int bits_of(int values) {
    int bits = 1;
    while ((1 << bits) < values) bits++;
    return bits;
}

int bl_flit_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_cut_bits(cut) + cut.elems + bits_of(bl_lanes(cluster)) + 3;
}

int bl_bus_word_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_flit_bits(cluster, cut) + 5 + bits_of(cluster->nodes);
}

/* Clocks of the circuits on either side, counted in the templates: from strobe to strobe without a
   way between; from one word's last acknowledge to the next one's strobe, beyond a beat's; from a
   word that waits to its strobe, and from the last acknowledge to the next wish, the token not
   counted. Tables that a strobe passes in a cell. */
enum { BEAT_CLOCKS = 7, NEXT_WORD_CLOCKS = 3, PATH_CLOCKS = 20, STROBE_TABLES = 1 };

struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_network *network = &cluster->network;
    double clock_ps = 1e12 / cluster->clocks[network->clock].hertz, nodes = cluster->nodes;
    double hop = (double)(network->delay_ps + STROBE_TABLES * network->gate_ps) / clock_ps;
    int bits = bl_bus_word_bits(cluster, cut);
    struct bl_bus_times times = {.beats = (bits + network->lines - 1) / network->lines};
    times.hops = nodes * nodes / 4 /
                 (nodes - 1); /* the shorter way to each of the others, an even number of nodes */
    times.beat_clocks = BEAT_CLOCKS + 2 * times.hops * hop;
    times.word_clocks = times.beats * times.beat_clocks + NEXT_WORD_CLOCKS;
    times.lap_clocks = nodes *
                       (double)(network->delay_ps +
                                (1 + bl_rsb_token_tables(cluster->nodes)) * network->gate_ps) /
                       clock_ps;
    times.path_clocks =
        PATH_CLOCKS +
        2 * times.lap_clocks; /* from the falling token to the rising one: to build, to release */
    times.paths = fmin(nodes, nodes / times.hops); /* as many as the segments allow */
    return times;
}

/* All words that cross in a clock, by the payload of one, shared among the pairs. */
static double bus_pair_rate(const struct bl_cluster *cluster, int column_bits) {
    struct bl_bus_times times = bl_bus_times(cluster, bl_cut_of(cluster, column_bits, 1));
    double words = times.paths / (times.word_clocks + times.path_clocks / BL_BUS_PACKET_WORDS);
    double rate = words * cluster->memory.width * cluster->clocks[cluster->network.clock].hertz;
    return rate / cluster->nodes / (cluster->nodes - 1);
}
