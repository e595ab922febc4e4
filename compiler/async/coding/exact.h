/* A given number of state signals for all conflicts of codes: an exact search by a SAT solver, and
 * a proof where there are none. */
#ifndef BL_EXACT_H
#define BL_EXACT_H

#include "async/coding/insert.h"

enum bl_exact_verdict { BL_EXACT_NONE, BL_EXACT_FOUND, BL_EXACT_OPEN };

struct bl_exact {
    enum bl_exact_verdict verdict;
    struct bl_spec *
        *steps; /* FOUND: with one of the signals, two, ...; the last one has no conflicts */
    int step_count;
    const char *ended; /* OPEN: what ended the search, as "after 20 conflicts of the solver" */
};

/* Looks for `signals` insertions one after the other, each with any labels that are legal
   (insert.h), after which no conflict is left; fewer will do. NONE is a proof that no labels do;
   OPEN: not decided within `conflicts` conflicts of the solver (0: the default) or not tried
   because of the size. What is found has passed bl_insert_legal and bl_spec_conflicts; what does
   not is OPEN. */
struct bl_exact bl_exact_find(struct bl_arena *arena, const struct bl_spec *spec, int signals,
                              int conflicts);

#endif
