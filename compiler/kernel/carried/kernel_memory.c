/* What the kinds of memories are like. */
#include "kernel/carried/kernels.h"

const struct bl_kernel_memory_row *bl_kernel_memory_row(const struct bl_kernel_memory *memory) {
    static const struct bl_kernel_memory_row rows[] = {[BL_KERNEL_OF_HOST] = {.on_bus = true},
                                                       [BL_KERNEL_OF_GPU] = {.on_bus = true},
                                                       [BL_KERNEL_OF_CARD] = {.sparse = true}};
    return &rows[memory->kind];
}
