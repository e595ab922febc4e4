/* What Yosys' `stat` prints about one module. */
#ifndef BL_SYNTH_STAT_H
#define BL_SYNTH_STAT_H

#include "board/fabric.h"
#include "synth/netlist/synth_rtlil.h"

struct bl_arena;

struct bl_stat_cell {
    const char *name;
    long count;
};
struct bl_stat {
    struct bl_stat_cell *items;
    int count, capacity;
};

/* The cells of the module `name` by kind, instances of other modules among them. False when the
 * text has no such module. */
bool bl_stat_read(struct bl_arena *arena, struct bl_stat *stat, const char *text, const char *name);

/* What the cells of a module take on a fabric. Its instances of modules of the design take nothing:
   they are counted themselves. The first other cell that the fabric does not know is returned, NULL
   when it knows all. */
const char *bl_stat_weigh(const struct bl_stat *stat, const struct bl_fabric *fabric,
                          const struct bl_rtlil_module *module, struct bl_resources *takes);

#endif
