/* The full mesh over serial cores: what it carries, what is said of it, and its row. */
#include "base/arena.h"
#include "base/text.h"
#include "base/value.h"
#include "board/board.h"
#include "network/edge_list.h"
#include "network/mesh/carried/wire.h"
#include "network/links/links.h"
#include "network/mesh/mesh_inner.h"
#include "network/networks.h"

static void use(struct bl_edge_list *list, const struct bl_cluster *cluster,
                const struct bl_carrier *carrier, int from, int to) {
    struct bl_edge edge = {from, to, bl_wire_rate(cluster), bl_mesh(cluster)->latency_ps};
    if (from == to) edge.bytes_per_second = bl_mesh_own_rate(cluster, carrier), edge.latency_ps = 0;
    bl_edge_pair(list);
    bl_edge_use(list, bl_edge_add(list, edge), from == to ? 1 : bl_wire_share(cluster, carrier));
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) use(list, cluster, carrier, from, to);
    return bl_edge_list_end(list);
}

/* What packets of lanes that share a link are split into; a block takes several. */
enum { PACKET_WORDS = 16 };
static struct bl_network_sizes sizes(const struct bl_cluster *cluster,
                                     const struct bl_carrier *carrier) {
    return (struct bl_network_sizes){.packet_words = PACKET_WORDS,
                                     .flits = bl_wire_plan(cluster, carrier).in_flight};
}

static void explain(struct bl_text *text, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    const struct bl_carrier *carrier = &node->carrier;
    const struct bl_wire_plan sizes = bl_wire_plan(cluster, carrier);
    int wire = bl_mesh(cluster)->wire, kept = 1 << sizes.log_ring;
    char rate[64];
    bl_amount_print(rate, sizeof rate, BL_AMOUNT_RATE, bl_wire_rate(cluster));
    bl_text_add(text,
                "  wire: streams of %d bits, each %s; blocks of up to %d flit%s in %d words, %.1f "
                "%% of the rate is payload\n",
                wire, rate, sizes.flits, bl_ending(sizes.flits, "s"), sizes.words,
                100 / bl_wire_share(cluster, carrier));
    bl_text_add(text,
                "  wire: a round trip of %.0f ns; a link keeps %d words until they are "
                "acknowledged, and has room for as many that come, %d block RAMs\n",
                1e9 * bl_wire_round_trip(cluster, carrier), kept,
                bl_board_rams(node->board, kept, wire + 1) +
                    bl_board_rams(node->board, kept, wire));
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    bl_text_add(text,
                "serial cores with %.6g ns from node to node, every node cycle by cycle, every "
                "word\n",
                (double)bl_mesh(cluster)->latency_ps / 1e3);
}

static void write_medium(struct bl_text *text, const struct bl_node *node) {
    const struct bl_mesh *mesh = bl_mesh(node->cluster);
    bl_text_add(text,
                "#include \"network/mesh/carried/wire.h\"\n\n"
                "static const struct bl_wire_config medium = {\n"
                "    .bytes_per_second = %.17g, .latency_ps = %lld, .width = %d};\n\n",
                mesh->link_bytes_per_second, (long long)mesh->latency_ps, mesh->wire);
}

static const struct bl_network_cause causes[] = {
    {"nothing comes from node %d any more", BL_MAX_NODES},
    {"node %d restarted", BL_MAX_NODES},
    {0}};

static const struct bl_medium_fault faults[] = {BL_WIRE_FAULT_ROWS(BL_MEDIUM_FAULT){0}};

const struct bl_carrier_row bl_mesh_wire = {
    .title = "the full mesh, over serial cores",
    .setting = "wire",
    .links = bl_links_to_all,
    .bounds = "no clock bounds it: the links' rate does",
    .link_rate = bl_mesh_link_rate,
    .simulated = simulated,
    .edges = edges,
    .explain = explain,
    .sizes = sizes,
    .way = bl_wire_way,
    .ports = bl_wire_ports,
    .medium = "bl_medium_wire",
    .faults = faults,
    .write_medium = write_medium,
    .causes = causes,
    .lower = bl_wire_lower,
};
