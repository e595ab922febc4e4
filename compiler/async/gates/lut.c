/* Look-up tables. A signal is one table of so many inputs, feedback included, or a table that is a
   C element with tables for monotonous covers in front of it. Where neither fits, state signals are
   inserted that compute a part of a function ahead of time. */
#include <string.h>

#include "async/gates/standard_inner.h"
#include "base/arena.h"
#include "async/coding/csc.h"
#include "async/coding/search.h"
#include "async/gates/standard.h"
#include "async/logic/support.h"
#include "async/gates/synth_build_inner.h"
#include "async/gates/troubles.h"

enum { PRIMES_TRIED = 12 };

/* The variables that a table for the signal reads. */
static uint64_t find_support(struct bl_arena *arena, const struct bl_functions *functions,
                             int signal, int inputs) {
    const struct bl_form *form = bl_form_quick(arena, functions->points, functions->high[signal],
                                               functions->low[signal]);
    uint64_t support = bl_form_support(form);
    if (bl_ones(support) <= inputs) return support;
    uint64_t least = bl_support_find(functions->points, functions->high[signal],
                                     functions->low[signal], support);
    return bl_ones(least) < bl_ones(support) ? least : support;
}

/* Where a table reads more than there is room for: how many inputs too many. */
static int over(int inputs, int most) { return inputs > most ? inputs - most : 0; }

/* The tables for one edge of a signal: one for the whole sum of covers, or one for each product.
 * Returns the inputs too many. */
static int find_side(struct bl_arena *arena, const struct bl_spec *spec,
                     const struct bl_functions *functions, int signal, bool rise, int inputs,
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

/* The gates of a side are inputs of the C element, or are gathered when there is no room for that.
 */
static bool gathers(const struct bl_side *set, const struct bl_side *reset, int inputs) {
    return 1 + set->count + reset->count > inputs;
}

/* Both edges. */
static int find_sides(struct bl_arena *arena, const struct bl_spec *spec,
                      const struct bl_functions *functions, int signal, int inputs,
                      struct bl_side *set, struct bl_side *reset) {
    int excess = find_side(arena, spec, functions, signal, true, inputs, set) +
                 find_side(arena, spec, functions, signal, false, inputs, reset);
    return gathers(set, reset, inputs)
               ? excess + over(set->count, inputs) + over(reset->count, inputs)
               : excess;
}

/* The inputs too many of all signals. A smaller support than that of a good form is looked for only
 * when `thorough`. */
static int64_t find_excess(const struct bl_spec *spec, int inputs, bool thorough) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t excess = 0;
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    for (uint64_t rest = bl_spec_local(spec); rest; rest &= rest - 1) {
        struct bl_side set, reset;
        int signal = __builtin_ctzll(rest);
        const struct bl_form *form = bl_form_quick(scratch, functions->points,
                                                   functions->high[signal], functions->low[signal]);
        int one = over(bl_ones(bl_form_support(form)), inputs),
            element = one ? find_sides(scratch, spec, functions, signal, inputs, &set, &reset) : 0;
        if (one && element && thorough)
            one = over(bl_ones(find_support(scratch, functions, signal, inputs)), inputs);
        excess += one < element ? one : element;
    }
    bl_arena_free(scratch);
    return excess;
}

static int64_t count_excess(const struct bl_goal *goal, const struct bl_spec *spec) {
    int64_t conflicts = bl_spec_conflicts(spec);
    return conflicts ? 1000 + conflicts : find_excess(spec, goal->style, false);
}

/* The regions whose cubes are too large or missing. */
static struct bl_troubles *find_troubles(struct bl_arena *arena, const struct bl_spec *spec,
                                         int inputs) {
    const struct bl_functions *functions = bl_spec_functions(arena, spec);
    struct bl_troubles *troubles = bl_troubles_new(arena, spec, functions);
    troubles->inputs = inputs;
    for (uint64_t rest = bl_spec_conflicts(spec) ? 0 : bl_spec_local(spec); rest;
         rest &= rest - 1) {
        int signal = __builtin_ctzll(rest), count;
        struct bl_side side;
        const struct bl_form *form = bl_form_quick(arena, functions->points,
                                                   functions->high[signal], functions->low[signal]);
        if (bl_ones(bl_form_support(form)) <= inputs) continue;
        for (int rise = 0; rise < 2; rise++) {
            struct bl_region_cube lots[BL_REGIONS];
            struct bl_regions r = bl_regions_find(arena, spec, functions, signal, rise);
            if (!find_side(arena, spec, functions, signal, rise, inputs, &side)) continue;
            bl_region_cubes(&r, lots, &count);
            for (int i = 0; i < count; i++) {
                if (lots[i].found && bl_ones(lots[i].cube.care) <= inputs) continue;
                bl_trouble_add(arena, troubles, &r, lots[i].regions, true);
                if (lots[i].found) bl_trouble_parts(arena, troubles, &lots[i].cube, inputs);
            }
        }
    }
    return troubles;
}

/* Literals of a small product for the region that leaves out the states that the new signal keeps
 * away. */
static int literals_after(const struct bl_troubles *troubles, const struct bl_trouble *t,
                          const uint8_t *labels, enum bl_label away) {
    uint64_t masks[PRIMES_TRIED], off[troubles->points->words];
    struct bl_points points = *troubles->points;
    bool complete = true;
    int least = BL_REGIONS;
    memset(off, 0, sizeof off);
    for (int i = 0; i < t->wrong_count; i++)
        if (labels[t->wrong[i]] != away) bl_set_add(off, troubles->point_of[t->wrong[i]]);
    points.usable &= t->steady;
    int count = bl_primes_at(&points, t->code, off, masks, PRIMES_TRIED, &complete);
    for (int i = 0; i < count; i++)
        if (bl_ones(masks[i]) < least) least = bl_ones(masks[i]);
    return 1 + least;
}

static int64_t rank_labels(const struct bl_ranking *ranking, const struct bl_spec *spec,
                           const uint8_t *labels) {
    const struct bl_troubles *troubles = ranking->data;
    int64_t left = 0;
    for (int i = 0; i < troubles->count; i++) {
        const struct bl_trouble *trouble = &troubles->items[i];
        int least = BL_REGIONS;
        for (int value = 0; value < 2; value++) {
            if (!bl_trouble_settled(spec, trouble, labels, value)) continue;
            int literals = literals_after(troubles, trouble, labels, value ? BL_LOW : BL_HIGH);
            if (literals < least) least = literals;
        }
        left += over(least, troubles->inputs);
    }
    return bl_troubles_rank(troubles, spec, labels, left);
}

static struct bl_ranking make_ranking(const struct bl_goal *goal, struct bl_arena *arena,
                                      const struct bl_spec *spec) {
    const struct bl_troubles *troubles = find_troubles(arena, spec, goal->style);
    return (struct bl_ranking){rank_labels, troubles, troubles->parts.items, troubles->parts.count};
}

struct bl_spec *bl_lut_prepare(struct bl_arena *arena, struct bl_spec *spec, int lut_inputs,
                               int limit) {
    if (!bl_spec_conflicts(spec) && !find_excess(spec, lut_inputs, true)) return spec;
    struct bl_goal goal = {.prefix = "lut",
                           .beam = 3,
                           .any = true,
                           .misses = count_excess,
                           .ranking = make_ranking,
                           .literals = bl_csc_literals_of_found,
                           .style = lut_inputs};
    return bl_search(arena, spec, &goal, limit);
}

static void make_one(struct bl_builder *builder, int signal, uint64_t support) {
    struct bl_functions functions = *builder->functions;
    struct bl_points points = *builder->functions->points;
    points.usable = support;
    functions.points = &points;
    builder->netlist->gates[builder->gate_of[signal]].set = bl_builder_cover(
        builder, bl_complex_form(builder->arena, &functions, signal));
}

void bl_make_luts(struct bl_builder *builder, int lut_inputs) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        const struct bl_functions *f = builder->functions;
        uint64_t support = bl_form_support(
            bl_form_quick(builder->arena, f->points, f->high[signal], f->low[signal]));
        struct bl_side set, reset;
        bool element = bl_ones(support) > lut_inputs &&
                       !find_sides(builder->arena, builder->spec, f, signal, lut_inputs, &set,
                                   &reset);
        if (!element)
            make_one(builder, signal, find_support(builder->arena, f, signal, lut_inputs));
        else bl_make_element(builder, signal, &set, &reset, gathers(&set, &reset, lut_inputs));
    }
    for (int i = 0; i < builder->netlist->gate_count; i++)
        if (builder->netlist->gates[i].kind == BL_GATE_FUNCTION)
            builder->netlist->gates[i].lut_inputs = lut_inputs;
}
