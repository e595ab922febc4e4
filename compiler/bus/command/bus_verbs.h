/* The verbs for a program with a bus. */
#ifndef BL_BUS_VERBS_H
#define BL_BUS_VERBS_H

struct bl_loaded;

/* Each takes what follows the program's name and the file among it that has the bus, and returns
   the exit status. */
int bl_verb_bus_explain(int argc, char **argv, struct bl_loaded *loaded);
int bl_verb_bus_build(int argc, char **argv, struct bl_loaded *loaded);
int bl_verb_bus_run(int argc, char **argv, struct bl_loaded *loaded);
int bl_verb_bus_graph(int argc, char **argv, struct bl_loaded *loaded);

#endif
