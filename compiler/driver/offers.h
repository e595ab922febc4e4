/* What a refused program could be changed to. */
#ifndef BL_OFFERS_H
#define BL_OFFERS_H

#include "driver/compile.h"

/* Adds to the first error of a refused plan the options with which the program of `path` has a
   circuit. Each has been tried: what is offered is accepted. No offers for what can be read only
   once, was not refused by the plan, or has more than 200 passes (each trial compiles it). */
void bl_offers_add(struct bl_compilation *refused, const char *path);

#endif
