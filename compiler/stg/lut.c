/* Look-up tables: every signal is one table of so many inputs, feedback included. Where a function reads more, state signals are inserted that
   compute a part of it ahead of time. */
#include <string.h>

#include "arena.h"
#include "csc.h"
#include "search.h"
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

static int64_t count_excess(const struct bl_goal *goal, const struct bl_spec *spec) {
    struct bl_arena *scratch = bl_arena_new();
    int64_t conflicts = bl_spec_conflicts(spec), excess = 0;
    const struct bl_functions *functions = bl_spec_functions(scratch, spec);
    for (uint64_t rest = conflicts ? 0 : bl_spec_local(spec); rest; rest &= rest - 1) {
        int inputs = bl_ones(find_support(scratch, functions, __builtin_ctzll(rest), goal->style));
        if (inputs > goal->style) excess += inputs - goal->style;
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

void bl_make_luts(struct bl_builder *builder, int lut_inputs) {
    struct bl_functions functions = *builder->functions;
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        struct bl_points points = *builder->functions->points;
        points.usable = find_support(builder->arena, builder->functions, signal, lut_inputs);
        functions.points = &points;
        struct bl_gate *gate = &builder->netlist->gates[builder->gate_of[signal]];
        gate->set = bl_builder_cover(builder, bl_complex_form(builder->arena, &functions, signal));
        gate->lut_inputs = lut_inputs;
    }
}
