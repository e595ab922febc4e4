/* What `run` and `explain` take of a program with a bus. */
#ifndef BL_BUS_OPTIONS_H
#define BL_BUS_OPTIONS_H

#include "bus/report/bus_run.h"

/* The command line of run. Returns -1 to go on, else the exit status. */
int bl_bus_options(struct bl_bus_request *request, int argc, char **argv, const char **file);

/* The same for explain, which takes what changes the bus: one value of each. */
int bl_bus_explain_options(struct bl_bus_request *request, int argc, char **argv,
                           const char **file);

#endif
