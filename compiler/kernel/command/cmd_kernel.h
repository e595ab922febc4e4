/* `bankloom kernel`: try kernels in Verilog of the user's own, or begin one. */
#ifndef BL_CMD_KERNEL_H
#define BL_CMD_KERNEL_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_kernel(int argc, char **argv);

#endif
