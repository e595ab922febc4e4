/* Routes of cells as nodes have them. */
#include "base/arena.h"
#include "base/value.h"
#include "network/cells/cells_inner.h"

static const struct bl_cell_routes *routes_of(const struct bl_cluster *cluster) {
    return bl_cells(cluster)->routes;
}
static int link_of(const struct bl_cluster *cluster, int node, int link) {
    return routes_of(cluster)->links->out[node][link];
}

int bl_cell_end(const struct bl_cluster *cluster, int node, int link) {
    return routes_of(cluster)->links->to[link_of(cluster, node, link)];
}

/* BL_CELL_LINKS times that node, and as which link it comes in there. */
static int end_place(const struct bl_cluster *cluster, int node, int link) {
    const struct bl_cell_links *links = routes_of(cluster)->links;
    return bl_cell_end(cluster, node, link) * BL_CELL_LINKS +
           bl_cell_in(links, links->out[node][link]);
}

int bl_cell_source_at_end(const struct bl_cluster *cluster, int node, struct bl_cell_step step) {
    return bl_cell_source(bl_cell_in(routes_of(cluster)->links, link_of(cluster, node, step.link)),
                          step.channel);
}

struct bl_cell_step bl_cell_step(const struct bl_cluster *cluster, int node, int source, int dest) {
    const struct bl_cell_routes *routes = routes_of(cluster);
    if (node == dest) return (struct bl_cell_step){BL_CELL_LINKS, 0};
    const bool own = source == BL_CELL_OWN;
    int in = own ? BL_CELL_INJECT : source / BL_CELL_CHANNELS,
        channel = own ? 0 : source % BL_CELL_CHANNELS, side = bl_cell_side(routes, node, in, dest);
    return (struct bl_cell_step){side, bl_cell_channel(routes, node, in, channel, side, dest)};
}

int bl_cell_hops(const struct bl_cluster *cluster, int from, int to) {
    int hops = 0, source = BL_CELL_OWN;
    for (; from != to; hops++) {
        const struct bl_cell_step step = bl_cell_step(cluster, from, source, to);
        source = bl_cell_source_at_end(cluster, from, step);
        from = bl_cell_end(cluster, from, step.link);
    }
    return hops;
}

int bl_cell_most_hops_from(const struct bl_cluster *cluster, int from) {
    int most = 0;
    for (int to = 0; to < cluster->nodes; to++)
        most = bl_max(most, bl_cell_hops(cluster, from, to));
    return most;
}

int bl_cell_most_hops(const struct bl_cluster *cluster) {
    int most = 0;
    for (int from = 0; from < cluster->nodes; from++)
        most = bl_max(most, bl_cell_most_hops_from(cluster, from));
    return most;
}

/* An entry: {port [2], virtual channel [2]}, ports from 1 on. */
static uint32_t entry(const struct bl_cluster *cluster, int node, int source, int dest) {
    if (dest >= cluster->nodes) return 0;
    const struct bl_cell_step step = bl_cell_step(cluster, node, source, dest);
    return (uint32_t)((step.link + 1) << 2 | step.channel);
}

enum { GROUP = 4 /* entries of a word */, ENTRY_BITS = 4, GROUP_AT = 16, SOURCE_AT = 20 };

static uint32_t word(const struct bl_cluster *cluster, int node, int source, int group) {
    uint32_t bits = (uint32_t)(source << SOURCE_AT | group << GROUP_AT);
    for (int i = 0; i < GROUP; i++)
        bits |= entry(cluster, node, source, GROUP * group + i) << ENTRY_BITS * i;
    return bits;
}

/* Links that a copy of a cell for all goes over, in place of entries. */
static uint32_t tree_word(const struct bl_cluster *cluster, int node) {
    uint32_t bits = (uint32_t)BL_CELL_COPIES << SOURCE_AT;
    for (int i = 0; i < BL_CELL_LINKS; i++) {
        const int channel = bl_cell_copy(routes_of(cluster), node, i);
        if (channel == BL_CELL_NO_COPY) continue;
        bits |= (uint32_t)((i + 1) << 2 | channel) << ENTRY_BITS * i;
    }
    return bits;
}

/* Where the words of a source stand among those of all, the node's own last. */
static int place(int channels, int source) {
    if (source == BL_CELL_OWN) return BL_CELL_LINKS * channels;
    return source / BL_CELL_CHANNELS * channels + source % BL_CELL_CHANNELS;
}
static int source_at(int channels, int place) {
    if (place == BL_CELL_LINKS * channels) return BL_CELL_OWN;
    return bl_cell_source(place / channels, place % channels);
}
static int groups_of(int nodes) { return (nodes + GROUP - 1) / GROUP; }

static int entry_of(const struct bl_cells_written *routes, int node, int first, int dest) {
    const uint32_t bits = routes->words[node * routes->count + first + dest / GROUP];
    return (int)(bits >> dest % GROUP * ENTRY_BITS & ((1 << ENTRY_BITS) - 1));
}

struct bl_cell_step bl_cells_look_up(const struct bl_cells_written *routes, int node, int source,
                                     int dest) {
    const int found = entry_of(
        routes, node, place(routes->channels, source) * groups_of(routes->nodes) + routes->trees,
        dest);
    return (struct bl_cell_step){(found >> 2) - 1, found & 3};
}

int bl_cells_look_up_copy(const struct bl_cells_written *routes, int node, int link) {
    if (!routes->trees) return -1;
    const int found = entry_of(routes, node, 0, link);
    return found >> 2 ? found & 3 : -1;
}

/* Only circuits with barriers have cells for all. */
static int trees_of(const struct bl_node *node) { return node->carrier.barriers > 0; }

const uint32_t *bl_cells_table(struct bl_arena *arena, const struct bl_node *node, int *count) {
    const struct bl_cluster *cluster = node->cluster;
    const int channels = bl_cells(cluster)->channels, groups = groups_of(cluster->nodes),
              trees = trees_of(node);
    *count = trees + (BL_CELL_LINKS * channels + 1) * groups;
    uint32_t *words = BL_NEW(arena, uint32_t, *count * cluster->nodes);
    for (int i = 0; i < *count * cluster->nodes; i++) {
        const int at = i % *count - trees, of = i / *count;
        words[i] = at < 0 ? tree_word(cluster, of)
                          : word(cluster, of, source_at(channels, at / groups), at % groups);
    }
    return words;
}

struct bl_cells_written bl_cells_written(struct bl_arena *arena, const struct bl_node *node) {
    const struct bl_cluster *cluster = node->cluster;
    struct bl_cells_written routes = {.nodes = cluster->nodes,
                                      .channels = bl_cells(cluster)->channels,
                                      .trees = trees_of(node)};
    int *ends = BL_NEW(arena, int, cluster->nodes *BL_CELL_LINKS);
    for (int i = 0; i < cluster->nodes * BL_CELL_LINKS; i++)
        ends[i] = end_place(cluster, i / BL_CELL_LINKS, i % BL_CELL_LINKS);
    routes.words = bl_cells_table(arena, node, &routes.count);
    routes.ends = ends;
    return routes;
}
