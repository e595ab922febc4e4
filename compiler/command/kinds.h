/* The verbs that take a program of any kind. */
#ifndef BL_COMMAND_KINDS_H
#define BL_COMMAND_KINDS_H

/* What follows the program's name, argv[0] the verb; the exit status (base/exit_status.h). */
int bl_cmd_explain(int argc, char **argv);
int bl_cmd_build(int argc, char **argv);
int bl_cmd_run(int argc, char **argv);
int bl_cmd_graph(int argc, char **argv);

#endif
