/* Look-up tables. A signal is one table of so many inputs, feedback included, or a table that is a C element with tables for monotonous covers in
   front of it. Where neither fits, state signals are inserted that compute a part of a function ahead of time. */
#include <string.h>

#include "arena.h"
#include "csc.h"
#include "search.h"
#include "standard.h"
#include "support.h"
#include "synth_build.h"

/* The variables that a table for the signal reads. */
static uint64_t find_support(struct bl_arena *arena, const struct bl_functions *functions, int signal, int inputs) {
    const struct bl_form *form = bl_form_quick(arena, functions->points, functions->high[signal], functions->low[signal]);
    uint64_t support = bl_form_support(form);
    if (bl_ones(support) <= inputs) return support;
    uint64_t least = bl_support_find(functions->points, functions->high[signal], functions->low[signal], support);
    return bl_ones(least) < bl_ones(support) ? least : support;
}

/* Where a table reads more than there is room for: how many inputs too many. */
static int over(int inputs, int most) { return inputs > most ? inputs - most : 0; }

/* The tables for one edge of a signal: one for the whole sum of covers, or one for each product. Returns the inputs too many. */
static int find_side(struct bl_arena *arena, const struct bl_spec *spec, const struct bl_functions *functions, int signal, bool rise, int inputs,
                     struct bl_side *side) {
    struct bl_region_cube lots[BL_REGIONS];
    struct bl_regions r = bl_regions_find(arena, spec, functions, signal, rise);
    int excess = 0, missing = bl_region_cubes(&r, lots, &side->count);
    for (int i = 0; i < side->count; i++) {
        side->forms[i] = bl_form_of_sum(arena, &lots[i].cube, 1);
        excess += over(side->forms[i]->literals, inputs);
    }
    if (!missing && !excess && side->count <= 1) return 0;
    const struct bl_form *form = bl_region_form(&r);
    int whole = form ? over(bl_ones(bl_form_support(form)), inputs) : BL_REGIONS;
    if (!missing && excess < whole) return excess;
    side->count = 1;
    side->forms[0] = form;
    return whole;
}

/* Both edges; with the inputs of the C element that are too many. */
static int find_sides(struct bl_arena *arena, const struct bl_spec *spec, const struct bl_functions *functions, int signal, int inputs,
                      struct bl_side *set, struct bl_side *reset) {
    int excess = find_side(arena, spec, functions, signal, true, inputs, set) + find_side(arena, spec, functions, signal, false, inputs, reset);
    return excess + over(1 + set->count + reset->count, inputs);
}

static int64_t count_excess(const struct bl_goal *goal, const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t conflicts = bl_spec_conflicts(spec), excess = 0;
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    for (uint64_t rest = conflicts ? 0 : bl_spec_local(spec); rest; rest &= rest - 1) {
        struct bl_side set, reset;
        int signal = __builtin_ctzll(rest), one = over(bl_ones(find_support(scratch, functions, signal, goal->style)), goal->style);
        int element = one ? find_sides(scratch, spec, functions, signal, goal->style, &set, &reset) : 0;
        excess += one < element ? one : element;
    }
    bl_arena_free(scratch);
    return conflicts ? 1000 + conflicts : excess;
}

static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec, const uint8_t *labels) {
    int64_t conflicts = bl_csc_left(ranking->data, labels), excited = 0;
    for (int s = 0; s < spec->state_count; s++) excited += bl_label_excited(labels[s]);
    return conflicts * 1000000 + excited;
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena, const struct bl_spec *spec) {
    (void)goal;
    return (struct bl_ranking){rank_labels, bl_csc_twins(arena, spec)};
}

static int count_literals(const struct bl_goal *goal, const struct bl_spec *spec, bool quick) {
    (void)goal;
    return quick ? 0 : bl_csc_literals(spec, true);
}

struct bl_spec *bl_lut_prepare(struct bl_arena *arena, struct bl_spec *spec, int lut_inputs, int limit) {
    struct bl_goal goal = {.prefix = "lut", .misses = count_excess, .ranking = make_ranking, .literals = count_literals, .style = lut_inputs};
    return bl_search(arena, spec, &goal, limit);
}

static void make_one(struct bl_builder *builder, int signal, uint64_t support) {
    struct bl_functions functions = *builder->functions;
    struct bl_points points = *builder->functions->points;
    points.usable = support;
    functions.points = &points;
    builder->netlist->gates[builder->gate_of[signal]].set = bl_builder_cover(builder, bl_complex_form(builder->arena, &functions, signal));
}

void bl_make_luts(struct bl_builder *builder, int lut_inputs) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        uint64_t support = find_support(builder->arena, builder->functions, signal, lut_inputs);
        struct bl_side set, reset;
        if (bl_ones(support) <= lut_inputs) {
            make_one(builder, signal, support);
            continue;
        }
        find_sides(builder->arena, builder->spec, builder->functions, signal, lut_inputs, &set, &reset);
        bl_make_element(builder, signal, &set, &reset, false);
    }
    for (int i = 0; i < builder->netlist->gate_count; i++)
        if (builder->netlist->gates[i].kind == BL_GATE_FUNCTION) builder->netlist->gates[i].lut_inputs = lut_inputs;
}
