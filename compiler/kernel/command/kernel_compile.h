/* From the checked program of kernels to the circuit of a node: the steps, for `check` and for
   every verb that needs a plan or a circuit. What one of them refuses, all do. */
#ifndef BL_KERNEL_COMPILE_H
#define BL_KERNEL_COMPILE_H

struct bl_compilation;

/* All steps from the compilation's program, which there is. With errors there is no circuit. */
void bl_kernels_compile(struct bl_compilation *compilation);

#endif
