#include "plan/plan.h"

#include "ir/plan.h"
#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "board/board.h"
#include "ir/pass.h"
#include "plan/limits/forms.h"
#include "plan/limits/plan_limits.h"
#include "plan/size/accesses.h"
#include "plan/size/buffers.h"
#include "plan/size/counters.h"
#include "plan/size/turns.h"
#include "plan/steps/place.h"
#include "plan/steps/steps.h"

/* What a board has, and what fits it. */
static const char *channels_text(struct bl_arena *arena, int channels) {
    if (!channels) return "no external memory, so it holds no pipeline";
    if (channels == 1) return "1; at least 2 are needed, one that is read and one that is written";
    return bl_format(arena, "%d", channels);
}

/* A node's memory channels have to be there. */
static void check_board(struct bl_arena *arena, const struct bl_cluster *cluster,
                        struct bl_diags *diags) {
    const struct bl_board *board = cluster->board;
    if (cluster->memory.channels > bl_board_channels(board))
        bl_note(diags,
                bl_report(diags, BL_MSG_PLAN_BOARD_CHANNELS, cluster->memory.range,
                          cluster->memory.channels, board->word,
                          channels_text(arena, bl_board_channels(board))),
                board->range, "the board is described here");
}

static void find_live(struct bl_plan *plan) {
    plan->live = BL_NEW(plan->arena, bool, plan->program->version_count);
    for (int p = 0; p < plan->pass_count; p++)
        for (int s = 0; s < plan->passes[p].stage_count; s++) {
            const struct bl_stage *stage = &plan->passes[p].stages[s];
            for (int v = 0; v < stage->version_count; v++)
                plan->live[stage->versions[v]->id] = true;
        }
}

/* A node that is alone has nobody to exchange with: the records stay where the exchange finds them.
 */
static void leave_out_exchange(const struct bl_plan *plan, struct bl_pass *pass) {
    if (!bl_stage_find(pass, BL_STAGE_TO_NODE)) return;
    struct bl_stage *stages = BL_NEW(plan->arena, struct bl_stage, pass->stage_count);
    int count = 0;
    for (int s = 0; s < pass->stage_count; s++)
        if (pass->stages[s].row->role != BL_STAGE_TO_NODE) stages[count++] = pass->stages[s];
    pass->stages = stages;
    pass->stage_count = count;
}

/* The fused passes become the plan's own list, which the steps may reorder. */
static void own_passes(struct bl_plan *plan) {
    struct bl_pass *passes = BL_NEW(plan->arena, struct bl_pass, plan->pass_count);
    memcpy(passes, plan->passes, sizeof *passes * (size_t)plan->pass_count);
    plan->passes = passes;
    for (int p = 0; plan->program->cluster.nodes == 1 && p < plan->pass_count; p++)
        leave_out_exchange(plan, &passes[p]);
}

void bl_plan_arrange(struct bl_plan *plan, struct bl_diags *diags) {
    own_passes(plan);
    find_live(plan);
    bl_forms_check(plan, diags);
    bl_limits_check(plan, diags);
    bl_steps_make(plan, diags);
    bl_places_make(plan, diags);
    bl_accesses_make(plan);
}

void bl_plan_size(struct bl_plan *plan, struct bl_diags *diags) {
    bl_buffers_make(plan);
    bl_turns_make(plan);
    bl_counters_check(plan, diags);
    bl_accesses_check(plan, diags);
}

/* More passes than these have no circuit, whatever is fused. A pass of a plan stands at most for
   three passes and two tables of every column and for a histogram beside each of its exchanges:
   less than MOST_PARTS for every column and MOST_PARTS more. */
enum { MOST_PARTS = 8 };

bool bl_plan_is_too_long(struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_program *program = plan->program;
    int most = BL_MOST_STEPS * BL_MOST_STEP_PASSES * MOST_PARTS *
               (program->record.column_count + 1);
    if (program->pass_count <= most) return false;
    bl_report(diags, BL_MSG_PLAN_LIMIT, program->passes[most].range,
              bl_format(plan->arena,
                        "a circuit has at most %d steps, and %d passes are more whatever is fused: "
                        "split the pipeline",
                        BL_MOST_STEPS, program->pass_count));
    plan->passes = program->passes;
    plan->pass_count = program->pass_count;
    own_passes(plan);
    find_live(plan);
    return true;
}

struct bl_plan *bl_plan_begin(struct bl_arena *arena, const struct bl_program *program,
                              bl_rules rules, bl_node_cost cost, struct bl_diags *diags) {
    struct bl_plan *plan = BL_NEW(arena, struct bl_plan, 1);
    plan->program = program;
    plan->arena = arena;
    plan->rules = rules;
    plan->cost = cost;
    plan->board = program->cluster.board;
    check_board(arena, &program->cluster, diags);
    plan->types = BL_NEW(arena, struct bl_type, program->version_count);
    return plan;
}

static void print_step(struct bl_text *text, const struct bl_plan *plan, int index) {
    const struct bl_step *step = &plan->steps[index];
    bl_text_add(text, "step %d: side %d%s%s epoch %d\n", index, step->read_side,
                step->ordered ? " ordered" : "", step->stagger ? " stagger" : "", step->epoch);
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++) {
        bl_text_add(text, "  pass %d: ", plan->passes[p].number);
        bl_pass_print(text, &plan->passes[p]);
        bl_text_add(text, "\n");
    }
}

void bl_plan_print(struct bl_text *text, const struct bl_plan *plan) {
    for (int i = 0; i < plan->step_count; i++) print_step(text, plan, i);
    for (int v = 0; v < plan->program->version_count; v++) {
        const struct bl_place *place = &plan->places[v];
        if (place->side >= 0)
            bl_text_add(text, "version %s: side %d base 0x%llx bytes 0x%llx\n",
                        plan->program->versions[v]->name, place->side,
                        (unsigned long long)place->base, (unsigned long long)place->bytes);
    }
}
