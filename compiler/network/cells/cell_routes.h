/* The routes of cells: at each node the side that a cell leaves at, and its virtual channel there,
   by what its header can say. All are shortest, no cell can wait for itself, and ties spread the
   load. */
#ifndef BL_CELL_ROUTES_H
#define BL_CELL_ROUTES_H

#include <stdint.h>

#include "network/cells/cell_topology.h"

enum {
    BL_CELL_INS = BL_CELL_LINKS + 1, /* where a cell comes from: a side, or BL_CELL_INJECT */
    BL_CELL_MOST_CHANNELS = 8,       /* virtual ones, at most */
    BL_CELL_NO_COPY = 255
};

struct bl_cell_routes {
    const struct bl_cell_links *links;
    int channels;
    uint8_t *side;    /* [destination][node][in]: that it leaves at; any at the destination */
    uint8_t *channel; /* [node][in][channel][side]: of a cell that leaves there */
    uint8_t *first;   /* [destination][node]: of the node's own cells, in place of that */
    uint8_t *tree;    /* [node][side]: of the copy that goes there of a cell for all nodes, which
                         is node 0's; BL_CELL_NO_COPY: none goes there */
    double fullest;   /* load of the fullest link over the mean of all, all nodes to all */
};

static inline int bl_cell_side(const struct bl_cell_routes *routes, int node, int in, int to) {
    return routes->side[(to * routes->links->nodes + node) * BL_CELL_INS + in];
}
static inline int bl_cell_channel(const struct bl_cell_routes *routes, int node, int in,
                                  int channel, int side, int to) {
    if (in == BL_CELL_INJECT) return routes->first[to * routes->links->nodes + node];
    return routes
        ->channel[((node * BL_CELL_INS + in) * routes->channels + channel) * BL_CELL_LINKS + side];
}
static inline int bl_cell_copy(const struct bl_cell_routes *routes, int node, int side) {
    return routes->tree[node * BL_CELL_LINKS + side];
}
/* Where a cell that comes over a link comes in at. */
int bl_cell_in(const struct bl_cell_links *links, int link);

/* Routes with so many virtual channels, the same ones whenever they are asked for; NULL: none were
   found, and *needed have some. At most some seconds of work. */
const struct bl_cell_routes *bl_cell_routes_find(struct bl_arena *arena,
                                                 const struct bl_cell_topology *topology, int nodes,
                                                 int rows, int channels, int *needed);

/* The line of all (link, virtual channel), along which a cell only goes forward. */
struct bl_cell_line {
    const int *place; /* [link][channel] */
    int channels;
};
/* The first channel of a link that stands behind a place; -1: none does. */
int bl_cell_behind(struct bl_cell_line line, int link, int place);
/* cell_tree.c: bl_cell_routes.tree. */
uint8_t *bl_cell_tree_grow(struct bl_arena *arena, const struct bl_cell_links *links,
                           struct bl_cell_line line);

/* A circle of links and virtual channels of which each may wait for the next one. */
struct bl_cell_circle {
    int *links, *channels; /* [count] */
    int count;
};
/* Whether every cell comes to its destination over no more links than there are nodes, every node
   but 0 gets one copy of a cell for all, and none can wait for itself. It looks at nothing but the
   tables. Where it is not so: `circle`, or, without one, the pair of which a cell gets lost, or a
   copy is lost or comes twice. */
struct bl_cell_verdict {
    int holds;
    struct bl_cell_circle circle;
    int from, to;
    int longest; /* links of a route */
};
struct bl_cell_verdict bl_cell_routes_prove(struct bl_arena *arena,
                                            const struct bl_cell_routes *routes);

#endif
