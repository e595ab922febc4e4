/* The estimate of a kernel's own module, which is written and no template. */
#ifndef BL_KERNEL_COST_H
#define BL_KERNEL_COST_H

struct bl_arena;
struct bl_cost;
struct bl_kernel;
struct bl_kernels;

/* In neutral terms (templates/cost.h), in the arena. */
const struct bl_cost *bl_kernel_cost(struct bl_arena *arena, const struct bl_kernels *kernels,
                                     const struct bl_kernel *kernel);

#endif
