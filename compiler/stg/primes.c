/* Primes around a point: sets of variables, least by inclusion, that tell the point from every point of the off-set. */

#include "arena.h"
#include "minimise.h"

struct primes {
    const uint64_t *differences;  /* each must be hit by a prime */
    int difference_count;
    uint64_t *masks;
    int count, limit;
    int steps;
    bool complete;
};

enum { STEPS_PER_PRIME = 200, ROOM_ON_STACK = 128 * 1024 };

/* Keeps the least differences by inclusion, small ones first. `sorted` has room for all. */
static int keep_least(uint64_t *differences, int count, uint64_t *sorted) {
    int start[66] = {0}, kept = 0;
    for (int i = 0; i < count; i++) start[bl_ones(differences[i]) + 1]++;
    for (int i = 1; i < 66; i++) start[i] += start[i - 1];
    for (int i = 0; i < count; i++) sorted[start[bl_ones(differences[i])]++] = differences[i];
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < kept && differences[j] & ~sorted[i]) j++;
        if (j == kept) differences[kept++] = sorted[i];
    }
    return kept;
}

/* Every variable of the set is the only one that hits some difference. */
static bool is_least(const struct primes *p, uint64_t set, int seen) {
    uint64_t needed = 0;
    for (int i = 0; i < seen; i++) {
        uint64_t hit = p->differences[i] & set;
        if (hit && !(hit & (hit - 1))) needed |= hit;
    }
    return needed == set;
}

static void extend(struct primes *p, int from, uint64_t set, uint64_t excluded) {
    if (p->count >= p->limit || p->steps++ > p->limit * STEPS_PER_PRIME) {
        p->complete = false;
        return;
    }
    while (from < p->difference_count && p->differences[from] & set) from++;
    if (from == p->difference_count) {
        p->masks[p->count++] = set;
        return;
    }
    for (uint64_t rest = p->differences[from] & ~excluded; rest; rest &= rest - 1) {
        uint64_t variable = rest & -rest;
        if (is_least(p, set | variable, p->difference_count)) extend(p, from + 1, set | variable, excluded);
        excluded |= variable;
    }
}

static bool contains_pair(uint64_t difference, const uint64_t *pairs) {
    for (uint64_t rest = difference; rest; rest &= rest - 1)
        if (pairs[__builtin_ctzll(rest)] & difference) return true;
    return false;
}

/* Leaves out what contains a difference of one or two variables: most of them, and cheap to see. */
static int drop_large(uint64_t *differences, int count, uint64_t alone) {
    uint64_t pairs[64] = {0};
    int kept = 0, last = 0;
    for (int i = 0; i < count; i++) {
        uint64_t difference = differences[i], low = difference & -difference;
        if (difference & alone) continue;
        differences[kept++] = difference;
        if (bl_ones(difference) == 2) pairs[__builtin_ctzll(low)] |= difference ^ low;
    }
    for (int i = 0; i < kept; i++)
        if (!contains_pair(differences[i], pairs)) differences[last++] = differences[i];
    for (int v = 0; v < 64; v++)
        for (uint64_t rest = pairs[v]; rest; rest &= rest - 1) differences[last++] = (uint64_t)1 << v | (rest & -rest);
    for (; alone; alone &= alone - 1) differences[last++] = alone & -alone;
    return last;
}

/* The differences between a code and the points of the off-set, less most of those that contain another one. */
static int list_differences(const struct bl_points *points, uint64_t code, const uint64_t *off, uint64_t *differences) {
    int count = 0;
    uint64_t alone = 0;
    for (int w = 0; w < points->words; w++)
        for (uint64_t rest = off[w]; rest; rest &= rest - 1) {
            uint64_t difference = (points->codes[w * 64 + __builtin_ctzll(rest)] ^ code) & points->usable;
            if (difference & alone) continue;
            if (difference & (difference - 1)) differences[count++] = difference;
            else alone |= difference;
        }
    return drop_large(differences, count, alone);
}

static void find_primes(const struct bl_points *points, uint64_t code, const uint64_t *off, struct primes *p, uint64_t *differences,
                       uint64_t *sorted) {
    int count = list_differences(points, code, off, differences);
    p->differences = differences;
    p->difference_count = keep_least(differences, count, sorted);
    extend(p, 0, 0, 0);
}

/* Room for all differences is taken from the stack for as long as it has some. */
static void with_room(const struct bl_points *points, uint64_t code, const uint64_t *off, struct primes *p) {
    size_t room = (size_t)points->count + 64;
    if (room <= ROOM_ON_STACK) {
        uint64_t differences[room], sorted[room];
        find_primes(points, code, off, p, differences, sorted);
        return;
    }
    struct bl_arena *scratch = bl_arena_new();
    uint64_t *differences = BL_NEW(scratch, uint64_t, 2 * room);
    find_primes(points, code, off, p, differences, differences + room);
    bl_arena_free(scratch);
}

int bl_primes_at(const struct bl_points *points, uint64_t code, const uint64_t *off, uint64_t *masks, int limit, bool *complete) {
    struct primes p = {.masks = masks, .limit = limit, .complete = true};
    with_room(points, code, off, &p);
    if (!p.complete) *complete = false;
    return p.count;
}
