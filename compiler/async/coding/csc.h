/* Complete state coding: state signals are inserted until states with one code agree on the local
 * signals that are excited in them. */
#ifndef BL_CSC_H
#define BL_CSC_H

#include "async/coding/spec.h"

struct bl_coding {
    struct bl_spec *spec; /* NULL: none was found */
    int least;            /* fewer state signals cannot do */
    int open;          /* whether that many can do is not decided, because the exact search ... */
    const char *ended; /* ... ended like this (exact.h); NULL: everything is decided */
};

/* Finds the fewest state signals that resolve the conflicts, at most `limit`, and to a number of
   signals complex gates with few literals: a search that weighs literals, then the exact search for
   fewer signals, within `work` conflicts of its solver (0: the default) for every number. A
   specification without conflicts is returned as it is. */
struct bl_coding bl_csc_resolve(struct bl_arena *arena, const struct bl_spec *spec, int limit,
                                int work);

/* Literals of the complex gates of all local signals, or some number from `most` on when there are
   as many or more. For the goals of styles, as struct bl_goal has it: 0 when quick, so that only
   what has reached the goal is looked at. */
struct bl_goal;
int bl_csc_literals_of_found(const struct bl_goal *goal, const struct bl_spec *spec, bool quick,
                             int most);

/* The complex gate of a signal; looked for once. `functions` are those of the specification. */
const struct bl_form *bl_csc_form(const struct bl_spec *spec, const struct bl_functions *functions,
                                  int signal);

/* State signals that are needed in any case: k of them give at most 2^k codes to the states that
   have one code and pairwise want different things of the local signals. */
int bl_csc_least(const struct bl_spec *spec);

/* Two states of `spec` in conflict. */
struct bl_conflict {
    int states[2];
    bool separable; /* some signal could be inserted that tells them apart, whatever else it does */
};

/* The pairs in conflict, those that cannot be distinguished first. Returns their number. */
int bl_csc_core(struct bl_arena *arena, const struct bl_spec *spec, struct bl_conflict **core);

/* For rankings: pairs of states with one code, and how many conflicts labels leave or make between
 * them. */
struct bl_twins;
const struct bl_twins *bl_csc_twins(struct bl_arena *arena, const struct bl_spec *spec);
int64_t bl_csc_left(const struct bl_twins *twins, const uint8_t *labels);

#endif
