/* bankloom boards: what there is to build for. */
#ifndef BL_CMD_BOARDS_H
#define BL_CMD_BOARDS_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_boards(int argc, char **argv);

#endif
