/* Inside of the fusion: what the rules share. A rule looks at two passes of the list as it stands
   and answers with a rewritten list or with the reason why not. fuse.c decides whether the rewrite
   is legal; no rule is trusted with that. */
#ifndef BL_FUSE_H
#define BL_FUSE_H

#include "board/board.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/steps/relations.h"

struct bl_flow;

struct bl_fuse {
    struct bl_arena *arena;
    const struct bl_program *program;
    const struct bl_board *board;
    bl_node_cost cost;
    const struct bl_network_row *network;
    const struct bl_type *promised; /* [version_count]: the types under the passes as written */
    struct bl_type
        *types; /* [version_count]: under the passes as they stand; rows are the flow's numbers */
    struct bl_flow *flow;
    struct bl_relations *relations; /* of the passes as they stand */
    struct bl_pass *passes; /* [program->pass_count]: as they stand. A pass keeps its place; one
                               that is gone has no stages */
    int standing;           /* passes that are not gone */
    bool drifted; /* a rewrite changed types that nobody reads: from then on every rewrite is
                     checked as a whole */
    struct bl_type *scratch;     /* [version_count]: types of a rewrite before it is accepted */
    struct bl_pass *spare;       /* [program->pass_count]: room for a list without gaps */
    int *place;                  /* [program->pass_count + 1]: of the pass with this number */
    int *first_part, *next_part; /* [program->pass_count + 1]: numbers of the written passes that a
                                    pass does the work of; 0: no more */
    struct {
        int *items;
        int count, capacity;
    } partners;          /* room for places */
    bl_rules held;       /* rules held back because planning would refuse what they leave */
    const char *refused; /* the first thing that it would say, or NULL */
    bool quiet;          /* no reasons are wanted: only whether a rule applies */
    int *home; /* [program->pass_count]: number of the pass that does the work of pass i + 1; 0:
                  nobody needs it */
};

/* A pass of the list that changes; without stages: that goes. Its stages are copies: those of the
 * old list are never changed in place. */
struct bl_change {
    int place;
    struct bl_pass pass;
};
enum { BL_MOST_CHANGES = 8 };

/* What a rule answers. */
struct bl_rewrite {
    const char *reason;    /* a sentence */
    struct bl_range range; /* the stage it is about */
    struct bl_change changes[BL_MOST_CHANGES];
    int change_count;
    int into; /* number of the pass that passes which are gone have become part of; 0: their work is
                 not needed any more */
    bool drifts; /* legal, but it changes types that nobody reads */
};

/* A rule. `first` and `second` are places in fuse->passes, first < second. True: `rewrite` holds
 * what changes. */
typedef bool bl_rule_function(const struct bl_fuse *fuse, int first, int second,
                              struct bl_rewrite *rewrite);
#define ROW(name, word, function, help) bl_rule_function function;
BL_RULES(ROW)
#undef ROW

/* Fuses by the rules of plan->rules: fills passes, types, decisions and home of the plan. */
void bl_fuse_run(struct bl_plan *plan);
/* One attempt of it: the rules of plan->rules but for those held back, from the passes as written
 * on. Fills the plan's decisions. */
void bl_fuse_attempt(struct bl_plan *plan, struct bl_fuse *fuse, bl_rules held);

/* fuse_list.c: the list of passes that the rules work on. */
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

/* fuse_partners.c: fills fuse->partners with the places behind `first` of which the rule may take
   one, ascending; of no other place does it take one. */
void bl_fuse_partners(struct bl_fuse *fuse, enum bl_rule rule, int first);

/* legal_local.c: whether a rewrite is legal, as far as the passes that change tell it: all types
   stay as they are. If not, the list must be checked as a whole. */
bool bl_rewrite_local(const struct bl_fuse *fuse, const struct bl_rewrite *rewrite);

/* legal.c: whether a list of passes keeps what the passes as written promise: every version and
   product is made before it is used, every result is still made, and the types of all versions that
   are read or are results are unchanged, their rows as an equivalence relation. On success `types`
   [version_count] holds the types under the new list; otherwise *why is a sentence. */
bool bl_rewrite_legal(struct bl_arena *arena, const struct bl_program *program,
                      const struct bl_type *promised, const struct bl_pass *passes, int pass_count,
                      struct bl_type *types, const char **why);

/* "pass 1+2" of a pass that stands for the first two; "pass " where no reasons are wanted. */
const char *bl_pass_label(const struct bl_fuse *fuse, const struct bl_pass *pass);

/* fuse_util.c: building an answer. */
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
/* Two passes, of which the second reads what the first writes, become one at the place of the
   first. It writes its columns in the order in which it has them: the two may name them in
   different orders. */
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

const char *bl_rule_word(enum bl_rule rule);
/* "all", "none" or a list "table,eop" as --fuse takes it. False when a word is no rule: *bad points
 * at it. */
bool bl_rules_parse(const char *list, bl_rules *rules, const char **bad);

#endif
