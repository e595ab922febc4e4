/* `bankloom stg`: check a signal transition graph, and make a circuit of it. */
#ifndef BL_CMD_STG_H
#define BL_CMD_STG_H

/* Takes what follows the program's name; the exit status (base/exit_status.h). */
int bl_cmd_stg(int argc, char **argv);

#endif
