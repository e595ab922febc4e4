/* Candidate insertions. The arcs of a few occurrences are cut; when the states fall into two halves
   that only these arcs connect, the halves are where the new signal is 0 and 1. */
#include "async/coding/candidates.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "async/coding/labelling.h"

enum { LARGEST_SET = BL_OCCURRENCES, DELAYS_VARIED = 4, WORK_SHARE_OF_VARIANTS = 4 };

/* What cutting some arcs does when every state is given the other value than the one from which it
   was first found by a cut arc, and the same value otherwise: arcs that contradict that, and states
   of value 1. */
struct effect {
    uint64_t *odd, *high;
};

/* Arcs that are cut together. */
struct group {
    int *arcs, count;
    struct effect effect;
    bool *meets; /* per group: they have arcs in common */
};

/* A cut that waits for its labels: the work that went into those that failed before it and into its
 * own values, and its occurrences. */
struct cut {
    int64_t before, own;
    int size;
};

struct seeker {
    struct bl_arena *arena; /* of the labels kept */
    const struct bl_spec *spec;
    const struct bl_ranking *ranking;
    int limit;
    struct bl_candidate *heap; /* the worst one first */
    int count;
    uint64_t *seen; /* hashes of labellings, open addressing, 0 is free */
    int seen_size, seen_count;
    struct group *groups;
    int group_count;
    bool *cut, *met;            /* per arc, all false between uses; per state */
    int *source;                /* per arc */
    int arc_words, state_words; /* of sets of them */
    int chosen[LARGEST_SET], chosen_count;
    struct effect effects[LARGEST_SET + 1]; /* of the first 0, 1, ... chosen groups together */
    const struct bl_labeller *labeller;
    struct cut waiting[BL_LANES];
    int waiting_count;
    uint64_t *target, *excited; /* per state, of the cuts that wait */
    uint64_t *variants, *excited_variants,
        *hurried; /* per state and event, of the variants of one cut */
    bool *delayed;
    uint8_t *labels;
    int size; /* occurrences of the cut that is considered */
    int64_t work;
    int64_t failed, ahead; /* not yet taken from `work`: since the last cut that waits; in all, as
                              far as that is known */
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

static int64_t work_of_labels(const struct seeker *s) {
    return (int64_t)s->spec->arc_count * WORK_SHARE_OF_VARIANTS;
}

/* Ranks the labels of a lane. */
static bool consider(struct seeker *s, const uint64_t *target, const uint64_t *excited, int lane) {
    bl_labeller_labels(s->labeller, target, excited, lane, s->labels);
    if (!is_new(s)) return false;
    int64_t rank = s->ranking->rank(s->ranking, s->spec, s->labels);
    if (rank < INT64_MAX) keep(s, rank * LARGEST_SET + s->size - 1);
    return rank < INT64_MAX;
}

/* The lanes whose number, counted from 1, has a bit: those of the variants that spare one of the
 * delayed events. */
static uint64_t lanes_with(int bit, int variants) {
    uint64_t lanes = 0;
    for (int i = 0; i < variants; i++) lanes |= (uint64_t)((i + 1) >> bit & 1) << i;
    return lanes;
}

/* Those that spare some of the events that the shortest excitation of a cut delays; its labels are
 * at hand. */
static void consider_variants(struct seeker *s, int lane) {
    int events[DELAYS_VARIED], count = 0;
    bl_insert_delayed(s->spec, s->labels, s->delayed);
    for (int e = 0; e < s->spec->event_count && count < DELAYS_VARIED; e++)
        if (s->delayed[e]) events[count++] = e;
    int variants = (1 << count) - 1;
    if (!variants) return;
    for (int i = 0; i < s->spec->state_count; i++) {
        s->variants[i] = -(s->target[i] >> lane & 1);
        s->excited_variants[i] = -(s->excited[i] >> lane & 1);
    }
    for (int i = 0; i < count; i++) s->hurried[events[i]] = lanes_with(i, variants);
    uint64_t found = bl_labeller_run(s->labeller, s->variants, s->hurried, s->excited_variants);
    for (int i = 0; i < variants; i++)
        if (found >> i & 1) consider(s, s->variants, s->excited_variants, i);
    for (int i = 0; i < count; i++) s->hurried[events[i]] = 0;
    s->work -= variants * work_of_labels(s);
}

/* Labels the cuts that wait and considers them one after the other, for as long as there is work to
 * spend. */
static void consider_waiting(struct seeker *s) {
    size_t size = sizeof *s->target * (size_t)s->spec->state_count;
    memset(s->excited, 0, size);
    uint64_t found = s->waiting_count ? bl_labeller_run(s->labeller, s->target, NULL, s->excited)
                                      : 0;
    for (int i = 0; i < s->waiting_count && s->work > 0; i++) {
        s->work -= s->waiting[i].before;
        if (s->work <= 0) break;
        s->work -= s->waiting[i].own + work_of_labels(s);
        s->size = s->waiting[i].size;
        if ((found >> i & 1) && consider(s, s->target, s->excited, i)) consider_variants(s, i);
    }
    memset(s->target, 0, size);
    s->work -= s->failed;
    s->waiting_count = 0;
    s->failed = s->ahead = 0;
}

static void mark_cut(struct seeker *s, const struct group *group, bool cut) {
    for (int i = 0; i < group->count; i++) s->cut[group->arcs[i]] = cut;
}

/* The effect of the arcs that are marked, or of it no more than the first contradiction. States are
   numbered such that each but the first is entered from an earlier one. */
static void find_effect(const struct seeker *s, struct effect *effect, bool whole) {
    bool *met = s->met;
    const struct bl_spec *spec = s->spec;
    memset(effect->odd, 0, sizeof *effect->odd * (size_t)s->arc_words);
    memset(effect->high, 0, sizeof *effect->high * (size_t)s->state_words);
    memset(met, 0, sizeof *met * (size_t)spec->state_count);
    met[0] = true;
    for (int k = 0; k < spec->arc_count; k++) {
        int next = spec->arcs[k].state;
        bool wanted = bl_set_has(effect->high, s->source[k]) != s->cut[k];
        if (!met[next] && wanted) bl_set_add(effect->high, next);
        else if (met[next] && wanted != bl_set_has(effect->high, next)) {
            bl_set_add(effect->odd, k);
            if (!whole) return;
        }
        met[next] = true;
    }
}

/* The effect of all groups that are chosen, some of which have arcs in common. */
static void find_joint_effect(struct seeker *s, bool whole) {
    for (int i = 0; i < s->chosen_count; i++) mark_cut(s, &s->groups[s->chosen[i]], true);
    find_effect(s, &s->effects[s->chosen_count], whole);
    for (int i = 0; i < s->chosen_count; i++) mark_cut(s, &s->groups[s->chosen[i]], false);
}

/* Chooses one more group, or the `last` one. Effects of groups that have no arc in common add up.
 */
static void choose_group(struct seeker *s, int group, bool last) {
    const struct effect *before = &s->effects[s->chosen_count], *more = &s->groups[group].effect;
    bool meets = false;
    for (int i = 0; i < s->chosen_count; i++) meets |= s->groups[group].meets[s->chosen[i]];
    s->chosen[s->chosen_count++] = group;
    struct effect *after = &s->effects[s->chosen_count];
    if (meets) {
        find_joint_effect(s, !last);
        return;
    }
    for (int w = 0; w < s->arc_words; w++) after->odd[w] = before->odd[w] ^ more->odd[w];
    for (int w = 0; w < s->state_words; w++) after->high[w] = before->high[w] ^ more->high[w];
}

/* Where no arc contradicts, the cut gives the states the value of the new signal. The work is that
   of looking at all states up to the first contradiction. */
static void try_cut(struct seeker *s, int size) {
    const struct bl_spec *spec = s->spec;
    const struct effect *effect = &s->effects[s->chosen_count];
    int odd = bl_set_first(effect->odd, s->arc_words),
        work = odd < 0 ? spec->arc_count : spec->start[s->source[odd] + 1];
    s->ahead += work;
    if (odd >= 0) {
        s->failed += work;
        return;
    }
    int lane = s->waiting_count++;
    for (int i = 0; i < spec->state_count; i++)
        s->target[i] |= (uint64_t)bl_set_has(effect->high, i) << lane;
    s->waiting[lane] = (struct cut){s->failed, work, size};
    s->failed = 0;
    s->ahead += work_of_labels(s);
    if (s->waiting_count == BL_LANES) consider_waiting(s);
}

/* Tries all cuts with `more` groups besides those that are chosen. What waits may take more work
   than is known; then what comes of this is dropped. */
static void choose(struct seeker *s, int from, int more, int size) {
    for (int g = from; g + more <= s->group_count && s->work > s->ahead; g++) {
        choose_group(s, g, more == 1);
        if (more > 1) choose(s, g + 1, more - 1, size);
        else try_cut(s, size);
        s->chosen_count--;
    }
}

/* What an arc is an occurrence of. */
enum grouping { OF_EVENT, OF_ENABLING, OF_EDGE, OF_CUBE, GROUPINGS };

/* The arcs of a kind that share a number; an arc enables what is excited behind it and not in front
 * of it. */
static bool belongs(const struct seeker *s, enum grouping grouping, int number, int state,
                    const struct bl_spec_arc *arc) {
    const struct bl_spec *spec = s->spec;
    int signal = spec->event_signal[arc->event];
    switch (grouping) {
    case OF_CUBE:
        return !bl_cube_has(&s->ranking->cubes[number], spec->codes[state]) &&
               bl_cube_has(&s->ranking->cubes[number], spec->codes[arc->state]);
    case OF_EVENT: return arc->event == number;
    case OF_EDGE:
        return signal == number / 2 && (int)(spec->codes[state] >> signal & 1) == number % 2;
    default:
        return !bl_spec_is_input(spec, number) && bl_spec_follow(spec, state, number) < 0 &&
               bl_spec_follow(spec, arc->state, number) >= 0;
    }
}

static bool same_group(const struct group *one, const struct group *other) {
    return one->count == other->count &&
           !memcmp(one->arcs, other->arcs, sizeof *one->arcs * (size_t)one->count);
}

/* Adds the group unless it is empty or there. */
static void add_group(struct seeker *s, struct bl_arena *scratch, enum grouping grouping,
                      int number) {
    const struct bl_spec *spec = s->spec;
    struct {
        int *items;
        int count, capacity;
    } arcs = {0};
    for (int i = 0; i < spec->state_count; i++)
        for (int k = spec->start[i]; k < spec->start[i + 1]; k++)
            if (belongs(s, grouping, number, i, &spec->arcs[k])) *BL_APPEND(scratch, &arcs) = k;
    struct group group = {.arcs = arcs.items, .count = arcs.count};
    for (int g = 0; g < s->group_count && group.count; g++)
        if (same_group(&group, &s->groups[g])) group.count = 0;
    if (group.count) s->groups[s->group_count++] = group;
}

static void find_groups(struct seeker *s, struct bl_arena *scratch) {
    const int numbers[GROUPINGS] = {s->spec->event_count, s->spec->event_count,
                                    2 * s->spec->signal_count, s->ranking->cube_count};
    s->groups = BL_NEW(scratch, struct group, numbers[0] + numbers[1] + numbers[2] + numbers[3]);
    for (enum grouping grouping = 0; grouping < GROUPINGS; grouping++)
        for (int i = 0; i < numbers[grouping]; i++) add_group(s, scratch, grouping, i);
}

static struct effect new_effect(const struct seeker *s, struct bl_arena *scratch) {
    return (struct effect){BL_NEW(scratch, uint64_t, s->arc_words),
                           BL_NEW(scratch, uint64_t, s->state_words)};
}

/* The effect of each group, and which groups have arcs in common. */
static void relate_groups(struct seeker *s, struct bl_arena *scratch) {
    for (int i = 0; i <= LARGEST_SET; i++) s->effects[i] = new_effect(s, scratch);
    for (int g = 0; g < s->group_count; g++) {
        struct group *row = &s->groups[g];
        row->effect = new_effect(s, scratch);
        row->meets = BL_NEW(scratch, bool, s->group_count);
        mark_cut(s, row, true);
        find_effect(s, &row->effect, true);
        for (int other = 0; other < s->group_count; other++)
            for (int i = 0; i < s->groups[other].count && !row->meets[other]; i++)
                row->meets[other] = s->cut[s->groups[other].arcs[i]];
        mark_cut(s, row, false);
    }
}

static int by_rank(const void *one, const void *other) {
    const struct bl_candidate *a = one, *b = other;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static struct seeker start(struct bl_arena *arena, struct bl_arena *scratch,
                           const struct bl_spec *spec) {
    struct seeker s = {.arena = arena, .spec = spec, .seen_size = 1 << 16};
    s.seen = BL_NEW(scratch, uint64_t, s.seen_size);
    s.arc_words = (spec->arc_count + 63) / 64;
    s.state_words = (spec->state_count + 63) / 64;
    s.met = BL_NEW(scratch, bool, spec->state_count);
    s.cut = BL_NEW(scratch, bool, spec->arc_count);
    s.source = BL_NEW(scratch, int, spec->arc_count);
    for (int i = 0; i < spec->state_count; i++)
        for (int k = spec->start[i]; k < spec->start[i + 1]; k++) s.source[k] = i;
    s.delayed = BL_NEW(scratch, bool, spec->event_count);
    s.hurried = BL_NEW(scratch, uint64_t, spec->event_count);
    s.target = BL_NEW(scratch, uint64_t, spec->state_count);
    s.excited = BL_NEW(scratch, uint64_t, spec->state_count);
    s.variants = BL_NEW(scratch, uint64_t, spec->state_count);
    s.excited_variants = BL_NEW(scratch, uint64_t, spec->state_count);
    s.labeller = bl_labeller_new(scratch, spec);
    s.labels = BL_NEW(scratch, uint8_t, spec->state_count);
    return s;
}

struct bl_candidates bl_candidates_find(struct bl_arena *arena, const struct bl_spec *spec,
                                        const struct bl_ranking *ranking, int limit, int64_t work) {
    struct bl_arena *scratch = bl_arena_new();
    struct seeker s = start(arena, scratch, spec);
    s.ranking = ranking;
    s.limit = limit;
    s.work = work;
    s.heap = BL_NEW(arena, struct bl_candidate, limit);
    find_groups(&s, scratch);
    relate_groups(&s, scratch);
    for (int size = 1; size <= LARGEST_SET; size++) choose(&s, 0, size, size);
    consider_waiting(&s);
    qsort(s.heap, (size_t)s.count, sizeof *s.heap, by_rank);
    bl_arena_free(scratch);
    return (struct bl_candidates){s.heap, s.count};
}
