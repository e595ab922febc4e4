/* Signal transition graphs that watch a ring: each edge that a cell makes, or sees, has to be one
   that its graphs allow. */
#ifndef BL_RSB_GRAPHS_H
#define BL_RSB_GRAPHS_H

#include "bus/model/rsb_cell.h"

enum { BL_RSB_PLACES = 64, BL_RSB_PARTS = 6, BL_RSB_SIGNALS = 32, BL_RSB_ROWS = 64 };

/* A transition of a safe net. */
struct bl_rsb_edge {
    const char *name;
    int signal;         /* -1: silent, fired as soon as it can be */
    bool rises, local;  /* local: the cell makes it */
    uint64_t pre, post; /* places */
};

/* One of the cell's graphs: the token's, or the pass-through of one way. */
struct bl_rsb_graph {
    const char *name;
    const char *signals[BL_RSB_SIGNALS];
    int signal_count;
    const struct bl_rsb_edge *edges;
    int edge_count;
    bool settles;     /* when the token leaves a cell it waits for no edge that the cell makes */
    uint64_t marking; /* at first, when all signals are 0 */
};

/* What a graph's signal is in the cell. A wire may be a request here and a grant there: then it has
   several rows with the same `wire`, that are `one_of`: an edge of the wire is an edge of exactly
   one of these signals, one whose graph allows it now and whose `rises_if` holds before the edge.
 */
struct bl_rsb_signal_row {
    int graph; /* -1: no graph; the edge is that of another row */
    const char *signal;
    const char *wire; /* an expression over the cell's gates and wires */
    bool one_of;
    const char *rises_if; /* of a rise; NULL: always */
    const char *only_if;  /* of both edges; NULL: always */
    bool clockwise;       /* the way that `_w` in the expressions is */
};

struct bl_rsb_graphs; /* graphs beside every cell of a ring */

/* Graphs and rows stay the caller's. NULL when a row names what is not there; then `*wrong` is the
   row. */
struct bl_rsb_graphs *bl_rsb_graphs_new(const struct bl_rsb_graph *graphs, int graph_count,
                                        const struct bl_rsb_signal_row *rows, int row_count,
                                        const struct bl_rsb_cell *cell,
                                        const struct bl_rsb_signal_row **wrong);
void bl_rsb_graphs_free(struct bl_rsb_graphs *play);

/* The number of the markings that all graphs of a cell have at first; `word` with its wires: what
   is 1 then has risen. -1: that is not allowed. */
int bl_rsb_graphs_start(struct bl_rsb_graphs *play, uint64_t word);

/* The markings after a change of a cell's word, or -1 when no graph, or more than one, allows it;
   then bl_rsb_graphs_reason says which edge that was. Words with their wires. */
int bl_rsb_graphs_step(struct bl_rsb_graphs *play, int markings, uint64_t before, uint64_t after);
const char *bl_rsb_graphs_reason(const struct bl_rsb_graphs *play);

/* Whether a graph waits for an edge that the cell is to make; then the reason names it. */
bool bl_rsb_graphs_owes(struct bl_rsb_graphs *play, int markings);

/* How many of the edges have been fired, of all; the name of one that has not, or NULL. */
int bl_rsb_graphs_fired(const struct bl_rsb_graphs *play, int *all, const char **missing);

#endif
