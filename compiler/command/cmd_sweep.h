/* bankloom sweep: every combination of fusions and cluster shapes, simulated and synthesised, side
 * by side. */
#ifndef BL_CMD_SWEEP_H
#define BL_CMD_SWEEP_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_sweep(int argc, char **argv);

#endif
