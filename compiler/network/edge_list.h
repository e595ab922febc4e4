/* How a network's row makes its edges: all edges, and pair by pair which of them it passes. */
#ifndef BL_EDGE_LIST_H
#define BL_EDGE_LIST_H

#include "ir/carried/edges.h"

struct bl_arena;
struct bl_edge_list;

/* No edges yet, and before the first pair. */
struct bl_edge_list *bl_edge_list_new(struct bl_arena *arena, int nodes);
/* The number of the new edge. */
int bl_edge_add(struct bl_edge_list *list, struct bl_edge edge);
/* Begins the next pair: 0 to 0, 0 to 1 and so on, then 1 to 0. */
void bl_edge_pair(struct bl_edge_list *list);
/* The pair passes an edge, with so many bytes for each of payload. */
void bl_edge_use(struct bl_edge_list *list, int edge, double wire);
/* All pairs have been given. */
const struct bl_edges *bl_edge_list_end(struct bl_edge_list *list);

#endif
