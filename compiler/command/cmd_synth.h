/* bankloom synth: what a node takes of its board's device. */
#ifndef BL_CMD_SYNTH_H
#define BL_CMD_SYNTH_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_synth(int argc, char **argv);

#endif
