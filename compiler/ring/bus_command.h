/* The verbs for a program with a bus. */
#ifndef BL_BUS_COMMAND_H
#define BL_BUS_COMMAND_H

/* Each returns -1 when none of the words names a program with a bus: then the verb is for a
   pipeline. Else it does the verb and returns the exit status. */
int bl_bus_explain_command(int argc, char **argv);
int bl_bus_build_command(int argc, char **argv);
int bl_bus_run_command(int argc, char **argv);
int bl_bus_graph_command(int argc, char **argv);

#endif
