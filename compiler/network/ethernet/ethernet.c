/* Nodes that exchange Ethernet frames through one switch: settings, what a port carries, and the
   network's row. */
#include <math.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "base/value.h"
#include "board/board.h"
#include "check/check_inner.h"
#include "network/edge_list.h"
#include "network/ethernet/carried/ethernet.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"
#include "network/networks.h"
#include "plan/size/crossings.h"
#include "settings/setting.h"

static const struct bl_setting settings[] = {
    BL_SETTING("port", BIT_RATE, 1e9, 4e11, BL_NEEDED, REAL, bl_ethernet, rate,
               .help = "rate of a node's port, each direction", .example = "40 Gbit/s"),
    BL_SETTING("frame", SIZE, 96, 9018, 1518, INT, bl_ethernet, frame,
               .help = "longest frame, header and FCS included"),
    BL_SETTING("latency", TIME, 1e-9, 1e-3, 150e-9, PS, bl_ethernet, latency_ps,
               .help = "MAC, PHY and cable between a node and the switch"),
    BL_SETTING("switch", TIME, 1e-9, 1e-3, 400e-9, PS, bl_ethernet, switch_ps,
               .help = "from the input of the switch to a free output"),
    BL_SETTING("fec", TIME, 0, 1e-5, 0, PS, bl_ethernet, fec_ps,
               .help = "correction of errors in the PHY, on top of the latency"),
    BL_SETTING("jitter", TIME, 0, 1e-4, 0, PS, bl_ethernet, jitter_ps,
               .help = "that a frame takes longer in the switch, at random"),
    BL_SETTING("width", NUMBER, 64, 512, 0, INT, bl_ethernet, width, .power = true,
               .help = "bits of the MAC's port"),
    BL_SETTING("timeout", TIME, 1e-6, 1e-2, 0, PS, bl_ethernet, timeout_ps,
               .help = "without an acknowledge, until a peer is asked; by the window usually"),
    BL_SETTING("retries", NUMBER, 1, 65535, 0, INT, bl_ethernet, retries,
               .help = "unanswered questions in a row before a peer counts as lost; usually 5 ms"),
    BL_SETTING("window", NUMBER, 0, 60, 60, INT, bl_ethernet, window,
               .help = "frames on their way to a peer, at most"),
    BL_SETTING("sent", NUMBER, 0, 2048, 0, INT, bl_ethernet, sent,
               .help = "frames in the memory of what was sent; 0: as many as are needed"),
    BL_SETTING("silence", TIME, 1e-6, 1, 1e-3, PS, bl_ethernet, silence_ps,
               .help = "without a word of an unreliable channel, until the rest is missing"),
    BL_SETTING("received", NUMBER, 0, 2048, 0, INT, bl_ethernet, received,
               .help = "frames in the memory of what comes; 0: as many as are needed"),
    {0}};

/* ---- what remains to be checked */

static const char *rate_text(struct bl_check *check, double bits_per_second) {
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_BIT_RATE, bits_per_second);
    return bl_strdup(check->arena, text);
}
static const char *time_text(struct bl_check *check, double seconds) {
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_TIME, seconds);
    return bl_strdup(check->arena, text);
}

static int usual_width(double rate) {
    return rate <= 12.5e9 ? 64 : rate <= 25e9 ? 128 : rate <= 50e9 ? 256 : 512;
}

static bool finish_width(struct bl_check *check, const struct bl_cluster *cluster,
                         struct bl_ethernet *own) {
    if (!own->width) own->width = usual_width(own->rate);
    double takes = own->width * cluster->clocks[cluster->network.clock].hertz;
    if (takes >= own->rate * (1 - 1e-9)) return true;
    bl_report(check->diags, BL_MSG_ETHERNET_WIDTH, cluster->network.range, own->width,
              cluster->clocks[cluster->network.clock].name, rate_text(check, takes),
              rate_text(check, own->rate));
    return false;
}

static bool finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *network) {
    struct bl_ethernet *own = network;
    (void)parts;
    if (!finish_width(check, cluster, own)) return false;
    if (!own->timeout_ps) own->timeout_ps = bl_ethernet_usual_timeout(cluster);
    if (!own->retries) own->retries = bl_ethernet_usual_retries(own->timeout_ps);
    double round_trip = bl_ethernet_round_trip(cluster), timeout = 1e-12 * (double)own->timeout_ps;
    if (timeout > round_trip) return true;
    bl_report(check->diags, BL_MSG_ETHERNET_TIMEOUT, cluster->network.range,
              time_text(check, timeout), time_text(check, 1e-9 * ceil(1e9 * round_trip)));
    return false;
}

/* ---- what it carries */

/* The switch is the point behind the nodes. A pair has a limit of its own, its window; a node's
   words to itself stay in it, one a cycle. */
struct ports {
    struct bl_edge_list *list;
    const struct bl_cluster *cluster;
    double wire;
    int out[BL_ETHERNET_NODES], in[BL_ETHERNET_NODES];
};

static void add_ports(struct ports *ports) {
    const struct bl_ethernet *own = bl_ethernet(ports->cluster);
    int64_t link_ps = bl_ethernet_link_ps(own);
    int hub = ports->cluster->nodes;
    for (int i = 0; i < ports->cluster->nodes; i++) {
        ports->out[i] = bl_edge_add(
            ports->list, (struct bl_edge){i, hub, own->rate / 8, link_ps + own->switch_ps});
        ports->in[i] = bl_edge_add(ports->list, (struct bl_edge){hub, i, own->rate / 8, link_ps});
    }
}

static void use_ports(const struct ports *ports, int from, int to, double own_rate) {
    bl_edge_pair(ports->list);
    if (from == to) {
        bl_edge_use(ports->list, bl_edge_add(ports->list, (struct bl_edge){from, to, own_rate, 0}),
                    1);
        return;
    }
    int pair = bl_edge_add(ports->list,
                           (struct bl_edge){from, to, bl_ethernet_pair_rate(ports->cluster), 0});
    bl_edge_use(ports->list, pair, ports->wire);
    bl_edge_use(ports->list, ports->out[from], ports->wire);
    bl_edge_use(ports->list, ports->in[to], ports->wire);
}

const struct bl_edges *bl_ethernet_edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                         const struct bl_carrier *carrier) {
    int nodes = cluster->nodes;
    struct ports ports = {.list = bl_edge_list_new(arena, nodes),
                          .cluster = cluster,
                          .wire = bl_ethernet_wire(cluster, carrier)};
    double own_rate = cluster->clocks[cluster->network.clock].hertz * bl_cut_bits(carrier->cut) / 8;
    add_ports(&ports);
    for (int from = 0; from < nodes; from++)
        for (int to = 0; to < nodes; to++) use_ports(&ports, from, to, own_rate);
    return bl_edge_list_end(ports.list);
}

/* A lane's turn fills a frame. Where lanes share a link that is faster than they are, a packet
   leaves as slowly as its words come, and what comes for another must have room in its crossing
   until then: three quarters of what that holds, the rest is on its way. So a turn is as many equal
   packets. The buffer holds what may be on its way. */
enum { LONGEST_PACKET = 3 << BL_CROSSING_LOG_DEPTH >> 2 };
static struct bl_network_sizes sizes(const struct bl_cluster *cluster,
                                     const struct bl_carrier *carrier) {
    const struct bl_ethernet_plan plan = bl_ethernet_plan(cluster, carrier);
    int packets = (plan.run_words + LONGEST_PACKET - 1) / LONGEST_PACKET;
    return (struct bl_network_sizes){.packet_words = bl_max(1, plan.run_words / bl_max(packets, 1)),
                                     .turn_words = plan.run_words,
                                     .flits = plan.in_flight};
}

/* ---- what is said of it */

static void explain_memory(struct bl_text *text, const struct bl_node *node, const char *name,
                           int frames) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_carrier *carrier = &node->carrier;
    int bytes = bl_ethernet_memory(cluster, carrier, frames);
    int row = bl_max(bl_ethernet_plan(cluster, carrier).word_bytes,
                     bl_ethernet(cluster)->width / 8);
    bl_text_add(text, "%s %d frames, %.4g KiB in %d block RAMs", name, frames, bytes / 1024.0,
                bl_board_rams(node->board, bytes / row, 8 * row));
}

static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_ethernet *own = bl_ethernet(cluster);
    const struct bl_carrier *carrier = &node->carrier;
    const struct bl_ethernet_plan sizes = bl_ethernet_plan(cluster, carrier);
    char rate[64];
    bl_amount_print(rate, sizeof rate, BL_AMOUNT_BIT_RATE, own->rate);
    bl_text_add(
        text,
        "  ethernet: a port of %s, %d bits at the MAC; frames of up to %d B carry %d word%s "
        "of %d B, %.1f %% of the rate is payload\n",
        rate, own->width, own->frame, sizes.run_words, bl_ending(sizes.run_words, "s"),
        sizes.word_bytes, 100 / bl_ethernet_wire(cluster, carrier));
    bl_text_add(text, "  ethernet: a round trip of %.0f ns; up to %d frames on their way to a peer",
                1e9 * bl_ethernet_round_trip(cluster), sizes.window);
    explain_memory(text, node, "; sent", sizes.send_frames);
    explain_memory(text, node, "; received", sizes.recv_frames);
    bl_text_add(text, "\n");
}

void bl_ethernet_simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_ethernet *own = bl_ethernet(cluster);
    bl_text_add(text,
                "Ethernet with %.6g ns from a node to the switch and %.6g ns in it, every node "
                "cycle by cycle, every frame\n",
                (double)bl_ethernet_link_ps(own) / 1e3, (double)own->switch_ps / 1e3);
}

void bl_ethernet_write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct bl_ethernet *own = bl_ethernet(node->cluster);
    bl_text_add(text,
                "#include \"network/ethernet/carried/ethernet.h\"\n\n"
                "static const struct bl_ethernet_config medium = {\n"
                "    .rate = %lld, .latency_ps = %lld, .switch_ps = %lld,\n"
                "    .jitter_ps = %lld, .frame = %d, .queue = %d, .width = %d,\n"
                "    .silence_ps = %lld};\n\n",
                (long long)own->rate, (long long)bl_ethernet_link_ps(own),
                (long long)own->switch_ps, (long long)own->jitter_ps, own->frame, BL_ETHERNET_QUEUE,
                own->width, (long long)bl_ethernet_silence(node->cluster));
}

static const struct bl_network_cause causes[] = {{"node %d does not answer", BL_ETHERNET_NODES},
                                                 {"node %d restarted", BL_ETHERNET_NODES},
                                                 {"node %d has another build", BL_ETHERNET_NODES},
                                                 {0}};

static const struct bl_medium_fault faults[] = {BL_ETHERNET_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

static const struct bl_carrier_row frames = {
    .title = "the mesh whose links Ethernet carries",
    .bounds = "no clock bounds it: the ports' rate does",
    .simulated = bl_ethernet_simulated,
    .edges = bl_ethernet_edges,
    .explain = explain,
    .certify = bl_ethernet_certify,
    .sizes = sizes,
    .way = bl_ethernet_way,
    .ports = bl_ethernet_ports,
    .medium = "bl_medium_ethernet",
    .faults = faults,
    .frames = true,
    .write_medium = bl_ethernet_write_medium,
    .registers = bl_ethernet_registers,
    .counters = bl_ethernet_counters,
    .causes = causes,
    .lower = bl_ethernet_lower,
    .add_files = bl_ethernet_add_files,
};

static const struct bl_carrier_row *const carriers[] = {&frames, NULL};

const struct bl_network_row bl_ethernet_row = {
    .word = "ethernet",
    .bytes = sizeof(struct bl_ethernet),
    .settings = settings,
    .finish = finish,
    .least_nodes = 2,
    .most_nodes = BL_ETHERNET_NODES,
    .carriers = carriers,
    .unreliable = &bl_ethernet_channels,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
};
