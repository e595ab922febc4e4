/* Monotonous covers: the gates in front of a C element. */
#ifndef BL_STANDARD_H
#define BL_STANDARD_H

#include "async/logic/form.h"
#include "async/coding/spec.h"

enum { BL_REGIONS = 64 };

/* The excitation regions of one edge of a signal: connected states in which it is excited. Regions
 * with a common code are one. */
struct bl_regions {
    const struct bl_spec *spec;
    const struct bl_functions *functions;
    struct bl_arena *arena;
    int signal;
    bool rise;
    int *of_state; /* region or -1 */
    int count;
};

/* Whether the state is in one of the chosen regions, a bit each. */
static inline bool bl_region_has(const struct bl_regions *r, uint64_t chosen, int state) {
    return r->of_state[state] >= 0 && chosen >> r->of_state[state] & 1;
}

/* Visits, for every edge of a local signal that no plain gate makes, each lot of regions without a
   cube. Returns how many there are, with the regions of edges that have more than BL_REGIONS and
   are not visited. `visit` may be NULL. */
typedef void bl_uncovered(void *data, const struct bl_regions *r, uint64_t regions);

#endif
