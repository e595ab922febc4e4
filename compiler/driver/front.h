/* The front end as one call: from a file to the typed program. */
#ifndef BL_FRONT_H
#define BL_FRONT_H

#include "base/diag.h"
#include "check/overrides.h"
#include "ir/program.h"
#include "syntax/load.h"

/* Reads, parses and checks the file (and what it imports). NULL after errors were reported;
   warnings alone do not stop it. `diags` needs its `sources` set; the program keeps pointing into
   them and into the arena. `overrides` may be NULL. */
struct bl_program *bl_front(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                            const struct bl_overrides *overrides);
/* The same for a program that may be of any kind; bl_front reports those that have no nodes as an
   error. */
struct bl_program *bl_front_any(struct bl_arena *arena, struct bl_diags *diags, const char *path,
                                const struct bl_overrides *overrides);
/* A file to its tree, with all settings that there are; and one with all that it imports. */
struct bl_tree *bl_front_parse(struct bl_arena *arena, struct bl_diags *diags,
                               struct bl_symbols *symbols, int file);
struct bl_loaded bl_front_load(const char *path);
/* The same as bl_front of a tree, and either of a file that is loaded already. */
struct bl_program *bl_front_tree(struct bl_arena *arena, struct bl_diags *diags,
                                 struct bl_symbols *symbols, const struct bl_tree *tree,
                                 const struct bl_overrides *overrides);
struct bl_program *bl_front_loaded(const struct bl_loaded *loaded,
                                   const struct bl_overrides *overrides, bool any);

#endif
