/* What a reduction makes of elements. */
#ifndef BL_KERNEL_COMBINE_H
#define BL_KERNEL_COMBINE_H

#include "kernel/carried/kernels.h"

enum {
    BL_KERNEL_ELEMENT = 16,                               /* bytes at most */
    BL_KERNEL_STREAMS = 2 * BL_KERNEL_REDUCTION_SIDE - 1, /* inputs, and what modules give */
    BL_KERNEL_TREE_STATE = BL_KERNEL_STATE * (BL_KERNEL_REDUCTION_SIDE - 1) /* of its modules */
};

/* One element of each input, elements[0] and so on, becomes that of stream 2 * inputs - 2: module k
   takes streams 2k and 2k + 1 and gives stream inputs + k. `step` is the function of the module
   that combines, or NULL: the built-in operator does, or, where only who waits for whom is asked
   for, nothing. `state` belongs to the modules of the tree, in order; bit i of `last`: that of
   input i is a move's last one. False: a module has given nothing. */
bool bl_kernel_reduce(const struct bl_kernel_reduction *reduction, bl_kernel_step_function *step,
                      const uint32_t *arguments, uint8_t *state,
                      uint8_t elements[][BL_KERNEL_ELEMENT], unsigned last);

#endif
