/* The full mesh: a link from every node to every other one, and to itself. The carrier's bundles
   are the node's ports. */
#include "base/text.h"
#include "network/edge_list.h"
#include "network/links/links.h"
#include "network/networks.h"
#include "settings/setting.h"

struct mesh {
    double link_bytes_per_second; /* payload of one directed link */
    int64_t latency_ps;
};

/* A flit is a word, and its payload is what the source gives the link's rate for. */
static const struct bl_edges *edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                    struct bl_cut cut) {
    const struct mesh *mesh = cluster->network.own;
    struct bl_edge_list *list = bl_edge_list_new(arena, cluster->nodes);
    (void)cut;
    for (int from = 0; from < cluster->nodes; from++)
        for (int to = 0; to < cluster->nodes; to++) {
            bl_edge_pair(list);
            bl_edge_use(list,
                        bl_edge_add(list, (struct bl_edge){from, to, mesh->link_bytes_per_second,
                                                           mesh->latency_ps}),
                        1);
        }
    return bl_edge_list_end(list);
}

static double link_rate(const struct bl_cluster *cluster) {
    const struct mesh *mesh = cluster->network.own;
    return mesh->link_bytes_per_second;
}

static void simulated(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct mesh *mesh = cluster->network.own;
    bl_text_add(text, "link latency %.6g ns, every node cycle by cycle\n",
                (double)mesh->latency_ps / 1e3);
}

static const struct bl_setting settings[] = {
    BL_SETTING("link", RATE, 1e6, 1e12, BL_NEEDED, REAL, mesh, link_bytes_per_second,
               .help = "payload rate of a link, one direction",
               BL_SETTING_OPTION("RATE", "payload rate of a link: \"6.25 GB/s\"", 1)),
    BL_SETTING("latency", TIME, 1e-9, 1e-3, BL_NEEDED, PS, mesh, latency_ps, .help = "of a link"),
    {0}};

const struct bl_network_row bl_full_mesh_row = {
    .word = "full_mesh",
    .title = "the full mesh",
    .bytes = sizeof(struct mesh),
    .settings = settings,
    .link_rate = link_rate,
    .simulated = simulated,
    .least_nodes = 1,
    .most_nodes = 64,
    BL_LINKS_PORT,
    .bounds = "no clock bounds it: the links' payload rate does",
    .edges = edges,
    .carrier = bl_link_bundle,
    .ordered = true,
    .marks_end = true,
    .selects_source = true,
    .hardware_broadcast = false,
    .hardware_barrier = false,
};
