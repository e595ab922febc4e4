/* The list of the files that bankloom has written into a folder, kept in it: what a later build may
 * replace and remove. */
#ifndef BL_MANIFEST_H
#define BL_MANIFEST_H

#include "output/output.h"

#define BL_MANIFEST_NAME "bankloom.manifest"

enum { BL_HASH_DIGITS = 32 };

struct bl_manifest_file {
    const char *path, *hash;
}; /* path below the folder; hash of the bytes as they were written */

struct bl_manifest {
    struct bl_manifest_file *items; /* in the order of writing */
    int count, capacity;
};

/* Reads the folder's manifest; lines that are none, and paths that lead out of the folder, are
   passed over.
   Returns 0 or an errno value (ENOENT: there is none). */
int bl_manifest_read(struct bl_arena *arena, struct bl_manifest *manifest, const char *folder);

/* The manifest of an output, as its file has it: deterministic. */
void bl_manifest_print(struct bl_text *text, const struct bl_output *output);

/* The row of a path, or NULL. */
const struct bl_manifest_file *bl_manifest_find(const struct bl_manifest *manifest,
                                                const char *path);

/* 128 bits of a file's bytes as hexadecimal digits, in the arena. */
const char *bl_content_hash(struct bl_arena *arena, const struct bl_text *text);

#endif
