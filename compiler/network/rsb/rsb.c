/* The mesh's links carried over a ring segmented bus: what they take, and the network's row.
   Formulas in docs/rsb.md, "A pipeline over the bus". */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"
#include "bus/bus_onboard_explain.h"
#include "bus/cell/arbiter.h"
#include "bus/model/rsb.h"
#include "network/edge_list.h"
#include "network/networks.h"
#include "network/rsb/rsb_network_inner.h"
#include "settings/setting.h"

int bl_bus_word_bits(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    return carrier->flit_bits + 5 + bl_max(1, bl_log2(cluster->nodes));
}

/* Cycles of the circuits on either side, counted in the templates: from strobe to strobe without a
   way between; from one word's last acknowledge to the next one's strobe, beyond a beat's; from a
   word that waits to its strobe, and from the last acknowledge to the next request, the token not
   counted. Tables that a strobe passes in a cell. */
enum { BEAT_CYCLES = 7, NEXT_WORD_CYCLES = 3, PATH_CYCLES = 20, STROBE_TABLES = 1 };

static struct bl_rsb_options ring_of(const struct bl_cluster *cluster) {
    return (struct bl_rsb_options){.cells = cluster->nodes,
                                   .wire_ps = bl_rsb_network(cluster)->delay_ps,
                                   .segments = bl_rsb_network(cluster)->segments};
}

/* All segments clockwise: the token's way round. */
static int64_t round_ps(const struct bl_cluster *cluster) {
    const struct bl_rsb_options ring = ring_of(cluster);
    int64_t sum = 0;
    for (int i = 0; i < cluster->nodes; i++) sum += bl_rsb_segment_ps(&ring, i, BL_RSB_CLOCKWISE);
    return sum;
}

/* Over segments of this mean delay, there and back. */
static struct bl_bus_times times_over(const struct bl_cluster *cluster,
                                      const struct bl_carrier *carrier, double delay_ps) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    double clock_ps = 1e12 / cluster->clocks[cluster->network.clock].hertz;
    const struct bl_rsb_boards *boards = &network->boards;
    int bits = bl_bus_word_bits(cluster, carrier);
    int64_t token = network->on_boards ? boards->token_ps
                                       : bl_rsb_token_tables(cluster->nodes) * network->gate_ps;
    struct bl_bus_times times = {.beats = (bits + network->lines - 1) / network->lines};
    times.hop_cycles = (delay_ps + (double)(STROBE_TABLES * network->gate_ps)) / clock_ps;
    times.frame_cycles = (double)boards->frame_ps / clock_ps;
    times.lap_cycles = (double)(round_ps(cluster) + cluster->nodes * (network->gate_ps + token)) /
                       clock_ps;
    /* from the falling token to the rising one, which may be stopped: to build, to release */
    times.path_cycles = PATH_CYCLES + 2 * (times.lap_cycles + (double)boards->stop_ps / clock_ps) +
                        (double)boards->path_ps / clock_ps;
    return times;
}

struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier) {
    const struct bl_rsb_options ring = ring_of(cluster);
    int64_t all = bl_rsb_way_ps(&ring, 0, BL_RSB_CLOCKWISE, cluster->nodes);
    return times_over(cluster, carrier, (double)all / (2 * cluster->nodes));
}

static double beat_cycles(const struct bl_bus_times *times, double hops) {
    return BEAT_CYCLES + times->frame_cycles + 2 * hops * times->hop_cycles;
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
    const struct bl_cluster *cluster;
    const struct bl_carrier *carrier;
    struct bl_rsb_options ring;
    int domains;
};

static int segment(const struct bus_edges *bus, int from) { return from % bus->domains; }
static int way_out(const struct bus_edges *bus, int domain) { return bus->domains + domain; }
static int way_in(const struct bus_edges *bus, int domain) { return 2 * bus->domains + domain; }

/* Cycles that a word takes of a way of `hops` segments from a domain; and of one segment, negative:
   one of the mean delay. */
static double way_cycles(const struct bus_edges *bus, int from, enum bl_rsb_way way, int hops) {
    double delay = (double)bl_rsb_way_ps(&bus->ring, from, way, hops) / (2 * hops);
    const struct bl_bus_times times = times_over(bus->cluster, bus->carrier, delay);
    return taken_cycles(&times, hops);
}
static double unit_cycles(const struct bus_edges *bus, int segment) {
    const struct bl_bus_times times = bl_bus_times(bus->cluster, bus->carrier);
    return segment < 0 ? taken_cycles(&times, 1) : way_cycles(bus, segment, BL_RSB_CLOCKWISE, 1);
}

/* Bytes a second over a segment, or out of a node. */
static double unit_rate(const struct bus_edges *bus, int segment) {
    const struct bl_cluster *cluster = bus->cluster;
    double words = cluster->clocks[cluster->network.clock].hertz / unit_cycles(bus, segment);
    return words * bl_cut_bits(bus->carrier->cut) / 8;
}

static void add_edges(const struct bus_edges *bus) {
    int n = bus->domains;
    for (int i = 0; i < n; i++)
        bl_edge_add(bus->list,
                    (struct bl_edge){n + i, n + (i + 1) % n, unit_rate(bus, i),
                                     bl_rsb_segment_ps(&bus->ring, i, BL_RSB_CLOCKWISE)});
    for (int i = 0; i < n; i++)
        bl_edge_add(bus->list, (struct bl_edge){i, n + i, unit_rate(bus, -1), 0});
    for (int i = 0; i < n; i++)
        bl_edge_add(bus->list, (struct bl_edge){n + i, i, unit_rate(bus, -1), 0});
}

/* A share of the words between two domains, on one way: `hops` segments from the domain. */
static void use_segments(const struct bus_edges *bus, int from, enum bl_rsb_way way, int hops,
                         double share) {
    int first = way == BL_RSB_CLOCKWISE ? from : from + bus->domains - hops;
    double cycles = way_cycles(bus, from, way, hops);
    for (int i = 0; i < hops && share > 0; i++) {
        int at = segment(bus, first + i);
        bl_edge_use(bus->list, at, share * (cycles / unit_cycles(bus, at)));
    }
}

/* The way of fewer segments, which leaves the most to others, although a request may arrive sooner
   on the other one; to the opposite domain each of both as often. */
static void use_way(const struct bus_edges *bus, int from, int to) {
    int right = (to - from + bus->domains) % bus->domains, left = bus->domains - right;
    double share = right < left ? 1 : right > left ? 0 : 0.5; /* clockwise */
    double cycles = share * way_cycles(bus, from, BL_RSB_CLOCKWISE, right) +
                    (1 - share) * way_cycles(bus, from, BL_RSB_COUNTER, left);
    use_segments(bus, from, BL_RSB_CLOCKWISE, right, share);
    use_segments(bus, from, BL_RSB_COUNTER, left, 1 - share);
    bl_edge_use(bus->list, way_out(bus, from), cycles / unit_cycles(bus, -1));
    bl_edge_use(bus->list, way_in(bus, to), cycles / unit_cycles(bus, -1));
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    struct bus_edges bus = {bl_edge_list_new(arena, cluster->nodes), cluster, carrier,
                            ring_of(cluster), cluster->nodes};
    add_edges(&bus);
    for (int from = 0; from < bus.domains; from++)
        for (int to = 0; to < bus.domains; to++) {
            bl_edge_pair(bus.list);
            if (from != to) use_way(&bus, from, to);
        }
    return bl_edge_list_end(bus.list);
}

bool bl_rsb_is_uneven(const struct bl_rsb_network *network) {
    for (int i = 0; i < BL_RSB_CELLS; i++)
        if (network->segments.clockwise_ps[i] || network->segments.counter_ps[i]) return true;
    return false;
}

/* "4.45 ns, 5 ns, 6.1 ns", one for each segment, then those the other way where they differ, or one
   for all. */
static void print_delays(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    const struct bl_rsb_segments *s = &network->segments;
    int count = bl_rsb_is_uneven(network) ? cluster->nodes : 1;
    bool both = memcmp(s->clockwise_ps, s->counter_ps, sizeof s->clockwise_ps);
    for (int i = 0; i < (both ? 2 * count : count); i++) {
        int64_t less = i < count ? s->clockwise_ps[i] : s->counter_ps[i - count];
        if (i) bl_text_add(text, ", ");
        bl_text_time(text, network->delay_ps - less);
    }
}

static void print_arbiter(struct bl_text *text, const struct bl_cluster *cluster) {
    const char *graphs = bl_rsb_network(cluster)->graphs;
    if (graphs) bl_text_add(text, " arbiter {%s }", graphs);
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    bl_text_add(text,
                "%s%.6g ns a segment of the bus, every node cycle by cycle, the bus by events\n",
                bl_rsb_is_uneven(network) ? "up to " : "", (double)network->delay_ps / 1e3);
}

/* Where the boards have the contacts for the ring. */
static void explain_boards(struct bl_text *text, const struct bl_cluster *cluster) {
    if (bl_rsb_network(cluster)->on_boards)
        bl_bus_onboard_explain(text, bl_rsb_network(cluster)->on_boards);
}

/* What is not as usual: delays, the cell, clocks. */
static void explain_own(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    if (bl_rsb_is_uneven(network)) {
        bl_text_add(text, "  bus: segments of ");
        print_delays(text, cluster);
        bl_text_add(text, "; a beat and a word above have their mean, edges each its own\n");
    }
    if (network->arbiter)
        bl_text_add(text, "  bus: cells made of %s%s verified with gates of any delay, %u states\n",
                    *network->graphs ? "the graphs" : "the usual graphs,", network->graphs,
                    network->arbiter->states);
    for (int i = 0; cluster->node_clocks && i < cluster->nodes; i++) {
        bl_text_add(text, i ? ", %d" : "  bus: clock of domain %d", i + 1);
        bl_node_clock_print(text, &cluster->node_clocks[i]);
    }
    if (cluster->node_clocks) bl_text_add(text, "; cycles are those of the fastest\n");
}

/* Means of all ways, the shorter one to each of the others. */
static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_bus_times times = bl_bus_times(cluster, &node->carrier);
    double nodes = cluster->nodes, hops = floor(nodes * nodes / 4) / (nodes - 1);
    bl_text_add(text,
                "  bus: a beat of %d line%s takes %.1f cycles over %.2f segments, there and back; "
                "a word %d beat%s, %.1f cycles; "
                "a packet of up to %d words %.1f more, for its path; %.2f paths stand at once\n",
                bl_rsb_network(cluster)->lines, bl_ending(bl_rsb_network(cluster)->lines, "s"),
                beat_cycles(&times, hops), hops, times.beats, bl_ending(times.beats, "s"),
                word_cycles(&times, hops), BL_BUS_PACKET_WORDS, times.path_cycles,
                fmin(nodes, nodes / hops));
    explain_own(text, cluster);
    explain_boards(text, cluster);
}

static const struct bl_setting settings[] = {
    BL_SETTING("delay", TIME, 1e-10, 1e-6, BL_NEEDED, PS, bl_rsb_network, delay_ps, .listed = true,
               .help = "of a segment of the ring, between two neighbours"),
    BL_SETTING("lines", NUMBER, 1, 512, BL_NEEDED, INT, bl_rsb_network, lines,
               .help = "data lines of a segment, each way"),
    BL_SETTING("gate", TIME, 1e-11, 1e-8, 0.6e-9, PS, bl_rsb_network, gate_ps,
               .help = "of a LUT of the arbiter cells"),
    {0}};

static const struct bl_carrier_row bus = {
    .title = "the mesh whose links the bus carries",
    .bounds = "the bus bounds it",
    .reached = "a request waits while another path has its segments",
    .simulated = simulated,
    .edges = edges,
    .explain = explain,
    .packet_words = BL_BUS_PACKET_WORDS,
    .ports = bl_bus_ports,
    .medium = "bl_medium_bus_events",
    .medium_icarus = "bl_medium_bus_icarus",
    .write_medium = bl_bus_write_medium,
    .lower = bl_bus_lower,
    .add_files = bl_bus_add_files,
    .add_projects = bl_bus_add_projects,
};

static const struct bl_carrier_row *const carriers[] = {&bus, NULL};

const struct bl_network_row bl_rsb_row = {
    .word = "rsb",
    .bytes = sizeof(struct bl_rsb_network),
    .settings = settings,
    .own_clocks = true,
    .finish = bl_rsb_finish,
    .print_list = print_delays,
    .print_blocks = print_arbiter,
    .blocks = {"arbiter"},
    .least_nodes = 4,
    .most_nodes = 16,
    .carriers = carriers,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
};
