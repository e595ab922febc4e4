/* Standard C: every excitation region, or several together, has one monotonous product, which is a gate of its own: its rise is acknowledged by the
   signal, its fall by the opposite edge. */
#include <string.h>

#include "arena.h"
#include "csc.h"
#include "search.h"
#include "standard.h"
#include "synth_build.h"

static int64_t count_missing(const struct bl_goal *goal, const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t conflicts = bl_spec_conflicts(spec), missing = 0;
    (void)goal;
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    for (uint64_t rest = conflicts ? 0 : bl_spec_local(spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest), count;
        if (bl_plain_form(scratch, functions, signal)) continue;
        for (int rise = 0; rise < 2; rise++) {
            struct bl_region_cube lots[BL_REGIONS];
            struct bl_regions r = bl_regions_find(scratch, spec, functions, signal, rise);
            missing += bl_region_cubes(&r, lots, &count);
        }
    }
    bl_arena_free(scratch);
    return conflicts ? 1000 + conflicts : missing;
}

/* A region without a cube: its states, and states that every candidate for a cube covers though it must not. A signal helps that is the same in all
   of the region and different in these. */
struct trouble { int *own, *wrong; int own_count, wrong_count; int signal; };

struct troubles {
    struct trouble *items;
    int count, capacity;
    const struct bl_twins *twins;
};

static void add_trouble(struct bl_arena *arena, struct troubles *troubles, const struct bl_regions *r, uint64_t chosen) {
    const struct bl_spec *spec = r->spec;
    uint64_t code = 0, steady = bl_region_steady(r, chosen, &code);
    struct trouble *t = BL_APPEND(arena, troubles);
    *t = (struct trouble){BL_NEW(arena, int, spec->state_count), BL_NEW(arena, int, spec->state_count), 0, 0, r->signal};
    for (int s = 0; s < spec->state_count; s++) {
        if (bl_region_has(r, chosen, s)) t->own[t->own_count++] = s;
        else if (!((spec->codes[s] ^ code) & steady)) t->wrong[t->wrong_count++] = s;
    }
}

static void find_troubles(struct bl_arena *arena, const struct bl_spec *spec, struct troubles *troubles) {
    const struct bl_functions *functions = bl_spec_functions(arena, spec);
    for (uint64_t rest = bl_spec_conflicts(spec) ? 0 : bl_spec_local(spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest), count;
        if (bl_plain_form(arena, functions, signal)) continue;
        for (int rise = 0; rise < 2; rise++) {
            struct bl_region_cube lots[BL_REGIONS];
            struct bl_regions r = bl_regions_find(arena, spec, functions, signal, rise);
            bl_region_cubes(&r, lots, &count);
            for (int i = 0; i < count; i++)
                if (!lots[i].found) add_trouble(arena, troubles, &r, lots[i].regions);
        }
    }
}

/* The states that the signal does not keep away from the region, when it has the value in all of the region (or will, because the region's own signal
   waits for it); all of them when it has not. */
static int64_t left_over(const struct bl_spec *spec, const struct trouble *t, const uint8_t *labels, bool value) {
    enum bl_label there = value ? BL_HIGH : BL_LOW, away = value ? BL_LOW : BL_HIGH, coming = value ? BL_RISING : BL_FALLING;
    int64_t left = 0;
    for (int i = 0; i < t->own_count; i++) {
        enum bl_label label = labels[t->own[i]];
        if (label == there) continue;
        if (label != coming) return t->wrong_count;
        for (int k = spec->start[t->own[i]]; k < spec->start[t->own[i] + 1]; k++)
            if (spec->event_signal[spec->arcs[k].event] == t->signal && labels[spec->arcs[k].state] == coming) return t->wrong_count;
    }
    for (int i = 0; i < t->wrong_count; i++) left += labels[t->wrong[i]] != away;
    return left;
}

static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec, const uint8_t *labels) {
    const struct troubles *troubles = ranking->data;
    int64_t conflicts = bl_csc_left(troubles->twins, labels), excited = 0, left = 0;
    for (int s = 0; s < spec->state_count; s++) excited += bl_label_excited(labels[s]);
    for (int i = 0; i < troubles->count; i++) {
        int64_t low = left_over(spec, &troubles->items[i], labels, false), high = left_over(spec, &troubles->items[i], labels, true);
        left += low < high ? low : high;
    }
    return conflicts * 1000000000 + left * 10000 + excited;
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena, const struct bl_spec *spec) {
    struct troubles *troubles = BL_NEW(arena, struct troubles, 1);
    (void)goal;
    troubles->twins = bl_csc_twins(arena, spec);
    find_troubles(arena, spec, troubles);
    return (struct bl_ranking){rank_labels, troubles};
}

static int count_literals(const struct bl_goal *goal, const struct bl_spec *spec, bool quick) {
    (void)goal;
    return quick ? 0 : bl_csc_literals(spec, true);
}

struct bl_spec *bl_standard_prepare(struct bl_arena *arena, struct bl_spec *spec, int limit) {
    struct bl_goal goal = {.prefix = "mc", .misses = count_missing, .ranking = make_ranking, .literals = count_literals};
    return bl_search(arena, spec, &goal, limit);
}

static struct bl_side find_side(struct bl_builder *builder, int signal, bool rise) {
    struct bl_region_cube lots[BL_REGIONS];
    struct bl_regions r = bl_regions_find(builder->arena, builder->spec, builder->functions, signal, rise);
    struct bl_side side = {0};
    bl_region_cubes(&r, lots, &side.count);
    for (int i = 0; i < side.count; i++) side.forms[i] = bl_form_of_sum(builder->arena, &lots[i].cube, 1);
    return side;
}

void bl_make_standard(struct bl_builder *builder) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        const struct bl_form *plain = bl_plain_form(builder->arena, builder->functions, signal);
        if (plain) builder->netlist->gates[builder->gate_of[signal]].set = bl_builder_cover(builder, plain);
        else {
            struct bl_side set = find_side(builder, signal, true), reset = find_side(builder, signal, false);
            bl_make_element(builder, signal, &set, &reset, true);
        }
    }
}
