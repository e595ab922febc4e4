/* `bankloom explain`, and inside of it what its text and its JSON share. */
#ifndef BL_EXPLAIN_H
#define BL_EXPLAIN_H

#include "board/board.h"
#include "ir/plan.h"

struct bl_circuit;
struct bl_diags;
struct bl_text;

/* The plan and what its circuit takes, as text and as JSON, the latter with the warnings. */
void bl_explain_print(struct bl_text *text, const struct bl_plan *plan,
                      const struct bl_circuit *circuit);
void bl_explain_print_json(struct bl_text *text, const struct bl_plan *plan,
                           const struct bl_circuit *circuit, const struct bl_diags *diags);

/* "table,eop", "all" or "none". */
const char *bl_rules_words(struct bl_arena *arena, bl_rules rules);
/* The label of a pass of the plan: "pass 1+2+3" after the passes as written that it does the work
 * of. */
const char *bl_plan_label(const struct bl_plan *plan, const struct bl_pass *pass);
/* "2", or "2a" where the rules began with the moves of pass 2. */
const char *bl_plan_part(const struct bl_plan *plan, int number);
/* What a decision is about: "passes 1 and 2a", or "pass 2" of one that was taken apart. */
const char *bl_decision_passes(const struct bl_plan *plan, const struct bl_decision *decision);
/* The prediction's formula with its numbers. */
const char *bl_prediction_formula(const struct bl_plan *plan);
/* What runs on a clock of the cluster, and what sets the prediction, as words. */
const char *bl_clock_use(const struct bl_plan *plan, int clock);
/* What that clock rests on, by the board's description. */
struct bl_clock_basis bl_clock_basis(const struct bl_node *node, int clock);
const char *bl_bound_words(const struct bl_plan *plan);
/* The pass in the language's own words. */
const char *bl_pass_words(struct bl_arena *arena, const struct bl_pass *pass);

#endif
