/* Kernels and channels, checked. */
#ifndef BL_CHECK_KERNEL_H
#define BL_CHECK_KERNEL_H

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

#endif
