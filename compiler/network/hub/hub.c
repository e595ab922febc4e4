/* Hubs of PCI Express between the hosts: settings, what a link carries, and the network's row. */
#include <stdio.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/text.h"
#include "base/value.h"
#include "board/board.h"
#include "check/check_inner.h"
#include "network/edge_list.h"
#include "network/hub/hub_inner.h"
#include "network/networks.h"
#include "settings/setting.h"

enum { MOST_GPUS = BL_HUB_MEMORIES - 1, MOST_SLOTS = 255 };

static const struct bl_setting settings[] = {
    BL_SETTING("rings", NUMBER, 1, 2, 1, INT, bl_hub, rings, .help = "that the nodes stand in"),
    BL_SETTING("window", CAPACITY, 128.0 * (1 << 20), (double)BL_HUB_WINDOW, 512.0 * (1 << 30),
               LONG, bl_hub, window, .power = true,
               .help = "of bus addresses, into which all hosts' memory is cut"),
    BL_SETTING("buffer", CAPACITY, 256, 65536, 4096, INT, bl_hub, buffer, .power = true,
               .help = "of each input of a hub"),
    BL_SETTING("memory", CAPACITY, 1024, 1 << 20, 65536, INT, bl_hub, memory, .power = true,
               .help = "of a hub's own, in block RAM"),
    BL_SETTING("latency", TIME, 10e-9, 1e-3, 200e-9, PS, bl_hub, latency_ps,
               .help = "of a link, with the hard IP at both ends"),
    BL_SETTING_WORDS("deadlock", 0, bl_hub, cut, "what a ring does against it", "bubble", "cut"),
    {0}};

/* ---- what remains to be checked */

/* N, E and W, and S where there are two rings. */
static bool has_ports(struct bl_check *check, const struct bl_cluster *cluster) {
    const int rings = bl_hub(cluster)->rings, needed = rings > 1 ? BL_HUB_PORTS : BL_HUB_PORTS - 1;
    const struct bl_board *board = cluster->board;
    if (!board || board->pcie.count >= needed) return true;
    bl_note(check->diags,
            bl_report(check->diags, BL_MSG_HUB_PORTS, cluster->network.range, needed, rings,
                      board->word, board->pcie.count),
            board->range, "the board is described here");
    return false;
}

static bool refuse(struct bl_check *check, const struct bl_cluster *cluster) {
    struct bl_range range = cluster->network.range;
    const int nodes = cluster->nodes, rings = bl_hub(cluster)->rings;
    if (!cluster->host) bl_report(check->diags, BL_MSG_HUB_HOST, range, cluster->name);
    else if (cluster->network.clock || cluster->host->clock)
        bl_report(check->diags, BL_MSG_HUB_CLOCK, range);
    else if (nodes % rings)
        bl_report(check->diags, BL_MSG_HUB_RINGS, bl_network_range(&cluster->network, "rings"),
                  nodes, nodes + 1 <= BL_HUB_NODES ? nodes + 1 : nodes - 1);
    else if (cluster->host->gpus > MOST_GPUS)
        bl_report(check->diags, BL_MSG_HUB_GPUS, cluster->host->range, cluster->host->gpus);
    else return !has_ports(check, cluster);
    return true;
}

static const char *size_text(struct bl_arena *arena, int64_t bytes) {
    char text[64];
    bl_amount_print(text, sizeof text, BL_AMOUNT_CAPACITY, (double)bytes);
    return bl_strdup(arena, text);
}

/* A memory fits a quarter of a slice, and that is whole places. */
static bool fits(struct bl_check *check, const struct bl_cluster *cluster, const char *what,
                 int64_t bytes) {
    const int64_t quarter = bl_hub_quarter(cluster), place = INT64_C(1) << BL_HUB_LOG_PLACE;
    int64_t needed = place;
    while (needed < bytes) needed *= 2;
    if (quarter >= needed) return true;
    bl_report(check->diags, BL_MSG_HUB_WINDOW, bl_network_range(&cluster->network, "window"),
              size_text(check->arena, bl_hub(cluster)->window), size_text(check->arena, quarter),
              cluster->nodes, what, size_text(check->arena, bytes),
              size_text(check->arena, (needed * BL_HUB_QUARTERS) << bl_log2(cluster->nodes)));
    return false;
}

/* A hub counts so many writes in an input of another one. */
static bool counts(struct bl_check *check, const struct bl_cluster *cluster) {
    const int slots = bl_hub_slots(cluster);
    int most = bl_hub(cluster)->buffer;
    if (slots <= MOST_SLOTS) return true;
    while (bl_hub_buffer(cluster, MOST_SLOTS + 1) <= most) most /= 2;
    bl_report(check->diags, BL_MSG_HUB_BUFFER, bl_network_range(&cluster->network, "buffer"),
              size_text(check->arena, bl_hub(cluster)->buffer), slots,
              size_text(check->arena, cluster->host->payload), MOST_SLOTS,
              size_text(check->arena, most));
    return false;
}

static bool finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *network) {
    (void)parts, (void)network;
    if (refuse(check, cluster) || !counts(check, cluster)) return false;
    return fits(check, cluster, "the host's memory", cluster->host->memory) &&
           (!cluster->host->gpus || fits(check, cluster, "a GPU's", cluster->host->gpu));
}

/* ---- what it carries: a way of each node to its hub and back, and the links between hubs, which
   are the points behind the nodes */

struct ways {
    struct bl_edge_list *list;
    const struct bl_cluster *cluster;
    const uint32_t *words; /* of the ranges */
    int count;
    double wire; /* bytes for one of payload */
    int up[BL_HUB_NODES], down[BL_HUB_NODES], links[BL_HUB_NODES][BL_HUB_PORTS];
};

static void add_ways(struct ways *ways) {
    const struct bl_cluster *cluster = ways->cluster;
    const double rate = bl_hub_rate(cluster);
    const int nodes = cluster->nodes;
    for (int i = 0; i < nodes; i++) {
        ways->up[i] = bl_edge_add(ways->list, (struct bl_edge){i, nodes + i, rate, 0});
        ways->down[i] = bl_edge_add(ways->list, (struct bl_edge){nodes + i, i, rate, 0});
        for (int port = 1; port < BL_HUB_PORTS; port++) {
            const int peer = bl_hub_peer(cluster, i, port);
            if (peer >= 0)
                ways->links[i][port] = bl_edge_add(
                    ways->list,
                    (struct bl_edge){nodes + i, nodes + peer, rate, bl_hub(cluster)->latency_ps});
        }
    }
}

static void use_ways(const struct ways *ways, int from, int to) {
    const struct bl_cluster *cluster = ways->cluster;
    const uint32_t place = (uint32_t)((BL_HUB_WINDOW +
                                       (uint64_t)bl_hub_slice(cluster) * (uint64_t)to) >>
                                      BL_HUB_LOG_PLACE);
    uint32_t at;
    bl_edge_use(ways->list, ways->up[from], ways->wire);
    for (int node = from; node != to;) {
        const int port = bl_hub_look_up(ways->words, ways->count, node, place, &at);
        bl_edge_use(ways->list, ways->links[node][port], ways->wire);
        node = bl_hub_peer(cluster, node, port);
    }
    bl_edge_use(ways->list, ways->down[to], ways->wire);
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    const struct bl_node node = {.cluster = cluster};
    struct ways ways = {.list = bl_edge_list_new(arena, cluster->nodes),
                        .cluster = cluster,
                        .wire = 1 + (double)BL_HUB_BESIDE / cluster->host->payload};
    (void)carrier;
    ways.words = bl_hub_table(arena, &node, &ways.count);
    add_ways(&ways);
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) {
            bl_edge_pair(ways.list);
            use_ways(&ways, from, to);
        }
    return bl_edge_list_end(ways.list);
}

/* ---- the simulation */

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    bl_text_add(text,
                "links of PCI Express with %g ns from hub to hub, every node cycle by cycle\n",
                (double)bl_hub(cluster)->latency_ps / 1e3);
}

static void write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    bl_text_add(text, "#include \"network/hub/carried/hub.h\"\n\nstatic const uint8_t ends[] = {");
    for (int i = 0; i < cluster->nodes * BL_HUB_LINKS; i++) {
        const int port = i % BL_HUB_LINKS + 1, peer = bl_hub_peer(cluster, i / BL_HUB_LINKS, port);
        bl_text_add(text, "%s%d", i ? ", " : "",
                    peer < 0 ? BL_HUB_NOWHERE : peer * BL_HUB_LINKS + bl_hub_peer_port(port) - 1);
    }
    bl_text_add(text,
                "};\nstatic const struct bl_hub_config medium = {\n"
                "    .ps_per_byte = %.17g, .latency_ps = %lld, .slots = %d, .payload = %d,\n"
                "    .ends = ends};\n\n",
                1e12 / bl_hub_link_rate(cluster), (long long)bl_hub(cluster)->latency_ps,
                bl_hub_slots(cluster), cluster->host->payload);
}

static struct bl_network_window window(const struct bl_cluster *cluster) {
    return (struct bl_network_window){.base = BL_HUB_WINDOW,
                                      .bytes = bl_hub_slice(cluster) * cluster->nodes,
                                      .slice = bl_hub_slice(cluster),
                                      .quarter = bl_hub_quarter(cluster),
                                      .own_at = bl_hub_quarter(cluster) * (BL_HUB_QUARTERS - 1),
                                      .own = bl_hub(cluster)->memory,
                                      .registers = BL_HUB_REGISTERS,
                                      .slots = bl_hub_slots(cluster)};
}

#define ROW(name, word, help, ports, at) {word, help, ports, at},
static const struct bl_medium_fault faults[] = {BL_HUB_FAULT_ROWS(ROW){0}};
#undef ROW

/* A fault of a cable is at a port that has one. */
static const char *const *fault_ports(struct bl_arena *arena, const struct bl_cluster *cluster) {
    const char **ports = BL_NEW(arena, const char *, cluster->nodes);
    for (int i = 0; i < cluster->nodes; i++)
        ports[i] = bl_format(arena, "%s%s%s", bl_hub_peer(cluster, i, BL_HUB_E) < 0 ? "" : "E",
                             bl_hub_peer(cluster, i, BL_HUB_W) < 0 ? "" : "W",
                             bl_hub_peer(cluster, i, BL_HUB_S) < 0 ? "" : "S");
    return ports;
}

static const struct bl_carrier_row hub = {
    .title = "hubs of PCI Express",
    .bounds = "no clock bounds it: the links' rate does",
    .simulated = simulated,
    .edges = edges,
    .explain = bl_hub_explain,
    .explain_json = bl_hub_explain_json,
    .certify = bl_hub_certify,
    .ports = bl_hub_ports,
    .medium = "bl_medium_hub",
    .faults = faults,
    .frames = true,
    .fault_ports = fault_ports,
    .write_medium = write_medium,
    .registers = bl_hub_registers,
    .table = bl_hub_table,
    .lower = bl_hub_lower,
    .add_files = bl_hub_add_files,
};

static const struct bl_carrier_row *const carriers[] = {&hub, NULL};

const struct bl_network_row bl_hub_row = {
    .word = "hub",
    .bytes = sizeof(struct bl_hub),
    .settings = settings,
    .finish = finish,
    .least_nodes = 2,
    .most_nodes = BL_HUB_NODES,
    .window = window,
    .answers_ps = bl_hub_answers_ps,
    .carriers = carriers,
};
