/* Crossbars of the circuit, which several stages use. */
#ifndef BL_CROSSBAR_UNIT_H
#define BL_CROSSBAR_UNIT_H

#include "plan/route/routing.h"

/* Leads the stream through a crossbar of that shape for the stage, by the low bits of its function
   or by the destinations that come with the stream. */
void bl_route_crossbar(struct bl_routing *routing, const struct bl_stage *stage,
                       struct bl_crossbar_shape shape);
/* Through one for each lane, by what decides among the nodes that the lane sends to: of f mod
   nodes, what is above bl_reach. */
void bl_route_splitter(struct bl_routing *routing, const struct bl_stage *stage,
                       struct bl_crossbar_shape shape);

#endif
