/* A plan, and the circuit that it makes: planning and lowering, put together. */
#ifndef BL_PLANNED_H
#define BL_PLANNED_H

#include "board/fabric.h"
#include "plan/plan.h"

/* What a node of the plan takes, by its circuit: a bl_node_cost. */
struct bl_resources bl_lowered_cost(struct bl_arena *arena, const struct bl_plan *plan);

/* Plans a checked program: fuses by `rules`, orders the steps, places the versions, sizes the
   buffers, predicts. What a board cannot hold is told in the decisions (split) or reported; so is
   what is wrong with the circuit. */
struct bl_plan *bl_planned(struct bl_arena *arena, const struct bl_program *program, bl_rules rules,
                           struct bl_diags *diags);

#endif
