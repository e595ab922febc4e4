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

/* Whether a kernel has a reader, or a writer, and its place among its sources, or targets; -1: it
   has none. */
int bl_kernel_reader(const struct bl_kernel *kernel);
int bl_kernel_writer(const struct bl_kernel *kernel);
/* Whether it reads, or writes, a memory. */
bool bl_kernel_uses(const struct bl_kernel *kernel, int memory, bool writes);
/* Channels that it receives from: their places among its sources but the reader, in their order. */
int bl_kernel_takes(const struct bl_kernel *kernel);
/* Bits of the number of one of so many ends. */
int bl_kernel_end_bits(int ends);

#endif
