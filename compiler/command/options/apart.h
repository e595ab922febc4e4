/* Outputs of a verb that would replace each other, or what the verb reads. */
#ifndef BL_APART_H
#define BL_APART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/source.h"

/* The option that names an output, "--csv", and its path: NULL when it is not given, "-" for
   standard output. Without an option: a file that is read. */
struct bl_output_path {
    const char *option, *path;
};

/* Whether no two paths lead to one file, and none to one of the sources; else a message. To be
   asked when all sources are read, before anything is written. `sources` may be NULL. */
bool bl_outputs_apart(const char *verb, const struct bl_sources *sources,
                      const struct bl_output_path *outputs, size_t count);

#endif
