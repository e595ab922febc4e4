/* What --faults says: faults of the network between the nodes, and, with words that begin with
   "host-", of what lies beyond their host ports. */
#ifndef BL_BENCH_FAULTS_H
#define BL_BENCH_FAULTS_H

#include "ir/carried/bench.h"
#include "ir/carried/medium.h"
#include "simulation/host/host_faults.h"

struct bl_bench_faults {
    bool medium_set, host_set; /* whether there are any */
    struct bl_medium_faults medium;
    struct bl_host_faults host;
    char why[BL_MEDIUM_WHY];
};

/* Of "drop=1e-3,host-abort=1e-3", NULL: none; NULL, or a message, which lives in *faults. */
const char *bl_bench_faults_parse(const char *text, const struct bl_bench_program *program,
                                  struct bl_bench_faults *faults);

#endif
