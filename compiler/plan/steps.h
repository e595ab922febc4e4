/* Inside of the planning: from the passes after fusion to steps, places, buffers and predictions.
 */
#ifndef BL_STEPS_H
#define BL_STEPS_H

#include "plan/plan.h"

struct bl_diags;

/* plan.c: what the circuit of the passes does when and where: steps, sides and regions, links; and
   how deep its buffers are, when its route is known. Report what cannot be. */
void bl_plan_arrange(struct bl_plan *plan, struct bl_diags *diags);
void bl_plan_size(struct bl_plan *plan, struct bl_diags *diags);
/* pairs.c: brings every table pass directly before the pass that uses its table. Reports what
 * cannot be. */
void bl_pairs_make(struct bl_plan *plan, struct bl_diags *diags);
/* steps.c: pairs, and the steps with their order, stagger and epoch. Reports what cannot be. */
void bl_steps_make(struct bl_plan *plan, struct bl_diags *diags);
/* forms.c: reports every pass that the circuit has no form for. */
void bl_forms_check(const struct bl_plan *plan, struct bl_diags *diags);
/* Passes that one circuit cannot have beside each other. */
struct bl_mixed {
    const struct bl_pass *odd, *other; /* a pass that does not do it, and one that does */
    const char *does, *advice;         /* "some passes DOES"; what to write in its place */
};

/* forms.c: whether the passes mix forms that one circuit cannot have: columns that travel together
   beside tables by strips, exchanges of more columns beside those of fewer. *mixed, which may be
   NULL, says which. */
bool bl_forms_mixed(const struct bl_cluster *cluster, const struct bl_pass *passes, int pass_count,
                    struct bl_mixed *mixed);
/* place.c: sides and regions. */
void bl_places_make(struct bl_plan *plan, struct bl_diags *diags);
/* accesses.c: what is under way to the memory. bl_accesses_check reports queues for which the board
 * lacks block RAM; after the buffers. */
void bl_accesses_make(struct bl_plan *plan);
void bl_accesses_check(const struct bl_plan *plan, struct bl_diags *diags);
/* turns.c: the words of a plane before the next one's turn, and what a channel takes for a word
 * then; after the buffers. */
void bl_turns_make(struct bl_plan *plan);
/* links.c: after the steps. bl_links_check reports a latency whose buffers do not fit the board;
 * after the buffers. */
void bl_links_make(struct bl_plan *plan);
void bl_links_check(const struct bl_plan *plan, struct bl_diags *diags);
/* A sentence: what the depth of a link's receive buffer comes from. */
const char *bl_links_reason(const struct bl_plan *plan);
/* buffers.c, predict.c */
void bl_buffers_make(struct bl_plan *plan);
void bl_prediction_make(struct bl_plan *plan);

/* The pass of a step that writes, or its only one. */
static inline const struct bl_pass *bl_step_pass(const struct bl_plan *plan,
                                                 const struct bl_step *step) {
    return &plan->passes[step->first_pass + step->pass_count - 1];
}

#endif
