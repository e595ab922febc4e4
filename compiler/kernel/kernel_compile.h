/* From the checked program of kernels to the circuit of a node: the steps, for `check` and for
   every verb that needs a plan or a circuit. What one of them refuses, all do. */
#ifndef BL_KERNEL_COMPILE_H
#define BL_KERNEL_COMPILE_H

struct bl_arena;
struct bl_compilation;
struct bl_diags;
struct bl_program;

/* All steps from the compilation's program, which there is. With errors there is no circuit. */
void bl_kernels_compile(struct bl_compilation *compilation);

/* The last of them: reports kernels that can stand still. */
void bl_kernels_check_goes_on(struct bl_arena *arena, const struct bl_program *program,
                              struct bl_diags *diags);

#endif
