/* points/index.json: what a sweep consists of, so that its results can be gathered later or
 * elsewhere. */
#ifndef BL_SWEEP_INDEX_H
#define BL_SWEEP_INDEX_H

#include <stdbool.h>

struct bl_arena;
struct bl_sweep;

/* False after a message on stderr. */
bool bl_sweep_index_write(const struct bl_sweep *sweep);
bool bl_sweep_index_read(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder);
/* The same without a message; false when there is no index, or none that can be read. */
bool bl_sweep_index_find(struct bl_sweep *sweep, struct bl_arena *arena, const char *folder);

#endif
