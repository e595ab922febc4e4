/* The cell of a bus's arbiter, made of graphs that a program names. */
#ifndef BL_ARBITER_H
#define BL_ARBITER_H

#include "base/diag.h"
#include "bus/cell/cell_map.h"
#include "bus/model/rsb.h"

struct bl_text;

struct bl_stg;

/* A cell made of graphs. */
struct bl_arbiter {
    const char *files[BL_CELL_PART_COUNT]; /* as the program names them; NULL: the usual graph */
    const struct bl_stg *parts[BL_CELL_PART_COUNT];
    struct bl_cell_rows rows;
    struct bl_cell_map first_map, other_map; /* of the Verilog */
    struct bl_rsb_cell first, other;         /* as they were searched, each signal a gate */
    struct bl_rsb_cells events;              /* each table and latch a gate */
    uint32_t states;                         /* of the search */
};

/* What of the program names a part's graph. */
struct bl_arbiter_source {
    const char *path; /* NULL: the usual graph is taken */
    const char *name;
    struct bl_range range;
};

/* Makes the cell: reads the graphs, checks each (interface, coding, mutual exclusion) and joins
   their circuits. NULL after a report. `range` is the program's `arbiter`, `root` holds
   examples/rsb. */
struct bl_arbiter *bl_arbiter_compose(struct bl_arena *arena, struct bl_diags *diags,
                                      struct bl_range range,
                                      const struct bl_arbiter_source *sources, const char *root);

/* The same, and searches a ring of three of the cell, of gates with any delay, in which every edge
   has to be one of the graphs. NULL after a report; a search that fails comes with its events from
   reset. */
const struct bl_arbiter *bl_arbiter_make(struct bl_arena *arena, struct bl_diags *diags,
                                         struct bl_range range,
                                         const struct bl_arbiter_source *sources, const char *root);

/* The module bl_rarb_cell of this cell. */
void bl_arbiter_verilog(struct bl_arena *arena, struct bl_text *text,
                        const struct bl_arbiter *arbiter);

#endif
