/* From the plan to the circuit, and from the circuit to Verilog. */
#ifndef BL_LOWER_H
#define BL_LOWER_H

#include "ir/circuit.h"
#include "ir/plan.h"

/* The node's top module, of a plan without errors; to be checked by bl_circuit_check. */
struct bl_circuit *bl_lower(struct bl_arena *arena, const struct bl_plan *plan);

#endif
