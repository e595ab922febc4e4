/* Conflicts of codes, as a goal of the search for state signals. */
#include "csc.h"

#include "arena.h"
#include "form.h"
#include "search.h"

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

static struct twins *find_twins(struct bl_arena *arena, const struct bl_spec *spec) {
    struct twins *twins = BL_NEW(arena, struct twins, 1);
    const int *order = bl_spec_by_code(arena, spec);
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]]; k++) {
            bool conflict = (spec->excited[order[i]] ^ spec->excited[order[k]]) & bl_spec_local(spec);
            *BL_APPEND(arena, twins) = (struct twin){order[i], order[k], conflict};
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

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena, const struct bl_spec *spec) {
    (void)goal;
    return (struct bl_ranking){rank_labels, find_twins(arena, spec)};
}

static int64_t count_conflicts(const struct bl_goal *goal, const struct bl_spec *spec) {
    (void)goal;
    return bl_spec_conflicts(spec);
}

static int count_literals(const struct bl_goal *goal, const struct bl_spec *spec, bool quick) {
    (void)goal;
    return bl_csc_literals(spec, quick);
}

struct bl_spec *bl_csc_resolve(struct bl_arena *arena, const struct bl_spec *spec, int limit) {
    struct bl_goal goal = {.prefix = "csc", .misses = count_conflicts, .ranking = make_ranking, .literals = count_literals};
    return bl_search(arena, spec, &goal, limit);
}
