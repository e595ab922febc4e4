/* The front end, and the steps from a program to the circuit of a node, which steps.c lists in
   their order. Every command that needs a plan or a circuit runs them through driver/compile.h. */
#ifndef BL_DRIVER_STEPS_H
#define BL_DRIVER_STEPS_H

#include <stdbool.h>
#include "board/fabric.h"
#include "ir/plan.h"

struct bl_compilation;
struct bl_loaded;

/* Checks the file of the compilation. Whether there is a program; one that is not a pipeline is an
   error unless `any`. */
bool bl_steps_front(struct bl_compilation *compilation, const struct bl_loaded *loaded, bool any);
/* All steps from the compilation's program to the circuit. They end early at errors: then there is
   no circuit, and the plan is not to be built. */
void bl_steps_plan(struct bl_compilation *compilation);
/* What a node of the plan takes, by its circuit: a bl_node_cost. */
struct bl_resources bl_lowered_cost(struct bl_arena *arena, const struct bl_plan *plan);

#endif
