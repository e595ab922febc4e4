/* Complete state coding: state signals are inserted until states with one code agree on the local signals that are excited in them. */
#ifndef BL_CSC_H
#define BL_CSC_H

#include "spec.h"

/* The specification with the fewest state signals that the search finds, and among those the one whose complex gates have the fewest
   literals. NULL when there is none with at most `limit` signals. A specification without conflicts is returned as it is. */
struct bl_spec *bl_csc_resolve(struct bl_arena *arena, const struct bl_spec *spec, int limit);

/* Literals of the complex gates of all local signals; in a hurry, or as they will be. Codes in conflict count as free. */
int bl_csc_literals(const struct bl_spec *spec, bool quick);

/* The same for the goals of styles, as struct bl_goal has it: 0 when quick, so that only what has reached the goal is looked at. */
struct bl_goal;
int bl_csc_literals_of_found(const struct bl_goal *goal, const struct bl_spec *spec, bool quick);

/* State signals that are needed in any case: k of them give at most 2^k codes to the states that have one code and pairwise want different
   things of the local signals. */
int bl_csc_least(const struct bl_spec *spec);

/* The same with what is known once `found` signals resolve the conflicts: where one might do and more were found, whether one does is
   decided by the exact search of single.h, as far as its bounds allow. */
int bl_csc_least_known(const struct bl_spec *spec, int found);

/* Two states of `spec` in conflict. */
struct bl_conflict {
    int states[2];
    bool separable;               /* some signal could be inserted that tells them apart, whatever else it does */
};

/* The pairs in conflict, those that cannot be told apart first. Returns their number. */
int bl_csc_core(struct bl_arena *arena, const struct bl_spec *spec, struct bl_conflict **core);

/* For rankings: pairs of states with one code, and how many conflicts labels leave or make between them. */
struct bl_twins;
const struct bl_twins *bl_csc_twins(struct bl_arena *arena, const struct bl_spec *spec);
int64_t bl_csc_left(const struct bl_twins *twins, const uint8_t *labels);

#endif
