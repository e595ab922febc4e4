/* A beam of specifications; each step inserts one more signal into every one of them in the ways
 * that rank best. */
#include "async/coding/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Sizes of the beam, of the list of candidates of a specification and of what is tried in full;
 * larger graphs are given less. */
enum { CANDIDATES = 600, TRIED = 120, TRIED_LEAST = 24, STATES_FOR_ALL = 100, FINALISTS = 12 };
static const int64_t candidate_work = 20000000,
                     candidate_work_any =
                         100000000; /* the second where any that reaches the goal will do */

struct node {
    struct bl_spec *spec;
    struct bl_arena *arena; /* that the specification lives in; NULL: the caller's */
    int64_t misses;
    int literals;
};

struct level {
    struct node *items;
    int count, capacity;
};

static int by_merit(const void *one, const void *other) {
    const struct node *a = one, *b = other;
    if (a->misses != b->misses) return a->misses < b->misses ? -1 : 1;
    if (a->literals != b->literals) return a->literals - b->literals;
    return a->spec->state_count - b->spec->state_count;
}

static bool taken(const struct bl_spec *spec, const char *name) {
    for (int i = 0; i < spec->signal_count; i++)
        if (!strcmp(spec->names[i], name)) return true;
    return false;
}

struct bl_spec *bl_search_insert(struct bl_arena *arena, const struct bl_spec *spec,
                                 const uint8_t *labels, const char *prefix) {
    int number = 0;
    while (taken(spec, bl_format(arena, "%s%d", prefix, number))) number++;
    return bl_insert_apply(arena, spec, labels, bl_format(arena, "%s%d", prefix, number));
}

static int tried(const struct bl_spec *spec) {
    int64_t count = (int64_t)TRIED * STATES_FOR_ALL /
                    (spec->state_count < STATES_FOR_ALL ? STATES_FOR_ALL : spec->state_count);
    return count < TRIED_LEAST ? TRIED_LEAST : (int)count;
}

/* Adds what comes of a specification; true when that is enough. */
static bool expand(struct bl_arena *scratch, const struct node *node, const struct bl_goal *goal,
                   struct level *next) {
    struct bl_ranking ranking = goal->ranking(goal, scratch, node->spec);
    struct bl_candidates candidates = bl_candidates_find(
        scratch, node->spec, &ranking, CANDIDATES, goal->any ? candidate_work_any : candidate_work);
    for (int i = 0, most = tried(node->spec); i < candidates.count && i < most; i++) {
        struct node child = {.arena = bl_arena_new()};
        child.spec = bl_search_insert(child.arena, node->spec, candidates.items[i].labels,
                                      goal->prefix);
        child.misses = goal->misses(goal, child.spec);
        child.literals = goal->literals(goal, child.spec, true, INT32_MAX);
        *BL_APPEND(scratch, next) = child;
        if (goal->any && !child.misses) return true;
    }
    return false;
}

static void free_nodes(struct level *level, int first) {
    for (int i = first; i < level->count; i++) bl_arena_free(level->items[i].arena);
    if (level->count > first) level->count = first;
}

/* Keeps the best, of several with the same figures only the first. */
static void prune(struct level *level, int beam) {
    int kept = 0;
    if (level->count) qsort(level->items, (size_t)level->count, sizeof *level->items, by_merit);
    for (int i = 0; i < level->count; i++) {
        struct node *node = &level->items[i];
        if (kept < beam && (!kept || by_merit(node, &level->items[kept - 1])))
            level->items[kept++] = *node;
        else bl_arena_free(node->arena);
    }
    level->count = kept;
}

/* Looks closer at those that have reached the goal and moves the best one into the arena. */
static struct bl_spec *choose(struct bl_arena *arena, struct level *level,
                              const struct bl_goal *goal) {
    struct node *best = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < level->count && i < FINALISTS && !level->items[i].misses; i++) {
        int literals = goal->literals(goal, level->items[i].spec, false, least);
        if (literals >= least) continue;
        best = &level->items[i];
        least = literals;
    }
    return best ? bl_spec_copy(arena, best->spec) : NULL;
}

struct bl_spec *bl_search(struct bl_arena *arena, const struct bl_spec *spec,
                          const struct bl_goal *goal, int limit) {
    int64_t misses = goal->misses(goal, spec);
    if (!misses) return (struct bl_spec *)spec;
    struct bl_arena *scratch = bl_arena_new();
    struct level level = {0};
    struct bl_spec *found = NULL;
    *BL_APPEND(scratch, &level) = (struct node){(struct bl_spec *)spec, NULL, misses, 0};
    for (int k = 0; k < limit && level.count && !found && spec->signal_count + k < BL_SPEC_SIGNALS;
         k++) {
        struct level next = {0};
        for (int i = 0; i < level.count && !expand(scratch, &level.items[i], goal, &next); i++)
            continue;
        if (next.count) qsort(next.items, (size_t)next.count, sizeof *next.items, by_merit);
        found = choose(arena, &next, goal);
        free_nodes(&level, 0);
        level = next;
        prune(&level, goal->beam ? goal->beam : BL_BEAM);
    }
    free_nodes(&level, 0);
    bl_arena_free(scratch);
    return found;
}
