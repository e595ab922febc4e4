/* The arrays that the golden model works on. */
#ifndef BL_GOLDEN_H
#define BL_GOLDEN_H

#include "simulation/run/bench.h"

/* Empty arrays for all versions of a program. */
struct bl_golden *bl_golden_new(const struct bl_bench_program *program);
void bl_golden_free(struct bl_golden *golden);

#endif
