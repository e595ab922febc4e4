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
    const struct bl_piece *pieces; /* [program->pass_count]: what the passes are called */
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

/* Fuses by the rules of plan->rules, from the moves one by one on where plan->separated has them:
   fills passes, pieces, types, decisions and home of the plan, and its program where that got
   versions. */
void bl_fuse_run(struct bl_plan *plan);
/* One attempt of it: the rules of plan->rules but for those held back, from the passes as written
 * on. Fills the plan's decisions. */
void bl_fuse_attempt(struct bl_plan *plan, struct bl_fuse *fuse, bl_rules held);

/* As `--fuse` takes it; "separate" of BL_RULE_SEPARATE. */
const char *bl_rule_word(int rule);
/* "all", "none" or a list "table,eop" as --fuse takes it. False when a word is no rule: *bad points
 * at it. */
bool bl_rules_parse(const char *list, bl_rules *rules, const char **bad);

#endif
