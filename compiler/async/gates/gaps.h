/* Regions without a monotonous product: which they are, and what stands in the way. */
#ifndef BL_GAPS_H
#define BL_GAPS_H

#include <stdbool.h>

struct bl_arena;
struct bl_spec;

/* A region of `signal` that has no monotonous product, and why. */
struct bl_gap {
    int signal;
    bool rise;
    int state;   /* one of the region */
    int covered; /* a state that every product covers and none may, or -1 */
    int rises; /* a state in which the narrowest product rises though the signal has moved, or -1 */
};
struct bl_gaps {
    struct bl_gap *items;
    int count, capacity;
};

/* All of a specification with complete state coding: what standard C needs more state signals for.
 */
struct bl_gaps bl_gaps_find(struct bl_arena *arena, const struct bl_spec *spec);

/* "`x+` after a+ b+: every product ... after c+", with traces of the specification. */
const char *bl_gap_text(struct bl_arena *arena, const struct bl_spec *spec,
                        const struct bl_gap *gap);

#endif
