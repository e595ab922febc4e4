/* The files of kernels in Verilog. */
#ifndef BL_KERNEL_OWN_H
#define BL_KERNEL_OWN_H

struct bl_program;

struct bl_kernel_own_files {
    const char *verilog, *golden; /* paths */
};

/* Of each of bl_kernels.owns. */
const struct bl_kernel_own_files *bl_program_kernel_files(const struct bl_program *program);

#endif
