/* The counters of a plan's histograms: one set for all of them, in every place of an element of a
 * word of every lane. */
#ifndef BL_COUNTERS_H
#define BL_COUNTERS_H

#include "ir/plan.h"

struct bl_diags;

enum { BL_COUNTER_BITS = 32 };

struct bl_counters {
    const struct bl_stage *stage; /* the first that counts, NULL: none does */
    const struct bl_stage
        *widest[2]; /* those with the most values of a first and of a second function */
    int bits[2];    /* of a counter's number: of the first and of the second function */
    int places;     /* as many sets */
    bool sized;     /* an exchange takes its sizes from them */
    bool block;     /* they are in block RAM */
};

/* Those of the histograms of all passes. */
struct bl_counters bl_plan_counters(const struct bl_plan *plan);

/* Decides plan->counters_in_block, when all other buffers are known: block RAM for more counters
   than distributed RAM is made of, else what takes the smaller share of the device. */
void bl_counters_settle(struct bl_plan *plan);

/* Reports counters with longer numbers than a histogram has, and those for which the board lacks
 * block RAM. */
void bl_counters_check(const struct bl_plan *plan, struct bl_diags *diags);

#endif
