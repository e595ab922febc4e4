/* The cell that the circuits of the four parts make. */
#ifndef BL_COMPOSE_H
#define BL_COMPOSE_H

#include "bus/cell/composition.h"

struct bl_netlist;

/* A cell in rows: those of every cell, and those that differ in the first of a ring. */
struct bl_cell_rows {
    struct bl_rsb_rows first, other;
};

/* Joins the circuits of the parts, complex gates of the signals of the composition. The rows live
   in `arena`. */
struct bl_cell_rows bl_cell_compose(struct bl_arena *arena, const struct bl_netlist *const *parts);

/* The cells of a ring, for the checker. NULL, or what is wrong with them, which is no fault of the
   graphs but where they need more gates or inputs than a cell can have. */
const char *bl_cell_make(const struct bl_cell_rows *rows, struct bl_rsb_cell *first,
                         struct bl_rsb_cell *other);

#endif
