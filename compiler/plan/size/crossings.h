/* Where a node's data cross from one clock to another: all of it through asynchronous FIFOs that
 * the compiler places. */
#ifndef BL_CROSSINGS_H
#define BL_CROSSINGS_H

#include "ir/plan.h"

/* log2 of the words that a crossing keeps: of a stream, and of what the lanes of the network port
 * select. */
enum { BL_CROSSING_LOG_DEPTH = 5, BL_SELECTION_LOG_DEPTH = 2, BL_MOST_CROSSINGS = 9 };

/* Of either side: a clock domain is crossed there and back in about as many. */
enum { BL_CROSSING_CYCLES = 5 };

/* One kind of crossing. Depth 0: single bits that do not depend on each other, through
 * bl_synchroniser; else bl_async_fifo. */
struct bl_crossing {
    const char *name;             /* "read requests" */
    int from, to;                 /* in bl_cluster.clocks */
    int depth, width_bits, count; /* words, bits, how many per node */
    const char *reason;           /* a sentence with the numbers that the depth comes from */
};

/* Fills the list and returns its length; 0 when all of the plan runs on core. */
int bl_plan_crossings(const struct bl_plan *plan, struct bl_crossing crossings[BL_MOST_CROSSINGS]);

/* The clock that the channels' ports, or the network with its links, run on under this plan: core
 * where there is no exchange. */
int bl_memory_clock(const struct bl_plan *plan);
int bl_network_clock(const struct bl_plan *plan);

#endif
