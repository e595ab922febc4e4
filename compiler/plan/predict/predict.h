/* What a plan is expected to do: the peak T, and the cycles of a run. */
#ifndef BL_PREDICT_H
#define BL_PREDICT_H

#include "plan/plan.h"

/* Fills plan->prediction, and the way of every step. After all else of the plan. */
void bl_prediction_make(struct bl_plan *plan);

#endif
