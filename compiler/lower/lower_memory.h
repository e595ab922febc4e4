/* The memory channels at the node's edge, readers, writers, and the zip of columns to records. */
#ifndef BL_LOWER_MEMORY_H
#define BL_LOWER_MEMORY_H

#include <stdbool.h>

struct bl_instance;
struct bl_lowering;

/* Connects the read or the write half of `prefix` ports of an instance to nets or ports called
   TARGET_... */
void bl_lower_half(struct bl_lowering *lo, struct bl_instance *inst, const char *prefix,
                   const char *target, bool write);
/* Makes a half of a channel at the node's edge; returns what the node's side is called: the port
   itself, or nets before the crossing to the memory's clock. */
const char *bl_lower_channel(struct bl_lowering *lo, int channel, bool write);
/* The crossing of a half of a channel from core's clock, nets INNER_araddr and so on, to the
   memory's, PORT_araddr and so on. */
void bl_lower_channel_crossing(struct bl_lowering *lo, int channel, bool write, const char *inner,
                               const char *port);

/* The net with the number of the plane of a lane's words, where at most `planes`
   take turns. */
const char *bl_lower_tid(struct bl_lowering *lo, const char *stream, int planes, int lane);

#endif
