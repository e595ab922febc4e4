/* The types of column versions, by the rules of docs/language.md. */
#ifndef BL_TYPES_H
#define BL_TYPES_H

#include "ir/program.h"

struct bl_flow;

/* Assigns the type of every version that `passes` write, by the type rules of docs/language.md.
   Used by the checker on the program as written and again on every rewritten list of passes: a
   fusion is legal when the types of what is still read do not change. */
void bl_types_assign(struct bl_arena *arena, const struct bl_program *program,
                     const struct bl_pass *passes, int pass_count,
                     struct bl_type *types /* [version_count], by id */);

/* The type of a version before a pass writes it. */
struct bl_type bl_type_unwritten(const struct bl_version *version);
/* Writes into `types` the types of what the pass writes, if what it reads has the types `from`. */
void bl_types_pass(struct bl_flow *flow, const struct bl_pass *pass, const struct bl_type *from,
                   struct bl_type *types);

#endif
