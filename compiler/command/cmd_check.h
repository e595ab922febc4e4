/* `bankloom check`: report every error of a program. */
#ifndef BL_CMD_CHECK_H
#define BL_CMD_CHECK_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_check(int argc, char **argv);

#endif
