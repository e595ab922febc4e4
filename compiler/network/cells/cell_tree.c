/* The tree by which a cell for all nodes goes, from node 0: each node has it by one of its shortest
   ways along the line, that which ends at the first place there. So wherever there is a route there
   is such a way, and copies wait for nothing that a route does not. */
#include <string.h>

#include "base/arena.h"
#include "network/cells/cell_routes.h"

struct growth {
    const struct bl_cell_links *links;
    struct bl_cell_line line;
    int *depth, *held; /* [nodes]: links from node 0, -1: none; the place that its copy holds */
    int *over;         /* [nodes]: link that it comes over, times the channels, and its channel */
    int *queue, count; /* nodes, by their depth */
};

/* A copy goes on over a link out of a node: to one that none has come to, or none from so early. */
static void reach(struct growth *g, int node, int side) {
    const int link = g->links->out[node][side], next = g->links->to[link],
              channel = bl_cell_behind(g->line, link, g->held[node]);
    if (channel < 0) return;
    const int item = link * g->line.channels + channel;
    if (g->depth[next] < 0) {
        g->depth[next] = g->depth[node] + 1;
        g->queue[g->count++] = next;
    } else if (g->depth[next] <= g->depth[node] || g->line.place[item] > g->held[next]) return;
    g->held[next] = g->line.place[item];
    g->over[next] = item;
}

static void grow(struct growth *g) {
    memset(g->depth, -1, sizeof *g->depth * (size_t)g->links->nodes);
    g->depth[0] = 0;
    g->held[0] = -1;
    g->queue[g->count++] = 0;
    for (int i = 0; i < g->count; i++)
        for (int side = 0; side < BL_CELL_LINKS; side++) reach(g, g->queue[i], side);
}

uint8_t *bl_cell_tree_grow(struct bl_arena *arena, const struct bl_cell_links *links,
                           struct bl_cell_line line) {
    const int nodes = links->nodes;
    struct growth g = {links, line, BL_NEW(arena, int, nodes), BL_NEW(arena, int, nodes),
                       BL_NEW(arena, int, nodes), BL_NEW(arena, int, nodes), 0};
    uint8_t *tree = BL_NEW(arena, uint8_t, nodes *BL_CELL_LINKS);
    memset(tree, BL_CELL_NO_COPY, (size_t)(nodes * BL_CELL_LINKS));
    grow(&g);
    for (int i = 1; i < g.count; i++) {
        const int node = g.queue[i], link = g.over[node] / line.channels, from = links->from[link];
        tree[from * BL_CELL_LINKS + (links->out[from][1] == link)] =
            (uint8_t)(g.over[node] % line.channels);
    }
    return tree;
}
