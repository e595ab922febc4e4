/* The circuit of a kernel: a module that issues its moves, of emit/text/kernel.v.in. */
#ifndef BL_KERNEL_VERILOG_H
#define BL_KERNEL_VERILOG_H

#include <stdbool.h>

#include "kernel/carried/kernels.h"

struct bl_arena;
struct bl_program;
struct bl_text;

/* "pair_kernel_start" */
const char *bl_kernel_module(struct bl_arena *arena, const struct bl_program *program,
                             const struct bl_kernel *kernel);
void bl_kernel_emit(struct bl_text *text, const struct bl_program *program,
                    const struct bl_kernel *kernel);

/* Readers of a kernel, and writers: one for each move that reads or writes memory. */
int bl_kernel_readers(const struct bl_kernel *kernel);
int bl_kernel_writers(const struct bl_kernel *kernel);
/* Whether it reads, or writes, a memory. */
bool bl_kernel_uses(const struct bl_kernel *kernel, int memory, bool writes);
/* Sources of it that give a value. */
int bl_kernel_fills(const struct bl_kernel *kernel);
/* Channels and outputs of modules that it receives from. */
int bl_kernel_takes(const struct bl_kernel *kernel);
/* Ends of it on channels of any nodes: that send, and that receive. */
int bl_kernel_aims(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
int bl_kernel_awaits(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
/* The ends at which it waits for others: channels, bundles and ports, sources first. */
struct bl_kernel_outer {
    struct bl_kernel_end end;
    bool sends;
    int place; /* among its sources, or targets */
};
enum { BL_MOST_OUTER_ENDS = 128, BL_KERNEL_STEP_BITS = 16 };
/* How many; outer: of BL_MOST_OUTER_ENDS, or NULL. */
int bl_kernel_outer_ends(const struct bl_kernel *kernel, struct bl_kernel_outer *outer);
/* Bits of the number of one of so many ends. */
int bl_kernel_end_bits(int ends);

#endif
