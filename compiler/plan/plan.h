/* Planning: from passes to steps, places and buffers. */
#ifndef BL_PLAN_PLAN_H
#define BL_PLAN_PLAN_H

#include "ir/plan.h"

struct bl_diags;

/* A plan without passes yet; driver/steps.c has the order of what follows: fusion, steps and all
   that the circuit needs, prediction. A board that lacks channels is reported. `cost` must hold as
   long as fusion runs. */
struct bl_plan *bl_plan_begin(struct bl_arena *arena, const struct bl_program *program,
                              bl_rules rules, bl_node_cost cost, struct bl_diags *diags);

/* Whether the program has more passes than any circuit, whatever is fused: that is reported, and
 * the plan is the passes as written. */
bool bl_plan_is_too_long(struct bl_plan *plan, struct bl_diags *diags);

/* In words, for the tests. */
void bl_plan_print(struct bl_text *text, const struct bl_plan *plan);

/* What the circuit of the passes does when and where: steps, sides and regions, links; and
   how deep its buffers are, when its route is known. Report what cannot be. */
void bl_plan_arrange(struct bl_plan *plan, struct bl_diags *diags);
void bl_plan_size(struct bl_plan *plan, struct bl_diags *diags);

#endif
