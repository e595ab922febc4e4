/* Complex gates and generalised C elements: one gate makes a signal. */
#include "base/arena.h"
#include "async/coding/csc.h"
#include "async/gates/synth_build_inner.h"

const struct bl_form *bl_complex_form(struct bl_arena *arena, const struct bl_functions *functions,
                                      int signal) {
    return bl_form_find(arena, functions->points, functions->high[signal], functions->low[signal]);
}

void bl_make_complex(struct bl_builder *builder) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1) {
        int signal = __builtin_ctzll(rest);
        struct bl_gate *gate = &builder->netlist->gates[builder->gate_of[signal]];
        gate->set = bl_builder_cover(builder,
                                     bl_csc_form(builder->spec, builder->functions, signal));
    }
}

/* The set function may be anything while the signal is 1 and stays 1, the reset function while it
   is 0 and stays 0. A function without feedback is taken when it is no larger than the two. */
static void make_hold(struct bl_builder *builder, int signal) {
    const struct bl_functions *functions = builder->functions;
    struct bl_gate *gate = &builder->netlist->gates[builder->gate_of[signal]];
    const struct bl_form *set = bl_form_find(builder->arena, functions->points,
                                             bl_builder_rising(builder, signal),
                                             functions->low[signal]);
    const struct bl_form *reset = bl_form_find(builder->arena, functions->points,
                                               bl_builder_falling(builder, signal),
                                               functions->high[signal]);
    const struct bl_form *whole = bl_csc_form(builder->spec, functions, signal);
    if (!(bl_form_support(whole) >> signal & 1) &&
        whole->literals <= set->literals + reset->literals) {
        gate->set = bl_builder_cover(builder, whole);
        return;
    }
    gate->kind = BL_GATE_HOLD;
    gate->set = bl_builder_cover(builder, set);
    gate->reset = bl_builder_cover(builder, reset);
}

void bl_make_generalised(struct bl_builder *builder) {
    for (uint64_t rest = bl_spec_local(builder->spec); rest; rest &= rest - 1)
        make_hold(builder, __builtin_ctzll(rest));
}
