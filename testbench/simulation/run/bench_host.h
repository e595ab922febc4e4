/* The simulated cluster for a host program of the user's own, in place of the bench. */
#ifndef BL_BENCH_HOST_H
#define BL_BENCH_HOST_H

#include "ir/carried/bench.h"
#include "bl_device_backend.h"

/* The simulated cluster of a program as bl_device_simulation opens it. The environment may say
   BL_SIM_MEMORY, the name of a memory model, BL_SIM_FAULTS and BL_SIM_PCAP as --faults and --pcap
   have them, BL_SIM_SEED, of what the host's bus and faults draw, BL_SIM_THREADS, how many
   host threads simulate, and BL_SIM_QUIET, that no terminal gets a line of how far it
   is. What went wrong is in `why`, of `room` bytes. */
enum bl_device_result bl_bench_open(const struct bl_bench_program *program,
                                    const struct bl_device_backend **backend, void **state,
                                    char *why, size_t room);

#endif
