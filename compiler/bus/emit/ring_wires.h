/* The wires of a ring in a simulation. */
#ifndef BL_RING_WIRES_H
#define BL_RING_WIRES_H

#include "bus/model/rsb.h"

struct bl_text;

/* Defines BL_WIRE_LESS and BL_NUMBER_DELAY of bl_rarb_ring for segments with delays of their own,
   in units of time of which a picosecond has so many. */
void bl_emit_ring_wires(struct bl_text *text, const struct bl_rsb_options *ring, int units);

#endif
