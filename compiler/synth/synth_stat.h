/* What Yosys' `stat` prints about one module. */
#ifndef BL_SYNTH_STAT_H
#define BL_SYNTH_STAT_H

#include "board/fabric.h"

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

/* What the cells take on a fabric. Instances (names with a `\`, or "bl_...") take nothing. The
   first cell that the fabric does not know is returned, NULL when it knows all. */
const char *bl_stat_weigh(const struct bl_stat *stat, const struct bl_fabric *fabric,
                          struct bl_resources *takes);

#endif
