/* What the programs that are started to do a part of the work see of the user's environment. */
#ifndef BL_ENVIRONMENT_H
#define BL_ENVIRONMENT_H

/* Drops from `environment` (NULL-terminated, of "NAME=value", changed in place) all that a tool
   could obey: what make takes for a variable of a Makefile, what Verilator, Icarus, Yosys, a C
   compiler and a script's interpreter read. Where things are stays, and the language, and what
   wrappers of the compiler read. Takes no memory. */
void bl_environment_for_tools(char **environment);

#endif
