/* Kernels and channels, checked. */
#ifndef BL_CHECK_KERNEL_H
#define BL_CHECK_KERNEL_H

#include "base/source.h"
#include "kernel/carried/kernels.h"

struct bl_check;
struct bl_declaration;
struct bl_program;

enum { BL_MOST_KERNEL_CHANNELS = 16 };

/* bl_kind_word.collect and bl_kind.finish: what is made is bl_program_kernels. */
void bl_collect_kernel(struct bl_check *check, const struct bl_declaration *declaration,
                       void **collected);
void bl_finish_kernels(struct bl_check *check, void *collected);

/* The kernels of a program of that kind. */
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

#endif
