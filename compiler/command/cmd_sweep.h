/* bankloom sweep: every combination of fusions and cluster shapes, simulated and synthesised, side
 * by side. */
#ifndef BL_CMD_SWEEP_H
#define BL_CMD_SWEEP_H

int bl_cmd_sweep(int argc, char **argv);

#endif
