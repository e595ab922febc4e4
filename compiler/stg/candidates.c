/* Candidate insertions. The arcs of a few occurrences are cut; when the states fall into two halves that only these arcs connect, the
   halves are where the new signal is 0 and 1. */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "arena.h"

enum { LARGEST_SET = BL_OCCURRENCES, DELAYS_VARIED = 4, WORK_SHARE_OF_VARIANTS = 4 };

/* Arcs that are cut together. */
struct group { int *arcs; int count; };

struct seeker {
    struct bl_arena *arena;       /* of the labels kept */
    const struct bl_spec *spec;
    const struct bl_ranking *ranking;
    int limit;
    struct bl_candidate *heap;    /* the worst one first */
    int count;
    uint64_t *seen;               /* hashes of labellings, open addressing, 0 is free */
    int seen_size, seen_count;
    struct group *groups;
    int group_count;
    int8_t *colour;               /* per state: -1 when not known */
    uint8_t *cut;                 /* per arc: how many of the chosen groups it is in */
    bool *target, *delayed, *hurried;
    uint8_t *labels;
    int size;                     /* occurrences that are cut now */
    int64_t work;
};

static void sift_down(struct seeker *s, int at) {
    for (;;) {
        int worst = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < s->count; child++)
            if (s->heap[child].rank > s->heap[worst].rank) worst = child;
        if (worst == at) return;
        struct bl_candidate kept = s->heap[at];
        s->heap[at] = s->heap[worst];
        s->heap[worst] = kept;
        at = worst;
    }
}

static void sift_up(struct seeker *s, int at) {
    for (int up; at > 0 && s->heap[at].rank > s->heap[up = (at - 1) / 2].rank; at = up) {
        struct bl_candidate kept = s->heap[at];
        s->heap[at] = s->heap[up];
        s->heap[up] = kept;
    }
}

static void keep(struct seeker *s, int64_t rank) {
    size_t size = (size_t)s->spec->state_count;
    if (s->count == s->limit) {
        if (rank >= s->heap[0].rank) return;
        s->heap[0].rank = rank;
        memcpy(s->heap[0].labels, s->labels, size);
        sift_down(s, 0);
        return;
    }
    s->heap[s->count] = (struct bl_candidate){BL_NEW(s->arena, uint8_t, size), rank};
    memcpy(s->heap[s->count].labels, s->labels, size);
    sift_up(s, s->count++);
}

/* True the first time that it is asked about the labels. A table that is full answers true. */
static bool is_new(struct seeker *s) {
    uint64_t hash = XXH3_64bits(s->labels, (size_t)s->spec->state_count) | 1;
    uint64_t at = hash >> 1;
    for (;; at++) {
        uint64_t *slot = &s->seen[at & (uint64_t)(s->seen_size - 1)];
        if (*slot == hash) return false;
        if (*slot) continue;
        if (s->seen_count > s->seen_size / 2) return true;
        *slot = hash;
        s->seen_count++;
        return true;
    }
}

static bool consider(struct seeker *s, const bool *hurried) {
    s->work -= s->spec->arc_count * WORK_SHARE_OF_VARIANTS;
    if (!bl_insert_label(s->spec, s->target, hurried, s->labels)) return false;
    if (!is_new(s)) return false;
    int64_t rank = s->ranking->rank(s->ranking, s->spec, s->labels);
    if (rank < INT64_MAX) keep(s, rank * LARGEST_SET + s->size - 1);
    return rank < INT64_MAX;
}

/* The shortest excitation, then those that spare some of the events that it delays. */
static void consider_all(struct seeker *s) {
    if (!consider(s, NULL)) return;
    int waiting[DELAYS_VARIED], count = 0;
    bl_insert_delayed(s->spec, s->labels, s->delayed);
    for (int e = 0; e < s->spec->event_count && count < DELAYS_VARIED; e++)
        if (s->delayed[e]) waiting[count++] = e;
    for (int chosen = 1; chosen < 1 << count; chosen++) {
        for (int i = 0; i < count; i++) s->hurried[waiting[i]] = chosen >> i & 1;
        consider(s, s->hurried);
    }
    for (int i = 0; i < count; i++) s->hurried[waiting[i]] = false;
}

/* Gives states the value of the new signal such that exactly the cut arcs change it; false when that cannot be, which shows early for most
   cuts. States are numbered such that each but the first is entered from an earlier one. */
static bool colour_states(struct seeker *s) {
    const struct bl_spec *spec = s->spec;
    memset(s->colour, -1, (size_t)spec->state_count);
    s->colour[0] = 0;
    for (int i = 0; i < spec->state_count; i++) {
        int8_t colour = s->colour[i];
        s->work -= spec->start[i + 1] - spec->start[i];
        for (int k = spec->start[i]; k < spec->start[i + 1]; k++) {
            int8_t *other = &s->colour[spec->arcs[k].state], wanted = colour ^ (s->cut[k] > 0);
            if (*other < 0) *other = wanted;
            if (*other != wanted) return false;
        }
    }
    for (int i = 0; i < spec->state_count; i++) s->target[i] = s->colour[i];
    return true;
}

static void try_cut(struct seeker *s) {
    if (colour_states(s)) consider_all(s);
}

static void choose(struct seeker *s, int from, int more) {
    if (!more) {
        if (s->work > 0) try_cut(s);
        return;
    }
    for (int g = from; g + more <= s->group_count && s->work > 0; g++) {
        for (int i = 0; i < s->groups[g].count; i++) s->cut[s->groups[g].arcs[i]]++;
        choose(s, g + 1, more - 1);
        for (int i = 0; i < s->groups[g].count; i++) s->cut[s->groups[g].arcs[i]]--;
    }
}

/* What an arc is an occurrence of. */
enum grouping { OF_EVENT, OF_ENABLING, OF_EDGE, OF_CUBE, GROUPINGS };

/* The arcs of a kind that share a number; an arc enables what is excited behind it and not in front of it. */
static bool belongs(const struct seeker *s, enum grouping grouping, int number, int state, const struct bl_spec_arc *arc) {
    const struct bl_spec *spec = s->spec;
    int signal = spec->event_signal[arc->event];
    switch (grouping) {
    case OF_CUBE:
        return !bl_cube_has(&s->ranking->cubes[number], spec->codes[state]) &&
               bl_cube_has(&s->ranking->cubes[number], spec->codes[arc->state]);
    case OF_EVENT: return arc->event == number;
    case OF_EDGE: return signal == number / 2 && (int)(spec->codes[state] >> signal & 1) == number % 2;
    default:
        return !bl_spec_is_input(spec, number) && bl_spec_follow(spec, state, number) < 0 && bl_spec_follow(spec, arc->state, number) >= 0;
    }
}

static bool same_group(const struct group *one, const struct group *other) {
    return one->count == other->count && !memcmp(one->arcs, other->arcs, sizeof *one->arcs * (size_t)one->count);
}

/* Adds the group unless it is empty or there. */
static void add_group(struct seeker *s, struct bl_arena *scratch, enum grouping grouping, int number) {
    const struct bl_spec *spec = s->spec;
    struct { int *items; int count, capacity; } arcs = {0};
    for (int i = 0; i < spec->state_count; i++)
        for (int k = spec->start[i]; k < spec->start[i + 1]; k++)
            if (belongs(s, grouping, number, i, &spec->arcs[k])) *BL_APPEND(scratch, &arcs) = k;
    struct group group = {arcs.items, arcs.count};
    for (int g = 0; g < s->group_count && group.count; g++)
        if (same_group(&group, &s->groups[g])) group.count = 0;
    if (group.count) s->groups[s->group_count++] = group;
}

static void find_groups(struct seeker *s, struct bl_arena *scratch) {
    const int numbers[GROUPINGS] = {s->spec->event_count, s->spec->event_count, 2 * s->spec->signal_count, s->ranking->cube_count};
    s->groups = BL_NEW(scratch, struct group, numbers[0] + numbers[1] + numbers[2] + numbers[3]);
    for (enum grouping grouping = 0; grouping < GROUPINGS; grouping++)
        for (int i = 0; i < numbers[grouping]; i++) add_group(s, scratch, grouping, i);
}

static int by_rank(const void *one, const void *other) {
    const struct bl_candidate *a = one, *b = other;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static struct seeker start(struct bl_arena *arena, struct bl_arena *scratch, const struct bl_spec *spec) {
    struct seeker s = {.arena = arena, .spec = spec, .seen_size = 1 << 16};
    s.seen = BL_NEW(scratch, uint64_t, s.seen_size);
    s.colour = BL_NEW(scratch, int8_t, spec->state_count);
    s.cut = BL_NEW(scratch, uint8_t, spec->arc_count);
    s.delayed = BL_NEW(scratch, bool, spec->event_count);
    s.hurried = BL_NEW(scratch, bool, spec->event_count);
    s.target = BL_NEW(scratch, bool, spec->state_count);
    s.labels = BL_NEW(scratch, uint8_t, spec->state_count);
    return s;
}

struct bl_candidates bl_candidates_find(struct bl_arena *arena, const struct bl_spec *spec, const struct bl_ranking *ranking, int limit,
                                        int64_t work) {
    struct bl_arena *scratch = bl_arena_new();
    struct seeker s = start(arena, scratch, spec);
    s.ranking = ranking;
    s.limit = limit;
    s.work = work;
    s.heap = BL_NEW(arena, struct bl_candidate, limit);
    find_groups(&s, scratch);
    for (int size = 1; size <= LARGEST_SET; size++) {
        s.size = size;
        choose(&s, 0, size);
    }
    qsort(s.heap, (size_t)s.count, sizeof *s.heap, by_rank);
    bl_arena_free(scratch);
    return (struct bl_candidates){s.heap, s.count};
}
