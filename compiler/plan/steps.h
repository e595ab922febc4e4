/* From the passes after fusion to the steps of the circuit. */
#ifndef BL_STEPS_H
#define BL_STEPS_H

#include "plan/plan.h"

struct bl_diags;

/* Pairs, and the steps with their order, stagger and epoch. Reports what cannot be. */
void bl_steps_make(struct bl_plan *plan, struct bl_diags *diags);

/* The pass of a step that writes, or its only one. */
static inline const struct bl_pass *bl_step_pass(const struct bl_plan *plan,
                                                 const struct bl_step *step) {
    return &plan->passes[step->first_pass + step->pass_count - 1];
}

#endif
