/* Whether kernels can deadlock, tried with the golden model. */
#ifndef BL_KERNEL_STANDS_H
#define BL_KERNEL_STANDS_H

struct bl_arena;
struct bl_diags;
struct bl_program;

/* Reports kernels that can deadlock. */
void bl_kernels_check_goes_on(struct bl_arena *arena, const struct bl_program *program,
                              struct bl_diags *diags);

#endif
