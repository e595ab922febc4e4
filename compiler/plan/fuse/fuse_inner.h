/* What fuse.h has for the files of its folder alone. */
#ifndef BL_FUSE_INNER_H
#define BL_FUSE_INNER_H

#include "ir/plan.h"

struct bl_change;
struct bl_fuse;

/* What the rules make of a list of passes. */
struct bl_fused {
    const struct bl_program *program; /* its passes are those that the rules began with */
    const struct bl_piece *pieces;      /* [program->pass_count] */
    int *home;                        /* the same */
    struct bl_pass *passes;
    int pass_count;
    struct bl_decision *decisions;
    int decision_count;
    const char *refused; /* what planning would say of it, or NULL */
};

/* Runs the rules of plan->rules on the passes of a program, whose versions are to keep the types
   that the passes of `written` give them. */
struct bl_fused *bl_fuse_passes(struct bl_plan *plan, const struct bl_program *program,
                                const struct bl_program *written, const struct bl_piece *pieces);
struct bl_rewrite;

/* The passes as written, before any rule. Given are arena, program, promised and home. */
void bl_fuse_begin(struct bl_fuse *fuse);
/* The list that the rewrite leaves, without gaps and NULL for none, in `passes`
 * [program->pass_count]; yields their number. */
int bl_fuse_list(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite,
                 struct bl_pass *passes);
/* Makes the rewritten list the one that stands. */
void bl_fuse_commit(struct bl_fuse *fuse, const struct bl_rewrite *rewrite);
/* The change at a place, or NULL. */
const struct bl_change *bl_change_at(const struct bl_rewrite *rewrite, int place);

/* Fills fuse->partners with the places behind `first` of which the rule may take
   one, ascending; of no other place does it take one. */
void bl_fuse_partners(struct bl_fuse *fuse, enum bl_rule rule, int first);

/* Whether a rewrite is legal, as far as the passes that change tell it: all types
   stay as they are. If not, the list must be checked as a whole. */
bool bl_rewrite_local(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite);

/* Whether a list of passes keeps what the passes as written promise: every version and
   product is made before it is used, every result is still made, and the types of all versions that
   are read or are results are unchanged, their rows as an equivalence relation. On success `types`
   [version_count] holds the types under the new list; otherwise *why is a sentence. */
bool bl_rewrite_legal(struct bl_arena *arena, const struct bl_program *program,
                      const struct bl_type *promised, const struct bl_pass *passes, int pass_count,
                      struct bl_type *types, const char **why);

/* "pass 1+2" of a pass that stands for the first two; "pass " where no reasons are wanted. */
const char *bl_pass_label(const struct bl_fuse *fuse, const struct bl_pass *pass);
/* False, with the reason when it is wanted. */
bool bl_refuse(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, struct bl_range range,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* True, with the reason. */
bool bl_fuse_accept(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, struct bl_range range,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The pass at a place, to be changed: with stages of its own and room for `more` further ones. */
struct bl_pass *bl_rewrite_own(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place,
                               int more);
/* The same with a copy of another pass at that place. */
struct bl_pass *bl_rewrite_put(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place,
                               const struct bl_pass *copied, int more);
/* Takes a pass out of the list. */
void bl_rewrite_drop(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int place);
/* Puts a stage behind stage `after` of an own pass. */
void bl_rewrite_insert(struct bl_pass *pass, int after, const struct bl_stage *stage);
/* Takes stage `index` out of an own pass. */
void bl_rewrite_remove(struct bl_pass *pass, int index);
/* Whether a pass moves records by crossbars alone. */
bool bl_only_crossbars(const struct bl_pass *pass);
/* Two passes, of which the second (as the rewrite has it) reads what the first writes, become one
   at the place of the first. It writes its columns in the order in which it has them: the two may
   name them in different orders. */
struct bl_pass *bl_rewrite_join(const struct bl_fuse *fuse, struct bl_rewrite *rewrite, int first,
                                int second);
/* The first version that the pass would write from another column, or NULL. */
const struct bl_version *bl_pass_confused(const struct bl_pass *pass);
/* Takes the stage that makes a product out of the rewritten list, if nobody uses it there; and its
   pass, if that did nothing else. Whether it did. */
bool bl_rewrite_sweep(const struct bl_fuse *fuse, struct bl_rewrite *rewrite,
                      const struct bl_product *product);
/* Whether pass `second` reads all that pass `first` writes, nobody else does, and the stages of
   both make no more columns than a pass may; otherwise refuses. */
bool bl_feeds(const struct bl_fuse *fuse, int first, int second, struct bl_rewrite *rewrite);

#endif
