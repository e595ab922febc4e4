/* `bankloom check`: report every error of a program. */
#ifndef BL_CMD_CHECK_H
#define BL_CMD_CHECK_H

int bl_cmd_check(int argc, char **argv);

#endif
