/* The mesh's links carried over a ring segmented bus: what they take, and the network's row.
   Formulas in docs/rsb.md, "A pipeline over the bus". */
#include <math.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "network/edge_list.h"
#include "network/networks.h"
#include "network/rsb/rsb_network.h"
#include "plan/exchange.h"
#include "ring/bus_explain.h"
#include "simulation/ring/rsb.h"

int bl_bus_word_bits(const struct bl_cluster *cluster, struct bl_cut cut) {
    return bl_flit_bits(cluster, cut) + 5 + bl_max(1, bl_log2(cluster->nodes));
}

/* Cycles of the circuits on either side, counted in the templates: from strobe to strobe without a
   way between; from one word's last acknowledge to the next one's strobe, beyond a beat's; from a
   word that waits to its strobe, and from the last acknowledge to the next request, the token not
   counted. Tables that a strobe passes in a cell. */
enum { BEAT_CYCLES = 7, NEXT_WORD_CYCLES = 3, PATH_CYCLES = 20, STROBE_TABLES = 1 };

struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster, struct bl_cut cut) {
    const struct bl_network *network = &cluster->network;
    double clock_ps = 1e12 / cluster->clocks[network->clock].hertz, nodes = cluster->nodes;
    int bits = bl_bus_word_bits(cluster, cut);
    struct bl_bus_times times = {.beats = (bits + network->lines - 1) / network->lines};
    times.hop_cycles = (double)(network->delay_ps + STROBE_TABLES * network->gate_ps) / clock_ps;
    times.lap_cycles = nodes *
                       (double)(network->delay_ps +
                                (1 + bl_rsb_token_tables(cluster->nodes)) * network->gate_ps) /
                       clock_ps;
    times.path_cycles =
        PATH_CYCLES +
        2 * times.lap_cycles; /* from the falling token to the rising one: to build, to release */
    return times;
}

static double beat_cycles(const struct bl_bus_times *times, double hops) {
    return BEAT_CYCLES + 2 * hops * times->hop_cycles;
}

static double word_cycles(const struct bl_bus_times *times, double hops) {
    return times->beats * beat_cycles(times, hops) + NEXT_WORD_CYCLES;
}

/* What a word takes of every segment and port of its way, with its share of the path's. */
static double taken_cycles(const struct bl_bus_times *times, double hops) {
    return word_cycles(times, hops) + times->path_cycles / BL_BUS_PACKET_WORDS;
}

/* The edges: the segment from a domain to the next, which one path at a time has to itself in
   whichever direction, then a domain's way out of its node and into it. */
struct bus_edges {
    struct bl_edge_list *list;
    struct bl_bus_times times;
    int domains;
};

static int segment(const struct bus_edges *bus, int from) { return from % bus->domains; }
static int way_out(const struct bus_edges *bus, int domain) { return bus->domains + domain; }
static int way_in(const struct bus_edges *bus, int domain) { return 2 * bus->domains + domain; }

static void add_edges(const struct bus_edges *bus, const struct bl_cluster *cluster) {
    const struct bl_network *network = &cluster->network;
    double words = cluster->clocks[network->clock].hertz / taken_cycles(&bus->times, 1);
    double rate = words * cluster->memory.width;
    int n = bus->domains;
    for (int i = 0; i < n; i++)
        bl_edge_add(bus->list, (struct bl_edge){n + i, n + (i + 1) % n, rate, network->delay_ps});
    for (int i = 0; i < n; i++) bl_edge_add(bus->list, (struct bl_edge){i, n + i, rate, 0});
    for (int i = 0; i < n; i++) bl_edge_add(bus->list, (struct bl_edge){n + i, i, rate, 0});
}

/* `hops` segments clockwise from a domain. */
static void use_segments(const struct bus_edges *bus, int from, int hops, double wire) {
    for (int i = 0; i < hops; i++) bl_edge_use(bus->list, segment(bus, from + i), wire);
}

/* The shorter way; to the opposite domain each of both as often. */
static void use_way(const struct bus_edges *bus, int from, int to) {
    int right = (to - from + bus->domains) % bus->domains, left = bus->domains - right;
    int hops = right < left ? right : left;
    double wire = taken_cycles(&bus->times, hops) / taken_cycles(&bus->times, 1);
    if (right <= left) use_segments(bus, from, right, right < left ? wire : wire / 2);
    if (left <= right) use_segments(bus, to, left, left < right ? wire : wire / 2);
    bl_edge_use(bus->list, way_out(bus, from), wire);
    bl_edge_use(bus->list, way_in(bus, to), wire);
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    struct bl_cut cut) {
    struct bus_edges bus = {bl_edge_list_new(arena, cluster->nodes), bl_bus_times(cluster, cut),
                            cluster->nodes};
    add_edges(&bus, cluster);
    for (int from = 0; from < bus.domains; from++)
        for (int to = 0; to < bus.domains; to++) {
            bl_edge_pair(bus.list);
            if (from != to) use_way(&bus, from, to);
        }
    return bl_edge_list_end(bus.list);
}

/* Where the boards have the contacts for the ring. */
static void explain_boards(struct bl_text *text, const struct bl_cluster *cluster) {
    struct bl_arena *arena = bl_arena_new();
    const struct bl_bus *bus = bl_bus_on_boards(arena, cluster);
    if (bus) bl_bus_onboard_explain(text, bus);
    bl_arena_free(arena);
}

/* Means of all ways, the shorter one to each of the others. */
static void explain(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_bus_times times = bl_bus_times(cluster, bl_cut_of_exchange(plan));
    double nodes = cluster->nodes, hops = floor(nodes * nodes / 4) / (nodes - 1);
    bl_text_add(text,
                "  bus: a beat of %d line%s takes %.1f cycles over %.2f segments, there and back; "
                "a word %d beat%s, %.1f cycles; "
                "a packet of up to %d words %.1f more, for its path; %.2f paths stand at once\n",
                cluster->network.lines, bl_ending(cluster->network.lines, "s"),
                beat_cycles(&times, hops), hops, times.beats, bl_ending(times.beats, "s"),
                word_cycles(&times, hops), BL_BUS_PACKET_WORDS, times.path_cycles,
                fmin(nodes, nodes / hops));
    explain_boards(text, cluster);
}

const struct bl_network_row bl_rsb_row = {
    .word = "rsb",
    .title = "the mesh whose links the bus carries",
    .needs = {"delay", "lines"},
    .may = {"gate"},
    .least_nodes = 4,
    .most_nodes = 16,
    .bounds = "the bus bounds it",
    .edges = edges,
    .explain = explain,
    .pins = bl_bus_pins,
    .lower = bl_bus_lower,
    .carrier = bl_bus_carrier,
    .add_files = bl_bus_add_files,
    .add_projects = bl_bus_add_projects,
    .ordered = true,
    .interleaves = true,
    .marks_end = true,
    .selects_source = true,
    .hardware_broadcast = false,
    .hardware_barrier = false,
    .remote_put = false,
    .lossless = true,
};
