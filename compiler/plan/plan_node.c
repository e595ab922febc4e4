#include "plan/plan_node.h"

#include "base/arena.h"
#include "base/text.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "node/node.h"
#include "plan/route/exchange.h"
#include "plan/size/links.h"
#include "plan/size/registers.h"
#include "plan/steps/place.h"

static bool exchanges(const struct bl_plan *plan) {
    for (int p = 0; p < plan->pass_count; p++)
        if (bl_stage_find(&plan->passes[p], BL_STAGE_TO_NODE)) return true;
    return false;
}

/* Fused passes are not what the program says. */
static const char *as_run(const struct bl_plan *plan) {
    struct bl_text text = {0};
    for (int p = 0; p < plan->pass_count; p++) bl_pass_print(&text, &plan->passes[p]);
    const char *words = bl_strdup(plan->arena, text.bytes ? text.bytes : "");
    bl_text_free(&text);
    return words;
}

void bl_plan_node(struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_node_needs needs = {.as_run = as_run(plan),
                                        .channels = cluster->memory.channels,
                                        .word_bytes = cluster->memory.width,
                                        .memory_shared = bl_plan_shares_memory(plan),
                                        .joined = exchanges(plan),
                                        .cut = bl_cut_of_exchange(plan),
                                        .streams = bl_lanes(cluster),
                                        .registers = bl_plan_registers(plan)};
    plan->node = bl_node_make(plan->arena, plan->program, &needs);
    bl_registers_check(plan, diags);
    bl_links_make(plan);
}
