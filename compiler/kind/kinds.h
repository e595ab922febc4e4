/* The table of kinds of program. */
#ifndef BL_KINDS_H
#define BL_KINDS_H

#include "kind/kind.h"

extern const struct bl_kind *const bl_kinds[];
extern const int bl_kind_count;

/* Its place in the table. */
int bl_kind_number(const struct bl_kind *kind);
/* The words of all kinds, in the order of the table; `*kind`: of which, unless `kind` is NULL. NULL
   behind the last. */
const struct bl_kind_word *bl_kind_word(int number, const struct bl_kind **kind);
/* "a pipeline or a bus": all of them from the one with this number on. */
const char *bl_kind_list(struct bl_arena *arena, int first);

#endif
