/* The full mesh: a link from every node to every other one, as pins. What a node sends to itself
   stays in it. */
#include "base/text.h"
#include "base/value.h"
#include "check/check_inner.h"
#include "network/edge_list.h"
#include "network/links/links.h"
#include "network/mesh/mesh_inner.h"
#include "network/networks.h"
#include "settings/setting.h"

double bl_mesh_own_rate(const struct bl_cluster *cluster, const struct bl_carrier *carrier) {
    return cluster->clocks[cluster->network.clock].hertz * bl_cut_bits(carrier->cut) / 8;
}

/* A flit is a word, and its payload is what the source gives the link's rate for. */
static void use(struct bl_edge_list *list, const struct bl_cluster *cluster,
                const struct bl_carrier *carrier, int from, int to) {
    const struct bl_mesh *mesh = bl_mesh(cluster);
    struct bl_edge edge = {from, to, mesh->link_bytes_per_second, mesh->latency_ps};
    if (from == to) edge.bytes_per_second = bl_mesh_own_rate(cluster, carrier), edge.latency_ps = 0;
    bl_edge_pair(list);
    bl_edge_use(list, bl_edge_add(list, edge), 1);
}

static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    const struct bl_carrier *carrier) {
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) use(list, cluster, carrier, from, to);
    return bl_edge_list_end(list);
}

double bl_mesh_link_rate(const struct bl_cluster *cluster) {
    return bl_mesh(cluster)->link_bytes_per_second;
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_mesh *mesh = bl_mesh(cluster);
    bl_text_add(text, "link latency %.6g ns, every node cycle by cycle\n",
                (double)mesh->latency_ps / 1e3);
}

static const struct bl_setting settings[] = {
    BL_SETTING("link", RATE, 1e6, 1e12, BL_NEEDED, REAL, bl_mesh, link_bytes_per_second,
               .help = "payload rate of a link, one direction",
               BL_SETTING_OPTION("RATE", "payload rate of a link: \"6.25 GB/s\"", 1)),
    BL_SETTING("latency", TIME, 1e-9, 1e-3, BL_NEEDED, PS, bl_mesh, latency_ps,
               .help = "of a link"),
    BL_SETTING("wire", BITS, 64, 512, 0, INT, bl_mesh, wire, .power = true, .kind = "stream",
               .help = "`stream`: links leave over serial cores, in words of so many bits",
               .example = "stream 256 bit"),
    {0}};

static void report_latency(struct bl_check *check, const struct bl_cluster *cluster) {
    char is[64], low[64], high[64];
    const struct bl_setting *latency = &settings[bl_setting_find(settings, "latency")];
    bl_setting_text(is, latency, 1e-12 * (double)bl_mesh(cluster)->latency_ps);
    bl_setting_text(low, latency, latency->low);
    bl_setting_text(high, latency, bl_wire_most_latency(cluster));
    bl_report(check->diags, BL_MSG_OUT_OF_RANGE, cluster->network.latency_range, "latency", is, low,
              high);
}

static bool finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *own) {
    const struct bl_mesh *mesh = own;
    (void)parts;
    if (!mesh->wire || 1e-12 * (double)mesh->latency_ps <= bl_wire_most_latency(cluster))
        return true;
    report_latency(check, cluster);
    return false;
}

static const struct bl_carrier_row links = {
    .title = "the full mesh",
    BL_LINKS_PORT,
    .bounds = "no clock bounds it: the links' payload rate does",
    .link_rate = bl_mesh_link_rate,
    .simulated = simulated,
    .edges = edges,
    .lower = bl_mesh_lower,
};

static const struct bl_carrier_row *const carriers[] = {&links, &bl_mesh_wire, NULL};

const struct bl_network_row bl_full_mesh_row = {
    .word = "full_mesh",
    .bytes = sizeof(struct bl_mesh),
    .settings = settings,
    .finish = finish,
    .least_nodes = 1,
    .most_nodes = 64,
    .carriers = carriers,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
};
