/* Regions that lack a cube that is good enough, and what a new state signal would do for them. */
#ifndef BL_TROUBLES_H
#define BL_TROUBLES_H

#include "async/coding/csc.h"
#include "async/coding/insert.h"
#include "async/gates/standard.h"

struct bl_trouble {
    int *own, own_count;     /* states of the region */
    int *wrong, wrong_count; /* states that a cube must not cover */
    int signal;              /* that is excited in the region */
    uint64_t code,
        steady; /* of some state of the region; variables that are the same in all of them */
};

struct bl_troubles {
    struct bl_trouble *items;
    int count, capacity;
    const struct bl_twins *twins;
    const struct bl_points *points;
    int *point_of; /* of a state */
    int inputs;    /* for rankings that need it */
    struct {
        struct bl_cube *items;
        int count, capacity;
    } parts; /* of products that are too large */
};

/* None yet, for a specification and its functions. */
struct bl_troubles *bl_troubles_new(struct bl_arena *arena, const struct bl_spec *spec,
                                    const struct bl_functions *functions);

/* Adds regions. Wrong states are those that every cube for the regions covers, or (`all`)
 * everything that no cube may cover. */
void bl_trouble_add(struct bl_arena *arena, struct bl_troubles *troubles,
                    const struct bl_regions *r, uint64_t regions, bool all);

/* Adds the parts of a product that have 2 to `most` literals next to each other. */
void bl_trouble_parts(struct bl_arena *arena, struct bl_troubles *troubles,
                      const struct bl_cube *cube, int most);

/* The new signal has the value in all states in which the region's signal will be excited: it is
 * there, or comes and is waited for. */
bool bl_trouble_settled(const struct bl_spec *spec, const struct bl_trouble *trouble,
                        const uint8_t *labels, bool value);

/* A rank: conflicts of codes first, then `left`, then the states in which the signal is excited. */
int64_t bl_troubles_rank(const struct bl_troubles *troubles, const struct bl_spec *spec,
                         const uint8_t *labels, int64_t left);

#endif
