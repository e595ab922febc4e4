/* What the files of the trial of a kernel in Verilog share. */
#ifndef BL_KERNEL_TRIAL_INNER_H
#define BL_KERNEL_TRIAL_INNER_H

#include "kernel/trial/kernel_trial.h"

static inline struct bl_kernel_trial *bl_kernel_trial_of(const struct bl_trial_work *work) {
    return work->trial;
}

/* Those of bl_trial_row. */
bool bl_kernel_write_golden(const struct bl_trial_work *work);
/* Looks at what was answered; a fault is in trial->rate. */
void bl_kernel_check_rates(struct bl_kernel_trial *trial);
bool bl_kernel_read_answers(struct bl_trial_work *work, int status);
bool bl_kernel_write_bench(const struct bl_trial_work *work);
bool bl_kernel_judge_rows(struct bl_trial_work *work, const char *simulator);
void bl_kernel_emit_alone(struct bl_text *text, const struct bl_trial_work *work);

#endif
