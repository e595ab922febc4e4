/* What runs beside the moves of kernels in the golden model: RTL kernels, by their golden
   functions, and the trees of reductions. */
#ifndef BL_GOLDEN_MODULES_H
#define BL_GOLDEN_MODULES_H

#include "kernel/carried/golden_state.h"

/* Those of an RTL kernel at a node: [BL_MOST_KERNEL_ARGUMENTS]. */
uint32_t *bl_kernel_golden_arguments(const struct bl_kernel_golden *golden, int node, int own);
/* A step of each RTL kernel whose ports allow it; whether any made one. */
bool bl_kernel_golden_run_modules(struct bl_kernel_golden *golden);
/* As many steps of each reduction as its ports allow; whether any made one. */
bool bl_kernel_golden_run_reductions(struct bl_kernel_golden *golden);

#endif
