/* A checked program of kernels: what the kind keeps of it besides the cluster. */
#ifndef BL_KERNEL_PROGRAM_H
#define BL_KERNEL_PROGRAM_H

#include "base/source.h"
#include "kernel/carried/kernels.h"

struct bl_arena;
struct bl_program;

enum { BL_MOST_KERNEL_CHANNELS = 16 };

/* The kernels of a program of that kind; NULL: it is of another. */
const struct bl_kernels *bl_program_kernels(const struct bl_program *program);

/* Where a channel is declared; nowhere for that of a barrier. */
struct bl_range bl_program_channel_range(const struct bl_program *program, int channel);

/* Kernels that the host starts together: those of a kernel at the nodes where `at` holds of the
   arguments of all, [kernel][BL_MOST_KERNEL_ARGUMENTS], NULL: at all that it is on. */
struct bl_kernel_member {
    int kernel;
    const struct bl_device_rule *at;
};
struct bl_kernel_group {
    const char *name; /* NULL: all kernels, of a program without groups */
    struct bl_range range;
    const struct bl_kernel_member *members;
    int count;
    const struct bl_device_rule *rules; /* of the arguments of all */
    int rule_count;
};

/* The groups of a program; *count is how many. */
const struct bl_kernel_group *bl_program_kernel_groups(const struct bl_program *program,
                                                       int *count);

/* What became of the trial of a program's kernels. */
struct bl_kernel_tried {
    uint64_t sets;         /* of values */
    const char *not_tried; /* kernels; NULL: there was no trial */
};
struct bl_kernel_tried *bl_program_kernel_tried(const struct bl_program *program);

/* A collective as a kernel states it; `number` is that of its moves. */
struct bl_kernel_stated {
    int kernel, number;
    bool settled; /* no argument and no counter changes its addresses */
    const char *word;
    struct bl_range range;
};
/* All of them; *count is how many. */
const struct bl_kernel_stated *bl_program_collectives(const struct bl_program *program, int *count);

/* The files of a kernel in Verilog. */
struct bl_kernel_own_files {
    const char *verilog, *golden;           /* paths */
    const char *verilog_file, *golden_file; /* what a build calls them: the first kernel with it */
};
/* Of each of bl_kernels.owns. */
const struct bl_kernel_own_files *bl_program_kernel_files(const struct bl_program *program);

/* A kernel's module, "pair_kernel_start". */
const char *bl_kernel_module(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_kernel *kernel);

/* What the kind keeps of a program. */
struct bl_kernel_body {
    struct bl_kernels kernels;
    const struct bl_kernel_own_files *files;
    const struct bl_kernel_stated *collectives;
    int collective_count;
    const struct bl_kernel_group *groups;
    int group_count;
    struct bl_kernel_tried *tried;
    struct bl_range *channel_ranges;
    int declared_channels;
};
extern const struct bl_body_type bl_kernels_body;

#endif
