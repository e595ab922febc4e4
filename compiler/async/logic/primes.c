/* Primes around a point: sets of variables, least by inclusion, that tell the point from every
 * point of the off-set. */

#include <string.h>

#include "base/arena.h"
#include "async/logic/minimise.h"

struct primes {
    const uint64_t *differences; /* each must be hit by a prime */
    int difference_count;
    uint64_t *masks;
    int count, limit;
    int steps;
    bool complete;
};

enum { STEPS_PER_PRIME = 200, ROOM_ON_STACK = 256 * 1024 };

/* The off-points around a code, 64 at a time. */
struct around {
    const struct bl_points *points;
    uint64_t code;
    uint64_t *left; /* off-points whose differences contain none that is kept */
    uint64_t *kept;
    int count;
};

/* Points in which a variable has another value than in the code. */
static const uint64_t *apart(const struct around *a, int variable) {
    return bl_points_literal(a->points, variable, !(a->code >> variable & 1));
}

/* How the first of some points of a word differs from the code. */
static uint64_t difference_of(const struct around *a, int word, uint64_t points) {
    return (a->points->codes[word * 64 + __builtin_ctzll(points)] ^ a->code) & a->points->usable;
}

/* The sets of the points that are apart in the variables; returns how many. */
static int list_apart(const struct around *a, uint64_t variables, const uint64_t **sets) {
    int count = 0;
    for (uint64_t rest = variables; rest; rest &= rest - 1)
        sets[count++] = apart(a, __builtin_ctzll(rest));
    return count;
}

/* Points whose differences contain this one count no more. */
static void leave_out(struct around *a, uint64_t difference) {
    const uint64_t *sets[64];
    int count = list_apart(a, difference, sets);
    for (int w = 0; w < a->points->words; w++) {
        uint64_t inside = a->left[w];
        for (int i = 0; i < count && inside; i++) inside &= sets[i][w];
        a->left[w] &= ~inside;
    }
}

/* Points of a word that differ from the code in one of the variables that `sets` belong to. Codes
   ascend, so the last variables tell most words apart at once. */
static uint64_t at_one(uint64_t points, int word, const uint64_t *const *sets, int count) {
    uint64_t once = 0, twice = 0;
    for (int i = count; i-- > 0 && points & ~twice;) {
        twice |= once & sets[i][word];
        once |= sets[i][word];
    }
    return points & once & ~twice;
}

/* In so many of them, at least two. */
static uint64_t at_distance(uint64_t points, int word, const uint64_t *const *sets, int count,
                            int distance) {
    uint64_t once = 0, twice = 0,
             more[65]; /* points with more than so many differences, from two up */
    for (int k = 2; k <= distance; k++) more[k] = 0;
    for (int i = count; i-- > 0 && points & ~more[distance];) {
        uint64_t set = sets[i][word];
        for (int k = distance; k > 2; k--) more[k] |= more[k - 1] & set;
        more[2] |= twice & set;
        twice |= once & set;
        once |= set;
    }
    return points & ~more[distance] & (distance > 2 ? more[distance - 1] : twice);
}

/* Keeps the variables that alone tell some point of the off-set; what they tell counts no more.
 * Returns them. */
static uint64_t keep_single(struct around *a, const uint64_t *off) {
    const uint64_t *sets[64];
    int count = list_apart(a, a->points->usable, sets);
    uint64_t alone = 0;
    for (int w = 0; w < a->points->words; w++)
        for (uint64_t rest = at_one(off[w], w, sets, count); rest; rest &= rest - 1)
            alone |= difference_of(a, w, rest);
    for (uint64_t rest = alone; rest; rest &= rest - 1) a->kept[a->count++] = rest & -rest;
    count = list_apart(a, alone, sets);
    for (int w = 0; w < a->points->words; w++) {
        a->left[w] = off[w];
        for (int i = count; i-- > 0 && a->left[w];) a->left[w] &= ~sets[i][w];
    }
    return alone;
}

/* Keeps the differences of so many variables; whether there may be larger ones. */
static bool keep_distance(struct around *a, const uint64_t *const *sets, int count, int distance) {
    uint64_t more = 0;
    for (int w = 0; w < a->points->words; w++) {
        uint64_t points = a->left[w] ? at_distance(a->left[w], w, sets, count, distance) : 0;
        for (; points; points &= a->left[w]) {
            a->kept[a->count++] = difference_of(a, w, points);
            leave_out(a, a->kept[a->count - 1]);
        }
        more |= a->left[w];
    }
    return more;
}

static bool comes_first(uint64_t one, uint64_t other) {
    uint64_t low = one & -one, other_low = other & -other;
    return low != other_low ? low < other_low : one < other;
}

/* By the first variable, then by the second. */
static void sort_pairs(uint64_t *pairs, int count) {
    for (int i = 1; i < count; i++) {
        uint64_t moved = pairs[i];
        int at = i;
        for (; at > 0 && comes_first(moved, pairs[at - 1]); at--) pairs[at] = pairs[at - 1];
        pairs[at] = moved;
    }
}

/* The least differences by inclusion between the code and the points of the off-set, small ones
 * first. */
static int keep_least(struct around *a, const uint64_t *off) {
    const uint64_t *sets[64];
    int count = list_apart(a, a->points->usable & ~keep_single(a, off), sets), before = a->count;
    bool more = keep_distance(a, sets, count, 2);
    sort_pairs(a->kept + before, a->count - before);
    for (int distance = 3; more && distance <= count; distance++)
        more = keep_distance(a, sets, count, distance);
    return a->count;
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
        if (is_least(p, set | variable, p->difference_count))
            extend(p, from + 1, set | variable, excluded);
        excluded |= variable;
    }
}

static void find_primes(const struct bl_points *points, uint64_t code, const uint64_t *off,
                        struct primes *p, uint64_t *room) {
    size_t words = (size_t)points->words;
    struct around around = {points, code, room, room + words, 0};
    p->difference_count = keep_least(&around, off);
    p->differences = around.kept;
    extend(p, 0, 0, 0);
}

/* Room for everything is taken from the stack for as long as it has some. */
static void with_room(const struct bl_points *points, uint64_t code, const uint64_t *off,
                      struct primes *p) {
    size_t size = (size_t)points->count + (size_t)points->words;
    if (size <= ROOM_ON_STACK) {
        uint64_t room[size];
        find_primes(points, code, off, p, room);
        return;
    }
    struct bl_arena *scratch = bl_arena_new();
    find_primes(points, code, off, p, BL_NEW(scratch, uint64_t, size));
    bl_arena_free(scratch);
}

int bl_primes_at(const struct bl_points *points, uint64_t code, const uint64_t *off,
                 uint64_t *masks, int limit, bool *complete) {
    struct primes p = {.masks = masks, .limit = limit, .complete = true};
    with_room(points, code, off, &p);
    if (!p.complete) *complete = false;
    return p.count;
}
