/* Ways to insert one state signal, found from the events that could set off its transitions. */
#ifndef BL_CANDIDATES_H
#define BL_CANDIDATES_H

#include "async/coding/insert.h"

/* Most occurrences that a signal changes with. */
enum { BL_OCCURRENCES = 4 };

struct bl_candidate {
    uint8_t *labels;
    int64_t rank; /* the less the better */
};

struct bl_candidates {
    struct bl_candidate *items; /* by ascending rank, different labels each */
    int count;
};

/* Gives a labelling its rank; INT64_MAX leaves it out. */
struct bl_ranking {
    int64_t (*rank)(const struct bl_ranking *ranking, const struct bl_spec *spec,
                    const uint8_t *labels);
    const void *data;
    const struct bl_cube *cubes; /* products whose becoming 1 is an occurrence, too */
    int cube_count;
};

/* The value changes with one of a few occurrences and with nothing else; an occurrence is an event,
   or that a local event becomes enabled, or one of all events of an edge. Single ones, pairs, and
   larger sets are tried while `work` steps allow; for each the shortest excitation, and those in
   which some events are not delayed. At most `limit` are kept, of equal rank those of smaller sets.
 */
struct bl_candidates bl_candidates_find(struct bl_arena *arena, const struct bl_spec *spec,
                                        const struct bl_ranking *ranking, int limit, int64_t work);

#endif
