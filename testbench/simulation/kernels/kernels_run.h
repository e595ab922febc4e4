/* Runs kernels on the simulated cluster, with random contents of the memories, and compares all
   memories with what the golden model makes of them. */
#ifndef BL_KERNELS_RUN_H
#define BL_KERNELS_RUN_H

#include "bl_device_kernel.h"
#include "ir/carried/bench.h"
#include "kernel/carried/kernels.h"

/* The main function of a bench; exit status 0: equal, 1: not, 2: wrong use. */
int bl_kernels_main(int argc, char **argv, const struct bl_bench_program *program,
                    const struct bl_kernels *kernels, const struct bl_device_kernels *calls);

#endif
