/* The verbs of the command line. Each takes what follows the program's name (argv[0] is the verb)
   and returns the exit status:
   0 done, 1 the program or the input has an error, or the result differs from the golden model, 2
   wrong usage. */
#ifndef BL_COMMANDS_H
#define BL_COMMANDS_H

#include <stdbool.h>
#include "base/exit_status.h"

int bl_cmd_check(int argc, char **argv);
int bl_cmd_explain(int argc, char **argv);
int bl_cmd_build(int argc, char **argv);
int bl_cmd_run(int argc, char **argv);
int bl_cmd_stg(int argc, char **argv);
int bl_cmd_graph(int argc, char **argv);
int bl_cmd_boards(int argc, char **argv);
int bl_cmd_synth(int argc, char **argv);
int bl_cmd_stage(int argc, char **argv);
int bl_cmd_sweep(int argc, char **argv);
/* `bankloom help settings`, on standard output. */
void bl_help_settings(bool json);

#endif
