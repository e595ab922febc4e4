#include "async/logic/points.h"

#include <string.h>

#include "base/arena.h"

struct bl_points *bl_points_new(struct bl_arena *arena, const uint64_t *codes, int count,
                                int variables) {
    struct bl_points *points = BL_NEW(arena, struct bl_points, 1);
    *points = (struct bl_points){.variables = variables,
                                 .count = count,
                                 .words = count ? (count + 63) / 64 : 1,
                                 .codes = codes};
    points->literals = BL_NEW(arena, uint64_t, (int64_t)2 * variables * points->words);
    points->usable = variables >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << variables) - 1;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < variables; v++)
            bl_set_add(points->literals + (int64_t)(2 * v + (codes[i] >> v & 1)) * points->words,
                       i);
    return points;
}

uint64_t *bl_set_new(struct bl_arena *arena, const struct bl_points *points) {
    return BL_NEW(arena, uint64_t, points->words);
}

void bl_set_of_cube(const struct bl_points *points, const struct bl_cube *cube, uint64_t *set) {
    memset(set, 0xFF, sizeof *set * (size_t)points->words);
    if (points->count % 64) set[points->words - 1] = ((uint64_t)1 << points->count % 64) - 1;
    if (!points->count) set[0] = 0;
    for (uint64_t care = cube->care; care; care &= care - 1) {
        int variable = __builtin_ctzll(care);
        const uint64_t *literal = bl_points_literal(points, variable, cube->value >> variable & 1);
        for (int w = 0; w < points->words; w++) set[w] &= literal[w];
    }
}

bool bl_set_has_cube(const struct bl_points *points, const uint64_t *set,
                     const struct bl_cube *cube) {
    uint64_t covered[points->words];
    bl_set_of_cube(points, cube, covered);
    return bl_set_meets(covered, set, points->words);
}

int bl_points_find(const struct bl_points *points, uint64_t code) {
    int low = 0, high = points->count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (points->codes[middle] < code) low = middle + 1;
        else high = middle;
    }
    return low;
}
