/* What k state signals can do to a specification, as clauses for a SAT solver.

   The signals are inserted one after the other (insert.h). Level 0 is the specification; every
   state of level i is two states of level i + 1, with value 0 and 1 of signal i, and every arc is
   two arcs. Which of these are there depends on the labels, which are variables: so a label may
   depend on the values that earlier signals have in the state, and one signal may wait for another.
   Level k is what all insertions together can make. */
#ifndef BL_EXACT_FORMULA_H
#define BL_EXACT_FORMULA_H

#include <ccadical.h>

#include "async/coding/spec.h"

/* Literals are as the solver has them: a variable or its negative. */
struct bl_exact_arc {
    int from, to, signal, present;
};

/* If `arc` and `other` leave a state together, `behind` is `other` after `arc`: it must not be
 * lost. */
struct bl_exact_keep {
    int arc, other, behind;
};

struct bl_exact_level {
    int state_count, arc_count, keep_count;
    int *reached; /* per state */
    int *target,
        *excited; /* of the label that the next signal has in a state; NULL in the last level */
    /* The two arcs that come of arc a of the level before are 2 * a and 2 * a + 1; from signal_arcs
       on, one arc for each state moves the signal that the level before has inserted. */
    struct bl_exact_arc *arcs;
    int signal_arcs;
    struct bl_exact_keep *keeps;
};

struct bl_exact_formula {
    struct bl_arena *arena;
    CCaDiCaL *solver;
    const struct bl_spec *spec;
    int signals, variables;
    int64_t clauses,
        limit; /* clauses beyond the limit are left out: then the formula means nothing */
    struct bl_exact_level *levels; /* signals + 1 of them */
};

/* State i of the specification is the states i << k up to (i + 1 << k) - 1 of level k, the first
 * signal being the highest bit. */
void bl_exact_formula_make(struct bl_exact_formula *formula);

#endif
