/* The circuit of one of a cell's graphs. */
#ifndef BL_PART_CIRCUIT_H
#define BL_PART_CIRCUIT_H

#include "base/diag.h"
#include "bus/cell/composition.h"

struct bl_netlist;
struct bl_stg;

/* Whether a graph has the signals that its part has in the composition, as inputs and outputs, and
   no others but internal ones; what is wrong is reported at `range`. */
bool bl_part_check_interface(struct bl_diags *diags, struct bl_range range, enum bl_cell_part part,
                             const struct bl_stg *stg);

/* A verified circuit of complex gates, with state signals where the graph needs them. NULL after a
   report: a check of the graph fails, or it has no circuit. */
const struct bl_netlist *bl_part_circuit(struct bl_arena *arena, struct bl_diags *diags,
                                         struct bl_range range, enum bl_cell_part part,
                                         const struct bl_stg *stg);

#endif
