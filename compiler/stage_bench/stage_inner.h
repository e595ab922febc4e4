/* What the files of a stage's trial share. */
#ifndef BL_STAGE_INNER_H
#define BL_STAGE_INNER_H

#include "stage_bench/trial.h"

static inline struct bl_trial *bl_stage_trial(const struct bl_trial_work *work) {
    return work->trial;
}

/* "void hash(uint32_t key, uint8_t *bucket);" */
const char *bl_stage_prototype(const struct bl_trial *trial);

/* Those of bl_trial_row. */
bool bl_stage_write_golden(const struct bl_trial_work *work);
bool bl_stage_read_answers(struct bl_trial_work *work, int status);
bool bl_stage_write_bench(const struct bl_trial_work *work);
bool bl_stage_judge(struct bl_trial_work *work, const char *simulator);
void bl_stage_emit_alone(struct bl_text *text, const struct bl_trial_work *work);

#endif
