/* From a file to its tree, with the trees of all that it imports. */
#ifndef BL_LOAD_H
#define BL_LOAD_H

#include "syntax/tree.h"
#include "syntax/vocabulary.h"

/* Every file is read once, also when several import it. NULL when the first file cannot be read;
 * that and all other errors are reported. */
struct bl_tree *bl_load(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                        const struct bl_vocabulary *vocabulary, const char *path);

/* A file and its imports, with an arena of their own, read once whoever asks what they are. */
struct bl_loaded {
    const char *path;
    struct bl_arena *arena;
    struct bl_sources *sources;
    struct bl_diags *diags;
    struct bl_symbols *symbols;
    struct bl_tree *tree; /* NULL: it cannot be read; that is reported */
};
struct bl_loaded bl_load_file(const struct bl_vocabulary *vocabulary, const char *path);
/* A regular file that its name says is a program, so that it may be looked into. What comes through
 * a pipe can be read only once, and is by who knows what it is. */
bool bl_is_program_file(const char *path);
/* Whether there is something to read, a pipe among it; a folder is none. */
bool bl_is_readable(const char *path);

#endif
