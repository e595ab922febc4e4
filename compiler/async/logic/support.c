#include "async/logic/support.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/host_memory.h"

enum { TRIES = 6 };

static int by_value(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static int collect(const struct bl_points *points, const uint64_t *set, uint64_t variables,
                   uint64_t *codes) {
    int count = 0;
    for (int w = 0; w < points->words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            codes[count++] = points->codes[w * 64 + __builtin_ctzll(rest)] & variables;
    if (count) qsort(codes, (size_t)count, sizeof *codes, by_value);
    return count;
}

bool bl_support_tells(const struct bl_points *points, const uint64_t *on, const uint64_t *off,
                      uint64_t variables) {
    uint64_t *codes = bl_needed(malloc(sizeof *codes * 2 * (size_t)(points->count + 1)));
    uint64_t *others = codes + points->count + 1;
    int count = collect(points, on, variables, codes),
        other_count = collect(points, off, variables, others), i = 0, k = 0;
    bool tells = true;
    while (tells && i < count && k < other_count) {
        tells = codes[i] != others[k];
        if (codes[i] < others[k]) i++;
        else k++;
    }
    free(codes);
    return tells;
}

/* Leaves out variables in the order in which a generator draws them, preferred ones after the
 * others. */
static uint64_t leave_out(const struct bl_points *points, const uint64_t *on, const uint64_t *off,
                          uint64_t preferred, uint32_t *random) {
    uint64_t kept = points->usable;
    for (int pass = 0; pass < 2; pass++)
        for (uint64_t rest = points->usable & (pass ? preferred : ~preferred); rest;) {
            *random = *random * 1664525 + 1013904223;
            uint64_t pick = rest;
            for (int skip = (int)((*random >> 16) % (uint32_t)bl_ones(rest)); skip; skip--)
                pick &= pick - 1;
            pick &= -pick;
            rest &= ~pick;
            if (bl_support_tells(points, on, off, kept & ~pick)) kept &= ~pick;
        }
    return kept;
}

uint64_t bl_support_find(const struct bl_points *points, const uint64_t *on, const uint64_t *off,
                         uint64_t preferred) {
    uint32_t random = 1;
    uint64_t best = leave_out(points, on, off, preferred, &random);
    for (int i = 1; i < TRIES; i++) {
        uint64_t other = leave_out(points, on, off, i < TRIES / 2 ? preferred : 0, &random);
        if (bl_ones(other) < bl_ones(best)) best = other;
    }
    return best;
}
