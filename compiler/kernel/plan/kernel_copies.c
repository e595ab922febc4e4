/* Copies in front of a module of the DMA: how many there are, and what goes before one. */
#include "base/bits.h"
#include "ir/dma.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/plan/kernel_plan.h"

enum { OPEN = 15 /* descriptors of a copy that have not ended: bl_kernel_descriptor */ };

/* Descriptors of one copy under way at once, at most: one where its kernel has to wait for it. */
static int open_of(const struct bl_kernel *kernel, const struct bl_kernel_move *move) {
    bool one = bl_kernel_tracks(kernel, move->from.number) ||
               bl_kernel_tracks(kernel, move->to.number);
    return one ? 1 : OPEN;
}

static int all_open(const struct bl_kernels *kernels, bool to_bus) {
    int sum = 0;
    for (int k = 0; k < kernels->kernel_count; k++)
        for (int i = 0; i < kernels->kernels[k].move_count; i++) {
            const struct bl_kernel_move *move = &kernels->kernels[k].moves[i];
            if (move->copies && bl_kernel_copies_to_bus(kernels, move) == to_bus)
                sum += open_of(&kernels->kernels[k], move);
        }
    return sum;
}

/* In front of one that comes to bl_dma_kernels are those that are behind it already, and one of
   each other copy that has its turn before. */
struct bl_kernel_copies bl_kernels_plan_copies(const struct bl_kernels *kernels, bool to_bus) {
    int count = bl_kernel_count_copies(kernels, to_bus, NULL);
    if (!count) return (struct bl_kernel_copies){0};
    return (struct bl_kernel_copies){
        .count = count,
        .first = bl_dma_usual()->kernels.first,
        .ahead = bl_min(all_open(kernels, to_bus) - 1, BL_DMA_KERNEL_QUEUE) + count - 1};
}
