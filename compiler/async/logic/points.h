/* Incompletely specified functions given by their points: sets of codes as bit sets, literals and
 * cubes over them. */
#ifndef BL_POINTS_H
#define BL_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "async/logic/netlist.h"

struct bl_arena;

/* Different codes; a set of them has `words` 64-bit words, code i in bit i % 64 of word i / 64. */
struct bl_points {
    int variables; /* at most 64 */
    int count, words;
    const uint64_t *codes; /* bit v is variable v */
    uint64_t *literals;    /* set of the codes in which variable v is `value`: at literals[(2 * v +
                              value) * words] */
    uint64_t usable;       /* variables that a function may read */
};

/* Makes the sets of literals. The codes stay where they are. */
struct bl_points *bl_points_new(struct bl_arena *arena, const uint64_t *codes, int count,
                                int variables);

/* The codes in which the variable has the value. */
static inline const uint64_t *bl_points_literal(const struct bl_points *points, int variable,
                                                bool value) {
    return points->literals + (int64_t)(2 * variable + value) * points->words;
}

/* An empty set. */
uint64_t *bl_set_new(struct bl_arena *arena, const struct bl_points *points);

/* The points in which a cube is 1. */
void bl_set_of_cube(const struct bl_points *points, const struct bl_cube *cube, uint64_t *set);

/* Whether the cube is 1 for the code. */
static inline bool bl_cube_has(const struct bl_cube *cube, uint64_t code) {
    return (code & cube->care) == cube->value;
}

/* Whether some point of the set is in the cube. */
bool bl_set_has_cube(const struct bl_points *points, const uint64_t *set,
                     const struct bl_cube *cube);

/* The index of a code that is there; the codes are ascending. */
int bl_points_find(const struct bl_points *points, uint64_t code);

/* Adds a point, a number below the count. */
static inline void bl_set_add(uint64_t *set, int point) {
    set[point / 64] |= (uint64_t)1 << point % 64;
}

/* Whether a point is in the set. */
static inline bool bl_set_has(const uint64_t *set, int point) {
    return set[point / 64] >> point % 64 & 1;
}

/* Whether a set of so many words has no point. */
static inline bool bl_set_empty(const uint64_t *set, int words) {
    for (int i = 0; i < words; i++)
        if (set[i]) return false;
    return true;
}

/* Whether the sets have a point in common. */
static inline bool bl_set_meets(const uint64_t *one, const uint64_t *other, int words) {
    for (int i = 0; i < words; i++)
        if (one[i] & other[i]) return true;
    return false;
}

/* Whether the whole has all of the part. */
static inline bool bl_set_within(const uint64_t *part, const uint64_t *whole, int words) {
    for (int i = 0; i < words; i++)
        if (part[i] & ~whole[i]) return false;
    return true;
}

/* Ones of a word, without the library call that the compiler makes of its builtin on a plain
 * machine. */
static inline int bl_ones(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
}

/* How many points a set of so many words has. */
static inline int bl_set_size(const uint64_t *set, int words) {
    int size = 0;
    for (int i = 0; i < words; i++) size += bl_ones(set[i]);
    return size;
}

/* The least element, or -1. */
static inline int bl_set_first(const uint64_t *set, int words) {
    for (int i = 0; i < words; i++)
        if (set[i]) return i * 64 + __builtin_ctzll(set[i]);
    return -1;
}

#endif
