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

struct bl_regions bl_regions_find(struct bl_arena *arena, const struct bl_spec *spec,
                                  const struct bl_functions *functions, int signal, bool rise);

static inline bool bl_region_has(const struct bl_regions *r, uint64_t chosen, int state) {
    return r->of_state[state] >= 0 && chosen >> r->of_state[state] & 1;
}

/* A product that is 1 throughout some regions, 0 wherever the signal is not to have moved and in
   other regions, and rises only on entry to its own. */
struct bl_region_cube {
    struct bl_cube cube;
    uint64_t regions;
    bool found;
};

/* One for all regions of an edge, into at most BL_REGIONS places; regions share a cube where that
   saves literals. Returns how many have none. */
int bl_region_cubes(const struct bl_regions *r, struct bl_region_cube *cubes, int *count);

/* Visits, for every edge of a local signal that no plain gate makes, each lot of regions without a
   cube. Returns how many there are, with the regions of edges that have more than BL_REGIONS and
   are not visited. `visit` may be NULL. */
typedef void bl_uncovered(void *data, const struct bl_regions *r, uint64_t regions);
int bl_regions_uncovered(struct bl_arena *arena, const struct bl_spec *spec,
                         const struct bl_functions *functions, bl_uncovered *visit, void *data);

/* A cube for one set of regions. */
struct bl_region_cube bl_region_cube(const struct bl_regions *r, uint64_t regions);

/* The code of some state of the regions, and the variables that have one value in all of them. */
uint64_t bl_region_steady(const struct bl_regions *r, uint64_t regions, uint64_t *code);

/* The points that no cube for the regions may cover. */
uint64_t *bl_region_outside(const struct bl_regions *r, uint64_t regions);

/* A sum for all regions of an edge with the same properties as one such product; NULL when there is
 * none. */
const struct bl_form *bl_region_form(const struct bl_regions *r);

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

/* A form that is one gate: an and or an or of literals. NULL when the signal's function is none. */
const struct bl_form *bl_plain_form(struct bl_arena *arena, const struct bl_functions *functions,
                                    int signal);

#endif
