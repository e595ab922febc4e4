/* The output folder: everything that a compiled pipeline consists of, first in memory, then on disk all at once. */
#ifndef BL_BUILD_H
#define BL_BUILD_H

#include <stdbool.h>
#include "plan.h"
#include "text.h"
#include "toolchain.h"

struct bl_output_file { const char *path; struct bl_text text; }; /* path below the folder */

struct bl_output {
    struct bl_arena *arena;
    struct bl_output_file *items; /* in the order of their paths in build.c's list; templates sorted by name */
    int count, capacity;
};

/* Everything under the folder: rtl/ (top, templates, files.f, map), host/, golden/, board.loom, bench/ and sim/ (the harness's sources).
   False after a message on stderr (a template or source file cannot be read). */
bool bl_output_make(struct bl_output *output, struct bl_arena *arena, const struct bl_plan *plan, const struct bl_home *home);
void bl_output_free(struct bl_output *output);

/* 128 bits over the paths that begin with `prefix` and their bytes, as 32 hexadecimal digits in the arena. */
const char *bl_output_hash(const struct bl_output *output, const char *prefix);

/* Writes all files into a new folder beside `folder` and puts it in its place in one step. A folder that is already there is replaced
   when it is empty or was written by bankloom, else it is left alone and an error. Nothing is changed after an error.
   False after a message on stderr. */
bool bl_output_write(const struct bl_output *output, const char *folder);

#endif
