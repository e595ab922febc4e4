/* The simulated cluster for a host program of the user's own, in place of the bench. */
#ifndef BL_BENCH_HOST_H
#define BL_BENCH_HOST_H

#include "ir/carried/bench.h"
#include "bl_device.h"

/* Opens the simulated cluster of a program. The environment may say BL_SIM_MEMORY, the name of a
   memory model, BL_SIM_FAULTS, rates as of --faults, and BL_SIM_THREADS, how many host threads
   simulate. *device is NULL after a
   failure, which is also told on stderr. */
enum bl_device_result bl_bench_open(const struct bl_bench_program *program,
                                    struct bl_device **device);

#endif
