/* The sources of the simulation that a build carries with it. */
#ifndef BL_HARNESS_H
#define BL_HARNESS_H

#include <stdbool.h>

struct bl_home;
struct bl_output;

/* Adds the file `path` as it is, under `name`. False after a message. */
bool bl_output_copy(struct bl_output *output, const char *name, const char *path);

/* Adds the C files and headers of one folder, not of those below it: "simulation/core", as
   the build and the #include lines have it, or of the compiler, "runtime". False after a message.
 */
bool bl_harness_add(struct bl_output *output, const struct bl_home *home, const char *folder);

#endif
