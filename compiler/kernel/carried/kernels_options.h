/* The options of a bench of kernels. */
#ifndef BL_KERNELS_OPTIONS_H
#define BL_KERNELS_OPTIONS_H

#include "ir/carried/bench_options.h"
#include "kernel/carried/kernels.h"

enum { BL_KERNELS_SETS = 64, BL_KERNELS_USUAL = 16 /* value of an argument that is not given */ };

/* NAME=VALUE, or KERNEL.NAME=VALUE. */
struct bl_kernels_set {
    const char *name;
    int length; /* of the name */
    uint32_t value;
};
struct bl_kernels_options {
    struct bl_bench_options bench;
    struct bl_kernels_set sets[BL_KERNELS_SETS];
    int set_count;
    const char *group; /* that is started; NULL: the first, or all kernels where there is none */
};

/* -1 when the run shall go on, and the options are to be freed as those of a bench; else the exit
   status. Of the program it reads model and name. */
int bl_kernels_options_parse(struct bl_kernels_options *options, int argc, char **argv,
                             const struct bl_bench_program *program,
                             const struct bl_kernels *kernels);
/* The value of an argument of the kernel of that name; *given (or NULL): it was. */
uint32_t bl_kernels_argument(const struct bl_kernels_options *options, const char *kernel,
                             const char *argument, bool *given);

#endif
