/* The fixed way of a step: the cycles of the core beyond those of its words. */
#ifndef BL_WAY_H
#define BL_WAY_H

#include "ir/plan.h"

/* Fills way_cycles, ahead_cycles and greeted_cycles of every step,
 * and the words that the network keeps. After the route and the sizes. */
void bl_way_make(struct bl_plan *plan);

#endif
