/* The output folder: everything that a compiled program consists of, first in memory, then on disk
 * all at once. */
#ifndef BL_OUTPUT_H
#define BL_OUTPUT_H

#include <stdbool.h>
#include "base/text.h"

struct bl_output_file {
    const char *path;
    struct bl_text text;
}; /* path below the folder */

struct bl_output {
    struct bl_arena *arena;
    struct bl_output_file
        *items; /* in the order in which they are written; templates sorted by name */
    int count, capacity;
};

/* A new file of that path, empty: its text is to be written. Holds until the next one is added. */
struct bl_text *bl_output_add(struct bl_output *output, const char *path);
void bl_output_free(struct bl_output *output);

/* 128 bits over the paths that begin with `prefix` and their bytes, as 32 hexadecimal digits in the
 * arena. */
const char *bl_output_hash(const struct bl_output *output, const char *prefix);

/* Writes all files and their manifest. A new folder is written beside its place and put there in
   one step; one that is there and is empty or has a manifest is brought up to date
   (output_update.c), any other is left alone and an error. Nothing was replaced after an error in
   writing, but for one in moving what is new into place. While another bankloom is at work in the
   folder this waits (lock.h). False after a message on stderr that says which, or an interrupt. */
bool bl_output_write(const struct bl_output *output, const char *folder);
/* The same for who goes on working in the folder: it stays locked until what is returned is closed,
   or bankloom ends. -1 in place of false. */
int bl_output_write_held(const struct bl_output *output, const char *folder);
/* Whether it would: the folder is not there, empty, or has a manifest. False after the message that
 * bl_output_write would print. */
bool bl_output_may_update(struct bl_arena *arena, const char *folder);

#endif
