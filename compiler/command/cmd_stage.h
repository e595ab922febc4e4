/* `bankloom stage`: try stages of the user's own, or begin one. */
#ifndef BL_CMD_STAGE_H
#define BL_CMD_STAGE_H

int bl_cmd_stage(int argc, char **argv);

#endif
