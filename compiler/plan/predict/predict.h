/* What a plan is expected to do: the peak T, and the cycles of a run. */
#ifndef BL_PREDICT_H
#define BL_PREDICT_H

#include "ir/plan.h"

/* Fills plan->prediction, and the way of every step. After all else of the plan. */
void bl_prediction_make(struct bl_plan *plan);

/* The prediction for so many records a node, with every value of a function as often as any other:
   equal numbers in all channels of a node, and in all nodes but where a function has too few values
   for that. */
struct bl_expected {
    double cycles; /* the bound's with its waits, and the fixed way of every step */
    double bound_cycles;
    double bytes_per_second; /* the counted bytes of all records over `cycles` */
};
struct bl_expected bl_expected_even(const struct bl_plan *plan, uint64_t records);

#endif
