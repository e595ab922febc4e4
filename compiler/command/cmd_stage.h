/* `bankloom stage`: try stages of the user's own, or begin one. */
#ifndef BL_CMD_STAGE_H
#define BL_CMD_STAGE_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_stage(int argc, char **argv);

#endif
