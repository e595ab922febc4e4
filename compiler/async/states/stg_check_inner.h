/* Inside the checks: what their files share. */
#ifndef BL_STG_CHECK_INNER_H
#define BL_STG_CHECK_INNER_H

#include "base/arena.h"
#include "async/states/stg_checks.h"

/* Makes a finding NO, with a sentence; returns it for its traces. */
struct bl_stg_finding *bl_check_no(struct bl_stg_report *report, enum bl_stg_check check,
                                   const char *reason);
/* Adds the trace to a state (and member, -1 for any), and one more transition when `last` is not
 * -1. */
void bl_check_trace(struct bl_arena *arena, struct bl_stg_finding *finding,
                    const struct bl_state_graph *graph, int state, int member, int last);
/* The same up to a state of the observed graph in which `last` is enabled. */
void bl_check_observed_trace(struct bl_arena *arena, struct bl_stg_finding *finding,
                             const struct bl_state_graph *graph, int state, int last);

void bl_check_codes(struct bl_arena *arena, struct bl_stg_report *report); /* USC and CSC */
/* Two states in conflict of which inputs alone lead from the first to the second, and the lowest
   signal that only one of them wants to move; false when there are none, or none among the first
   2^24 steps that were looked at. */
bool bl_check_hopeless(const struct bl_state_graph *graph, int *states, int *signal);
void bl_check_determinate(struct bl_arena *arena, struct bl_stg_report *report);
void bl_check_persistent(struct bl_arena *arena,
                         struct bl_stg_report *report); /* and input properness */
void bl_check_mutexes(struct bl_arena *arena, struct bl_stg_report *report);

#endif
