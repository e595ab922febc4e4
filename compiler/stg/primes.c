/* Primes around a point: sets of variables, least by inclusion, that tell the point from every point of the off-set. */

#include <string.h>

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

enum { STEPS_PER_PRIME = 200, ROOM_ON_STACK = 256 * 1024, DIGITS = 7 };

/* The off-points around a code, 64 at a time: how many variables tell each from the code, digit by digit, and which of them still count. */
struct around {
    const struct bl_points *points;
    uint64_t code;
    uint64_t *left;               /* off-points whose differences contain none that is kept */
    uint64_t *digits;             /* DIGITS words for each word of `left` that is not 0 */
    uint64_t *kept;
    int count;
};

/* Points in which a variable has another value than in the code. */
static const uint64_t *apart(const struct around *a, int variable) {
    return bl_points_literal(a->points, variable, !(a->code >> variable & 1));
}

/* The sets of the points that are apart in the variables; returns how many. */
static int list_apart(const struct around *a, uint64_t variables, const uint64_t **sets) {
    int count = 0;
    for (uint64_t rest = variables; rest; rest &= rest - 1) sets[count++] = apart(a, __builtin_ctzll(rest));
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

/* All points of the off-set that are told from the code count, but for those that are so by a variable that alone tells some point. */
static uint64_t keep_single(struct around *a, const uint64_t *off) {
    const uint64_t *sets[64];
    int count = list_apart(a, a->points->usable, sets);
    uint64_t alone = 0;
    for (int w = 0; w < a->points->words; w++) {
        uint64_t once = 0, twice = 0;
        for (int i = 0; i < count && off[w]; i++) {
            twice |= once & sets[i][w];
            once |= sets[i][w];
        }
        a->left[w] = once & off[w];
        for (uint64_t rest = a->left[w] & ~twice; rest; rest &= rest - 1)
            alone |= (a->points->codes[w * 64 + __builtin_ctzll(rest)] ^ a->code) & a->points->usable;
    }
    for (uint64_t rest = alone; rest; rest &= rest - 1) leave_out(a, a->kept[a->count++] = rest & -rest);
    return alone;
}

static void count_word(struct around *a, int word, const uint64_t *const *sets, int count) {
    uint64_t *digits = a->digits + (int64_t)word * DIGITS;
    memset(digits, 0, sizeof *digits * DIGITS);
    for (int k = 0; k < count; k++)
        for (uint64_t i = 0, carry = sets[k][word] & a->left[word]; carry; i++) {
            uint64_t both = digits[i] & carry;
            digits[i] ^= carry;
            carry = both;
        }
}

/* The points of a word that still count and differ in so many variables. */
static uint64_t at_distance(const struct around *a, int word, int distance) {
    const uint64_t *digits = a->digits + (int64_t)word * DIGITS;
    uint64_t points = a->left[word];
    for (int i = 0; i < DIGITS && points; i++) points &= distance >> i & 1 ? digits[i] : ~digits[i];
    return points;
}

/* Keeps the differences of so many variables; whether there may be larger ones. */
static bool keep_distance(struct around *a, int distance) {
    uint64_t more = 0;
    for (int w = 0; w < a->points->words; w++) {
        for (uint64_t points; (points = at_distance(a, w, distance));) {
            uint64_t difference = (a->points->codes[w * 64 + __builtin_ctzll(points)] ^ a->code) & a->points->usable;
            a->kept[a->count++] = difference;
            leave_out(a, difference);
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

/* The least differences by inclusion between the code and the points of the off-set, small ones first. */
static int keep_least(struct around *a, const uint64_t *off) {
    const uint64_t *sets[64];
    int count = list_apart(a, a->points->usable & ~keep_single(a, off), sets), before = a->count;
    for (int w = 0; w < a->points->words; w++)
        if (a->left[w]) count_word(a, w, sets, count);
    bool more = keep_distance(a, 2);
    sort_pairs(a->kept + before, a->count - before);
    for (int distance = 3; more; distance++) more = keep_distance(a, distance);
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
        if (is_least(p, set | variable, p->difference_count)) extend(p, from + 1, set | variable, excluded);
        excluded |= variable;
    }
}

static void find_primes(const struct bl_points *points, uint64_t code, const uint64_t *off, struct primes *p, uint64_t *room) {
    size_t words = (size_t)points->words;
    struct around around = {points, code, room, room + words, room + (1 + DIGITS) * words, 0};
    p->difference_count = keep_least(&around, off);
    p->differences = around.kept;
    extend(p, 0, 0, 0);
}

/* Room for everything is taken from the stack for as long as it has some. */
static void with_room(const struct bl_points *points, uint64_t code, const uint64_t *off, struct primes *p) {
    size_t size = (size_t)points->count + (1 + DIGITS) * (size_t)points->words;
    if (size <= ROOM_ON_STACK) {
        uint64_t room[size];
        find_primes(points, code, off, p, room);
        return;
    }
    struct bl_arena *scratch = bl_arena_new();
    find_primes(points, code, off, p, BL_NEW(scratch, uint64_t, size));
    bl_arena_free(scratch);
}

int bl_primes_at(const struct bl_points *points, uint64_t code, const uint64_t *off, uint64_t *masks, int limit, bool *complete) {
    struct primes p = {.masks = masks, .limit = limit, .complete = true};
    with_room(points, code, off, &p);
    if (!p.complete) *complete = false;
    return p.count;
}
