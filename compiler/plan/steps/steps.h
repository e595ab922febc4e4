/* From the passes after fusion to the steps of the circuit. */
#ifndef BL_STEPS_H
#define BL_STEPS_H

#include "ir/plan.h"

struct bl_diags;

/* Pairs, and the steps with their order, stagger and epoch. Reports what cannot be. */
void bl_steps_make(struct bl_plan *plan, struct bl_diags *diags);

#endif
