/* The search for state signals that bring a specification to a goal. */
#ifndef BL_SEARCH_H
#define BL_SEARCH_H

#include "async/coding/candidates.h"

/* Specifications that are followed at a time: at first, and when that finds nothing (csc.c). */
enum { BL_BEAM = 8, BL_WIDE_BEAM = 24 };

struct bl_goal {
    const char *prefix; /* of the names of new signals: "csc" makes csc0, csc1, ... */
    int64_t (*misses)(const struct bl_goal *goal, const struct bl_spec *spec); /* 0: reached */
    /* Of ways to insert one more. */
    struct bl_ranking (*ranking)(const struct bl_goal *goal, struct bl_arena *arena,
                                 const struct bl_spec *spec);
    /* The second aim, in a hurry or exactly; of `most` or more it need only say so. */
    int (*literals)(const struct bl_goal *goal, const struct bl_spec *spec, bool quick, int most);
    int style; /* for the functions above */
    int beam;  /* specifications that are followed at a time; 0: the default */
    bool any;  /* the first one that reaches the goal will do, whatever its literals */
};

/* The specification that reaches the goal with the fewest new signals that the search finds, and
   among those the one with the fewest literals. NULL when none with at most `limit` new signals is
   found. One that has reached the goal is returned as it is. */
struct bl_spec *bl_search(struct bl_arena *arena, const struct bl_spec *spec,
                          const struct bl_goal *goal, int limit);

/* Inserts the labelled signal under a name that no other signal has. */
struct bl_spec *bl_search_insert(struct bl_arena *arena, const struct bl_spec *spec,
                                 const uint8_t *labels, const char *prefix);

#endif
