/* The steps of a trial. False after a message, or an interrupt; what is wrong with the user's files
   is in what was found. */
#ifndef BL_TRIAL_WORK_INNER_H
#define BL_TRIAL_WORK_INNER_H

#include "stage_bench/trial_work.h"

/* The parts of a trial, in this order; what they find is in work->found. False: a tool could not be
   run, which was reported on stderr, or the user has interrupted it. */
bool bl_trial_lint(struct bl_trial_work *work);
bool bl_trial_ask_golden(struct bl_trial_work *work);
bool bl_trial_simulate(struct bl_trial_work *work);
bool bl_trial_synthesise(struct bl_trial_work *work);

/* The bench as obj/trial, by Verilator. */
bool bl_trial_compile_verilator(const struct bl_trial_work *work, const char *log);

#endif
