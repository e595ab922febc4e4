/* The golden model of kernels: each runs its moves word by word, channels are queues of as many
   words as the circuit's buffers have, and what the kernels wait for is what the circuit waits for.
   So it ends, or deadlocks, as the circuit does. */
#ifndef BL_KERNEL_GOLDEN_H
#define BL_KERNEL_GOLDEN_H

#include <stddef.h>
#include <stdio.h>

#include "bl_device_kernel.h"
#include "kernel/carried/kernels.h"
#include "kernel/carried/kernel_stream.h"

enum bl_kernel_error {
    BL_KERNEL_FINE = 0,
#define ROW(name, number, text) BL_KERNEL_##name = (number),
    BL_DEVICE_KERNEL_ERRORS(ROW)
#undef ROW
};

struct bl_kernel_golden;

/* The memories' bytes: those of a move's word, at most 32, that lie in a memory; `unknown`, of
   those that get the cycles of a copy, which no model knows. */
struct bl_kernel_bytes {
    void *of;
    void (*read)(void *of, int node, int memory, uint32_t address, void *bytes, size_t size);
    void (*write)(void *of, int node, int memory, uint32_t address, const void *bytes, size_t size);
    void (*unknown)(void *of, int node, int memory, uint32_t address, size_t size);
};

/* bytes: copied; NULL: there are no data, only who waits for whom. To be freed. */
struct bl_kernel_golden *bl_kernel_golden_new(const struct bl_kernels *kernels,
                                              const struct bl_kernel_bytes *bytes);
void bl_kernel_golden_free(struct bl_kernel_golden *golden);
/* A kernel that is not running starts, with its arguments, which are copied; false: they break one
   of its rules, and it does not. */
bool bl_kernel_golden_start(struct bl_kernel_golden *golden, int node, int kernel,
                            const uint32_t *arguments);
/* The arguments of a kernel in Verilog at a node, which are copied; zeros until then. */
void bl_kernel_golden_set(struct bl_kernel_golden *golden, int node, int own,
                          const uint32_t *arguments);
/* What is missing of an unreliable channel at a node, before it runs; gaps of a channel in order. A
   kernel that takes some of it ends with BL_KERNEL_MISSED, behind all its moves. */
void bl_kernel_golden_lose(struct bl_kernel_golden *golden, const struct bl_kernel_gap *gap);
/* Runs until all kernels have ended, those that wait for one that has failed with
   BL_KERNEL_PARTNER: BL_KERNELS_END, nothing moves any more, or so much was done
   (0: no limit) and it goes on: words moved, steps of kernels, and kernels that had their turn. */
enum bl_kernels_end { BL_KERNELS_END, BL_KERNELS_STAND, BL_KERNELS_GO_ON };
enum bl_kernels_end bl_kernel_golden_run(struct bl_kernel_golden *golden, uint64_t work);
enum bl_kernel_error bl_kernel_golden_error(const struct bl_kernel_golden *golden, int node,
                                            int kernel);
/* The collective of a kernel that waits for itself, its source and destination overlap: its number,
   from 1; 0: none. And those that moved something and never waited so, bit c of collective c
   (modulo 64). */
int bl_kernel_golden_overlap(const struct bl_kernel_golden *golden, int node, int kernel);
uint64_t bl_kernel_golden_collectives(const struct bl_kernel_golden *golden, int node, int kernel);
/* What was done until now, as above. */
uint64_t bl_kernel_golden_work(const struct bl_kernel_golden *golden);
/* The first output of a module whose golden function gave another number of elements than the
   output declares; NULL: none. */
const struct bl_kernel_port *bl_kernel_golden_wrong(const struct bl_kernel_golden *golden);
/* Granules that lie at a node's receiving end of a channel. */
uint64_t bl_kernel_golden_left(const struct bl_kernel_golden *golden, int node, int channel);
/* Granules that kernels have moved. */
uint64_t bl_kernel_golden_moved(const struct bl_kernel_golden *golden);
/* What each kernel that has not ended waits for, a line each. */
void bl_kernel_golden_describe(const struct bl_kernel_golden *golden, FILE *file);

#endif
