#include "driver/planned.h"

#include "base/diag.h"
#include "estimate/estimate.h"
#include "lower/lower.h"
#include "plan/fuse/fuse.h"
#include "plan/steps.h"

struct bl_resources bl_lowered_cost(struct bl_arena *arena, const struct bl_plan *plan) {
    struct bl_estimate estimate;
    bl_estimate_circuit(&estimate, arena, bl_lower(arena, plan), plan->board);
    return estimate.total;
}

struct bl_plan *bl_planned(struct bl_arena *arena, const struct bl_program *program, bl_rules rules,
                           struct bl_diags *diags) {
    struct bl_plan *plan = bl_plan_begin(arena, program, rules, bl_lowered_cost, diags);
    if (bl_plan_is_too_long(plan, diags)) return plan;
    bl_fuse_run(plan, plan->board);
    bl_plan_circuit(plan, diags);
    bl_links_check(plan, diags);
    bl_prediction_make(plan);
    if (!diags->errors) bl_circuit_check(bl_lower(arena, plan), diags);
    return plan;
}
