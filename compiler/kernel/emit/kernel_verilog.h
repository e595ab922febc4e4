/* The circuit of a kernel: a module that issues its moves, of emit/text/kernel/kernel.v.in. */
#ifndef BL_KERNEL_VERILOG_H
#define BL_KERNEL_VERILOG_H

struct bl_kernel;
struct bl_program;
struct bl_text;

/* The module of a kernel. */
void bl_kernel_emit(struct bl_text *text, const struct bl_program *program,
                    const struct bl_kernel *kernel);

#endif
