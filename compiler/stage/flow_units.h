/* What makes flows of lanes before an exchange, and full words of what arrives behind it. */
#ifndef BL_FLOW_UNITS_H
#define BL_FLOW_UNITS_H

#include "plan/route/routing.h"

/* Joins lanes with equal numbers modulo `values`, which hold the records of one node. */
void bl_route_join(struct bl_routing *routing, const struct bl_stage *stage, int values);
/* Makes words full again that came from several nodes. */
void bl_route_pack(struct bl_routing *routing);

#endif
