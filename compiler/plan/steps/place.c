#include "plan/steps/place.h"

#include "base/arena.h"
#include "base/diag.h"
#include "board/board.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "memory/carried/dram_kinds.h"

enum { UNKNOWN = -1 };

/* The side that one stage of a step implies for the side that the step reads, from a version whose
 * side is known; UNKNOWN when none is. */
static int implied_side(const struct bl_plan *plan, const struct bl_stage *stage) {
    if (stage->row->role != BL_STAGE_READS && stage->row->role != BL_STAGE_WRITES) return UNKNOWN;
    for (int i = 0; i < stage->version_count; i++) {
        int side = plan->places[stage->versions[i]->id].side;
        if (side != UNKNOWN) return stage->row->role == BL_STAGE_READS ? side : 1 - side;
    }
    return UNKNOWN;
}

static int implied_read_side(const struct bl_plan *plan, const struct bl_step *step) {
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++)
        for (int s = 0; s < plan->passes[p].stage_count; s++) {
            int side = implied_side(plan, &plan->passes[p].stages[s]);
            if (side != UNKNOWN) return side;
        }
    return UNKNOWN;
}

/* Puts what a step reads on its side and what it writes on the other; reports what lies elsewhere
 * already. */
static void settle(struct bl_plan *plan, struct bl_step *step, struct bl_diags *diags) {
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++)
        for (int s = 0; s < plan->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &plan->passes[p].stages[s];
            if (stage->row->role != BL_STAGE_READS && stage->row->role != BL_STAGE_WRITES) continue;
            int wanted = stage->row->role == BL_STAGE_READS ? step->read_side : 1 - step->read_side;
            for (int i = 0; i < stage->version_count; i++) {
                int *side = &plan->places[stage->versions[i]->id].side;
                if (*side == UNKNOWN) *side = wanted;
                else if (*side != wanted)
                    bl_report(diags, BL_MSG_PLAN_SIDES, stage->range,
                              bl_version_said(stage, stage->versions[i]),
                              stage->row->role == BL_STAGE_READS ? "written" : "read");
            }
        }
}

/* Steps that touch a version whose side is known come first, whatever their place, so that a source
   may lie where its partner needs it. Only when none is left does the next step begin a new group,
   on side 0. */
static void choose_sides(struct bl_plan *plan, struct bl_diags *diags) {
    bool *settled = BL_NEW(plan->arena, bool, plan->step_count);
    for (int open = 0; open < plan->step_count;) {
        for (bool again = true; again;) {
            again = false;
            for (int i = open; i < plan->step_count; i++) {
                int side = settled[i] ? UNKNOWN : implied_read_side(plan, &plan->steps[i]);
                if (side == UNKNOWN) continue;
                plan->steps[i].read_side = side;
                settle(plan, &plan->steps[i], diags);
                settled[i] = again = true;
            }
        }
        while (open < plan->step_count && settled[open]) open++;
        if (open == plan->step_count) return;
        plan->steps[open].read_side = 0;
        settle(plan, &plan->steps[open], diags);
        settled[open] = true;
    }
}

/* Elements of a region that the node can count. */
enum { MOST_ELEMENTS = (1 << BL_LANE_COUNT_BITS) - 1 };

uint64_t bl_channel_bytes(const struct bl_board *board) {
    const uint64_t addressed = UINT64_C(1) << BL_ADDRESS_BITS;
    return board->memory.channel_bytes < addressed ? board->memory.channel_bytes : addressed;
}

static int planes_of(const struct bl_plan *plan, int version) {
    return bl_column_planes(&plan->program->cluster, plan->program->versions[version]->column);
}

static int planes_of_step(const struct bl_plan *plan, const struct bl_step *step,
                          enum bl_stage_role role) {
    int planes = 0;
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++) {
        const struct bl_stage *stage = bl_stage_find(&plan->passes[p], role);
        if (stage) planes += bl_stage_planes(&plan->program->cluster, stage);
    }
    return planes;
}

/* Bytes by which every region begins earlier behind the one before than a power of two, so that
   neighbours begin in different banks of the memory, of another kind (`run --memory`) too: whole
   bursts. 0 where no two planes take turns. */
static uint64_t choose_shift(const struct bl_plan *plan) {
    int most = 0;
    for (int i = 0; i < plan->step_count; i++)
        for (int write = 0; write < 2; write++) {
            int planes = planes_of_step(plan, &plan->steps[i],
                                        write ? BL_STAGE_WRITES : BL_STAGE_READS);
            if (planes > most) most = planes;
        }
    uint64_t burst = (uint64_t)plan->program->cluster.memory.burst;
    return most < 2 ? 0 : (bl_dram_shift_bytes() + burst - 1) / burst * burst;
}

/* Regions of one size for all planes, so that one limit holds in every step: the channel over the
   planes of the fuller half. Halves that are ports of the same controllers take half of the
   channel each: then an address of a port is the controller's own. A plane that takes turns with
   others is a little smaller, so that the next one begins in another bank. */
static void choose_regions(struct bl_plan *plan) {
    int used[2] = {0, 0};
    for (int v = 0; v < plan->program->version_count; v++)
        if (plan->places[v].side != UNKNOWN) used[plan->places[v].side] += planes_of(plan, v);
    int most = used[0] > used[1] ? used[0] : used[1];
    bool shared = bl_plan_shares_memory(plan);
    uint64_t whole = bl_channel_bytes(plan->board);
    if (shared) whole /= 2;
    uint64_t bytes = whole;
    uint64_t bits = (uint64_t)plan->program->cluster.memory.plane_bits;
    while (most && (bytes * (uint64_t)most > whole || bytes * 8 / bits > MOST_ELEMENTS)) bytes /= 2;
    uint64_t shift = choose_shift(plan);
    if (bytes > 2 * shift) bytes -= shift;
    int next[2] = {0, 0};
    for (int v = 0; v < plan->program->version_count; v++) {
        struct bl_place *place = &plan->places[v];
        if (place->side == UNKNOWN) continue;
        place->base = (shared && place->side ? whole : 0) + bytes * (uint64_t)next[place->side];
        place->plane = bytes;
        place->bytes = bytes * (uint64_t)planes_of(plan, v);
        next[place->side] += planes_of(plan, v);
    }
}

void bl_places_make(struct bl_plan *plan, struct bl_diags *diags) {
    plan->places = BL_NEW(plan->arena, struct bl_place, plan->program->version_count);
    for (int v = 0; v < plan->program->version_count; v++) plan->places[v].side = UNKNOWN;
    choose_sides(plan, diags);
    choose_regions(plan);
}

bool bl_plan_shares_memory(const struct bl_plan *plan) {
    return plan->program->cluster.memory.channels > plan->board->memory.channels;
}
