/* The search for state signals: a beam of specifications, each step inserts one more signal. */
#include "csc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "candidates.h"
#include "form.h"

enum { BEAM = 6, CANDIDATES = 400, EXPANDED = 48, FINALISTS = 6 };
static const int64_t candidate_work = 20000000;

int bl_csc_literals(const struct bl_spec *spec, bool quick) {
    struct bl_arena *scratch = bl_arena_new();
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    int literals = 0;
    for (uint64_t rest = bl_spec_local(spec); rest; rest &= rest - 1) {
        int s = __builtin_ctzll(rest);
        literals += (quick ? bl_form_quick : bl_form_find)(scratch, functions->points, functions->high[s], functions->low[s])->literals;
    }
    bl_arena_free(scratch);
    return literals;
}

/* Pairs of states with one code. */
struct twins {
    struct twin { int one, other; bool conflict; } *items;
    int count, capacity;
};

static struct twins find_twins(struct bl_arena *arena, const struct bl_spec *spec) {
    struct twins twins = {0};
    const int *order = bl_spec_by_code(arena, spec);
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]]; k++) {
            bool conflict = (spec->excited[order[i]] ^ spec->excited[order[k]]) & bl_spec_local(spec);
            *BL_APPEND(arena, &twins) = (struct twin){order[i], order[k], conflict};
        }
    return twins;
}

/* Conflicts that the labels leave or make, of the signal itself included; those that delayed events make come to light later. */
static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec, const uint8_t *labels) {
    const struct twins *twins = ranking->data;
    int64_t left = 0;
    bool helps = false;
    (void)spec;
    for (int i = 0; i < twins->count; i++) {
        const struct twin *twin = &twins->items[i];
        enum bl_label one = labels[twin->one], other = labels[twin->other];
        if (bl_label_apart(one, other)) helps |= twin->conflict;
        else left += twin->conflict || bl_label_target(one) != bl_label_target(other);
    }
    return helps ? left : INT64_MAX;
}

struct node {
    struct bl_spec *spec;
    struct bl_arena *arena;       /* of its specification */
    int64_t conflicts;
    int literals;
};

static int by_merit(const void *one, const void *other) {
    const struct node *a = one, *b = other;
    if (a->conflicts != b->conflicts) return a->conflicts < b->conflicts ? -1 : 1;
    return a->literals - b->literals;
}

struct level { struct node *items; int count, capacity; };

static void expand(struct bl_arena *scratch, const struct node *node, const char *name, struct level *next) {
    struct twins twins = find_twins(scratch, node->spec);
    struct bl_ranking ranking = {rank_labels, &twins};
    struct bl_candidates candidates = bl_candidates_find(scratch, node->spec, &ranking, CANDIDATES, candidate_work);
    for (int i = 0; i < candidates.count && i < EXPANDED; i++) {
        struct node child = {.arena = bl_arena_new()};
        child.spec = bl_insert_apply(child.arena, node->spec, candidates.items[i].labels, bl_strdup(child.arena, name));
        child.conflicts = bl_spec_conflicts(child.spec);
        child.literals = bl_csc_literals(child.spec, true);
        *BL_APPEND(scratch, next) = child;
    }
    if (getenv("TRACE")) fprintf(stderr, "  %d twins, %d candidates, best %lld\n", twins.count, candidates.count, candidates.count ? (long long)candidates.items[0].rank : -1);
}

static void free_from(struct level *level, int first) {
    for (int i = first; i < level->count; i++) bl_arena_free(level->items[i].arena);
    if (level->count > first) level->count = first;
}

struct bl_spec *bl_csc_resolve(struct bl_arena *arena, const struct bl_spec *spec, int limit) {
    struct bl_arena *scratch = bl_arena_new();
    struct node root = {.spec = (struct bl_spec *)spec, .conflicts = bl_spec_conflicts(spec)};
    struct level level = {0};
    *BL_APPEND(scratch, &level) = root;
    for (int k = 0; k < limit && level.count && level.items[0].conflicts; k++) {
        struct level next = {0};
        char name[16];
        snprintf(name, sizeof name, "csc%d", k);
        for (int i = 0; i < level.count; i++) expand(scratch, &level.items[i], name, &next);
        if (next.count) qsort(next.items, (size_t)next.count, sizeof *next.items, by_merit);
        if (getenv("TRACE") && next.count) fprintf(stderr, "level %d: %d, best %lld conflicts %d literals\n", k, next.count, (long long)next.items[0].conflicts, next.items[0].literals);
        free_from(&next, BEAM);
        free_from(&level, k ? 0 : 1);
        level = next;
    }
    struct bl_spec *best = level.count && !level.items[0].conflicts ? level.items[0].spec : NULL;
    (void)arena;
    return best;
}
