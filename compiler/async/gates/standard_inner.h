/* What standard.h has for the files of its folder alone. */
#ifndef BL_STANDARD_INNER_H
#define BL_STANDARD_INNER_H

#include "async/gates/standard.h"

/* Those of one edge of a signal. */
struct bl_regions bl_regions_find(struct bl_arena *arena, const struct bl_spec *spec,
                                  const struct bl_functions *functions, int signal, bool rise);

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

/* Calls `visit` as bl_uncovered says; `data` goes to it. */
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

/* A form that is one gate: an and or an or of literals. NULL when the signal's function is none. */
const struct bl_form *bl_plain_form(struct bl_arena *arena, const struct bl_functions *functions,
                                    int signal);

#endif
