/* bankloom boards: what there is to build for. */
#ifndef BL_CMD_BOARDS_H
#define BL_CMD_BOARDS_H

int bl_cmd_boards(int argc, char **argv);

#endif
