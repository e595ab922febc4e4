/* How nodes with two links each way are joined: what a cell can pass, link by link. */
#ifndef BL_CELL_TOPOLOGY_H
#define BL_CELL_TOPOLOGY_H

#include "network/cells/carried/cells.h"

struct bl_arena;

/* In place of the side that a cell came in at: it is the node's own. */
enum { BL_CELL_INJECT = BL_CELL_LINKS };

/* One-way links, numbered; `out` and `in` have those of a node, by side. */
struct bl_cell_links {
    int nodes, count;
    int *from, *to;                                  /* [count] */
    int (*out)[BL_CELL_LINKS], (*in)[BL_CELL_LINKS]; /* [nodes] */
};

struct bl_cell_topology {
    const char *word;
    /* NULL where so many nodes, in `rows` rows, can be joined so, or else why not, with the next
       number of nodes or rows that can. rows: 0 where none are given. */
    const char *(*refuse)(struct bl_arena *arena, int nodes, int rows);
    /* The node that the link at side `side` of a node leads to. */
    int (*next)(int nodes, int rows, int node, int side);
    /* Where the link stands in an order that most shortest routes follow from its beginning. */
    int (*place)(int nodes, int rows, int node, int side);
    int straight; /* over links of one side a cell goes straight on */
};

/* Rows, which end with one without a word: ring, manhattan, omega. */
extern const struct bl_cell_topology bl_cell_topologies[];
/* NULL: there is no such word. */
const struct bl_cell_topology *bl_cell_topology_find(const char *word);

/* The links of so many nodes, which the topology does not refuse. A link comes in at the side that
   it left at, or, where two left at that side, one of them at the other. */
struct bl_cell_links *bl_cell_links_make(struct bl_arena *arena,
                                         const struct bl_cell_topology *topology, int nodes,
                                         int rows);

#endif
