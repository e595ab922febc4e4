/* The graphs of a cell, from files in the `.g` format. */
#ifndef BL_PART_GRAPH_H
#define BL_PART_GRAPH_H

#include "bus/cell/composition.h"

struct bl_stg;

/* Plays the graphs of the four parts beside the cells of a ring (bl_rsb_check); the nets are safe
   and have the signals of the composition. NULL otherwise, with the part or signal in `*wrong`; the
   caller frees it. What it refers to lives in `arena`. */
struct bl_rsb_graphs *bl_cell_graphs_new(struct bl_arena *arena, const struct bl_stg *const *parts,
                                         const struct bl_rsb_cell *cell, const char **wrong);

#endif
