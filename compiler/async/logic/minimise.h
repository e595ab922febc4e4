/* Two-level minimisation: the sum of products with the fewest literals. */
#ifndef BL_MINIMISE_H
#define BL_MINIMISE_H

#include "async/logic/points.h"

/* How hard to look. */
struct bl_effort {
    int primes_per_point; /* primes that are found around one point at most */
    int primes;           /* in all */
    int nodes;            /* of the covering search */
};

/* Exact for functions of the usual size; a few primes around each point; one good prime after the
 * other. */
extern const struct bl_effort bl_effort_exact, bl_effort_quick;

struct bl_sum {
    struct bl_cube *cubes;
    int count, literals;
    bool exact; /* no sum has fewer literals */
};

/* A sum that is 1 on `on` and 0 on `off`, which do not meet; anything elsewhere. Only usable
   variables are read; they must tell `on` from `off` (bl_can_tell). */
struct bl_sum bl_minimise(struct bl_arena *arena, const struct bl_points *points,
                          const uint64_t *on, const uint64_t *off, const struct bl_effort *effort);

/* All prime implicants that cover one point, as sets of variables: at most `limit` into `masks`;
   `*complete` becomes false when there are more. Fewest variables first is not promised. */
int bl_primes_at(const struct bl_points *points, uint64_t code, const uint64_t *off,
                 uint64_t *masks, int limit, bool *complete);

#endif
