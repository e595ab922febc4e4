/* The folder of a program of kernels. */
#ifndef BL_KERNEL_BUILD_H
#define BL_KERNEL_BUILD_H

#include <stdbool.h>

struct bl_circuit;
struct bl_home;
struct bl_output;
struct bl_kernels_plan;

/* As bl_output_make of a pipeline: rtl/, host/, bench/, project/, board.loom and the harness. False
   after a message on stderr. */
bool bl_kernels_output(struct bl_output *output, const struct bl_kernels_plan *plan,
                       const struct bl_circuit *circuit, const struct bl_home *home);

#endif
