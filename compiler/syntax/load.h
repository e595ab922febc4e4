/* From a file to its tree, with the trees of all that it imports. */
#ifndef BL_LOAD_H
#define BL_LOAD_H

#include "syntax/tree.h"

/* Every file is read once, also when several import it. NULL when the first file cannot be read;
 * that and all other errors are reported. */
struct bl_tree *bl_load(struct bl_arena *arena, struct bl_diags *diags, struct bl_symbols *symbols,
                        const char *path);

#endif
