/* The passes that the rules begin with: a pass with several moves becomes its moves, each a pass of
   its own. What rows mean is defined stage by stage (docs/language.md), so both lists say the
   same, and what the rules make of a program does not depend on how its passes were written. */
#ifndef BL_SEPARATE_H
#define BL_SEPARATE_H

#include "ir/plan.h"

struct bl_separated {
    struct bl_program written; /* the program, whose stages know what the records are where a pass
                                  was cut behind them */
    struct bl_program moves;   /* the same with a pass for each move */
    struct bl_piece *pieces;     /* [moves.pass_count] */
    int first; /* of the versions that were added, in `versions` of both */
};

/* Whether a pass has several moves, that the rules can get one by one. */
bool bl_has_moves(const struct bl_pass *pass);
/* The passes of a program as their moves, but for those at places that are `whole`
   [program->pass_count] (NULL: none). */
struct bl_separated *bl_separated_of(struct bl_arena *arena, const struct bl_program *program,
                                     const bool *whole);
/* Makes plan->separated, of all passes; NULL where none has several moves or no rule may run. */
void bl_separate_make(struct bl_plan *plan);
/* Takes the added versions that the list of passes does without out of the program as written: the
   golden model keeps the others. */
void bl_separated_trim(struct bl_separated *separated, const struct bl_pass *passes,
                       int pass_count);

#endif
