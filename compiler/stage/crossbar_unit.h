/* Crossbars of the circuit, which several stages use. */
#ifndef BL_CROSSBAR_UNIT_H
#define BL_CROSSBAR_UNIT_H

#include "plan/route/routing.h"

/* Leads the stream through a crossbar of that shape for the stage, by its function from bit `shift`
   on (lower ones are decided already), or by the destinations that come with the stream. */
void bl_route_crossbar(struct bl_routing *routing, const struct bl_stage *stage,
                       struct bl_crossbar_shape shape, int shift);

#endif
