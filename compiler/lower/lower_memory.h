/* The memory channels at the node's edge, readers, writers, and the zip of columns to records. */
#ifndef BL_LOWER_MEMORY_H
#define BL_LOWER_MEMORY_H

struct bl_lowering;

/* The net with the number of the plane of a lane's words, where at most `planes`
   take turns. */
const char *bl_lower_tid(struct bl_lowering *lo, const char *stream, int planes, int lane);

#endif
