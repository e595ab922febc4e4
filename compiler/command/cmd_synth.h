/* bankloom synth: what a node takes of its board's device. */
#ifndef BL_CMD_SYNTH_H
#define BL_CMD_SYNTH_H

int bl_cmd_synth(int argc, char **argv);

#endif
