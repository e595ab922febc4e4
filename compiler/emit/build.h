/* The output folder: everything that a compiled pipeline consists of, first in memory, then on disk all at once. */
#ifndef BL_BUILD_H
#define BL_BUILD_H

#include <stdbool.h>
#include "base/text.h"
#include "base/toolchain.h"
#include "plan/plan.h"

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

/* Writes all files and their manifest. A new folder is written beside its place and put there in one step; one that is there and is empty
   or has a manifest is brought up to date (output_update.h), any other is left alone and an error. Nothing was replaced after an error in
   writing, but for one in moving what is new into place. False after a message on stderr that says which. */
bool bl_output_write(const struct bl_output *output, const char *folder);
/* Whether it would: the folder is not there, empty, or has a manifest. False after the message that bl_output_write would print. */
bool bl_output_may_update(struct bl_arena *arena, const char *folder);

#endif
