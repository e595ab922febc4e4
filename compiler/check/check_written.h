/* How the names of a program are spelled in the written files: naming.h has the rule, here is what
 * stands beside what. */
#ifndef BL_CHECK_WRITTEN_H
#define BL_CHECK_WRITTEN_H

struct bl_arena;
struct bl_renames;

/* The name of a program that is a `kind` as its files spell it; `renames` gets it where that is not
   the name itself. */
const char *bl_check_written_name(struct bl_arena *arena, struct bl_renames *renames,
                                  const char *kind, const char *name);

#endif
