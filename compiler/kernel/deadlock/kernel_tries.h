/* The values that `check` tries kernels with. */
#ifndef BL_KERNEL_TRIES_H
#define BL_KERNEL_TRIES_H

#include "kernel/kernel_program.h"

struct bl_arena;

/* Each argument is 0, 1, 2, an odd few, more than all buffers hold, or about a constant that a rule
   names. Those of one name have one value, but for what rules set. */
enum { BL_KERNEL_TRIED_NAMES = 32, BL_KERNEL_TRIED_VALUES = 16 };
struct bl_kernel_tries {
    const struct bl_kernels *kernels;
    const struct bl_kernel_group *group;
    const char *names[BL_KERNEL_TRIED_NAMES]; /* of arguments that no rule sets */
    uint32_t values[BL_KERNEL_TRIED_NAMES];
    int count;
    uint32_t choices[BL_KERNEL_TRIED_VALUES];
    int choice_count;
    uint32_t *arguments; /* [kernel][BL_MOST_KERNEL_ARGUMENTS]: as the host gives them */
    uint64_t combinations;
    bool all; /* the combinations are all there are; else as many as are tried at most */
};

/* The tries of a group, before the first choice. */
struct bl_kernel_tries bl_kernel_tries_make(struct bl_arena *arena,
                                            const struct bl_kernels *kernels,
                                            const struct bl_kernel_group *group);
/* Takes combination `number`, of many one that is drawn. False: a rule forbids it. */
bool bl_kernel_tries_choose(struct bl_kernel_tries *tries, uint64_t number);
/* Halves large values; false: there are none, or a rule forbids what comes of it. */
bool bl_kernel_tries_halve(struct bl_kernel_tries *tries);
/* Whether the kernel is started at the node; its arguments there, [BL_MOST_KERNEL_ARGUMENTS]. */
bool bl_kernel_tries_start(const struct bl_kernel_tries *tries, int kernel, int node,
                           uint32_t *arguments);
/* The module for whose sake a kernel is not tried, [kernel_count]; NULL: it is. And the list of
   those that are not, empty without. */
const struct bl_kernel_own **bl_kernels_untried(struct bl_arena *arena,
                                                const struct bl_kernels *kernels);
const char *bl_kernels_untried_text(struct bl_arena *arena, const struct bl_program *program,
                                    const struct bl_kernel_own *const *untried);
/* "words = 1, rounds = 2" */
const char *bl_kernel_tries_text(struct bl_arena *arena, const struct bl_kernel_tries *tries);

#endif
