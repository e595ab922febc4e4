#include "async/gates/synth_parts.h"

#include <string.h>

#include "base/arena.h"
#include "async/gates/synth_build_inner.h"

static int *one_item(struct bl_arena *arena, int item) {
    int *list = BL_NEW(arena, int, 1);
    *list = item;
    return list;
}

static void add_transition(struct bl_arena *arena, const struct bl_spec *spec, struct bl_stg *net,
                           int from, const struct bl_spec_arc *arc) {
    struct bl_stg_transition *t = &net->transitions[net->transition_count];
    int signal = spec->event_signal[arc->event];
    bool rise = !(spec->codes[from] >> signal & 1);
    *t = (struct bl_stg_transition){.signal = signal,
                                    .edge = rise ? BL_STG_RISE : BL_STG_FALL,
                                    .instance = net->transition_count};
    t->name = bl_format(arena, "%s%c/%d", spec->names[signal], rise ? '+' : '-', t->instance);
    t->pre = one_item(arena, from);
    t->post = one_item(arena, arc->state);
    t->pre_count = t->post_count = 1;
    struct bl_stg_place *source = &net->places[from], *target = &net->places[arc->state];
    source->post[source->post_count++] = net->transition_count;
    target->pre[target->pre_count++] = net->transition_count++;
}

struct bl_stg *bl_spec_net(struct bl_arena *arena, const struct bl_spec *spec, int made) {
    struct bl_stg *net = BL_NEW(arena, struct bl_stg, 1);
    *net = (struct bl_stg){.name = spec->names[made],
                           .signal_count = spec->signal_count,
                           .place_count = spec->state_count};
    net->signals = BL_NEW(arena, struct bl_stg_signal, spec->signal_count);
    for (int s = 0; s < spec->signal_count; s++)
        net->signals[s] = (struct bl_stg_signal){
            spec->names[s], s == made ? BL_STG_OUTPUT : BL_STG_INPUT, spec->codes[0] >> s & 1, {0}};
    net->places = BL_NEW(arena, struct bl_stg_place, spec->state_count);
    for (int s = 0; s < spec->state_count; s++) {
        struct bl_stg_place *place = &net->places[s];
        place->name = bl_format(arena, "s%d", s);
        place->tokens = s == 0;
        place->pre = BL_NEW(arena, int, spec->back_start[s + 1] - spec->back_start[s]);
        place->post = BL_NEW(arena, int, spec->start[s + 1] - spec->start[s]);
    }
    net->transitions = BL_NEW(arena, struct bl_stg_transition, spec->arc_count);
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++)
            add_transition(arena, spec, net, s, &spec->arcs[i]);
    return net;
}

/* The gates of one signal, in a netlist of their own. */
struct part {
    struct bl_arena *arena;
    const struct bl_netlist *whole;
    struct bl_netlist *netlist;
    int *number; /* of a gate of the whole, -1 when it is not here yet */
    int capacity;
};

static void add_inputs(struct part *part, const struct bl_cover *cover);

static void add_gate(struct part *part, int gate, bool input) {
    struct bl_netlist *netlist = part->netlist;
    if (part->number[gate] >= 0) return;
    part->number[gate] = netlist->gate_count;
    netlist->gates = bl_grow(part->arena, netlist->gates, netlist->gate_count, &part->capacity,
                             sizeof *netlist->gates);
    struct bl_gate *copy = &netlist->gates[netlist->gate_count++];
    *copy = part->whole->gates[gate];
    if (input)
        *copy = (struct bl_gate){.name = copy->name,
                                 .signal = copy->signal,
                                 .initial = copy->initial,
                                 .kind = BL_GATE_INPUT,
                                 .partner = -1};
    if (input) return;
    add_inputs(part, &part->whole->gates[gate].set);
    add_inputs(part, &part->whole->gates[gate].reset);
}

static void add_inputs(struct part *part, const struct bl_cover *cover) {
    for (int i = 0; i < cover->input_count; i++)
        if (part->whole->gates[cover->inputs[i]].signal < 0)
            add_gate(part, cover->inputs[i], false);
}

static void renumber(struct part *part, struct bl_cover *cover) {
    int *inputs = BL_NEW(part->arena, int, cover->input_count);
    for (int i = 0; i < cover->input_count; i++) inputs[i] = part->number[cover->inputs[i]];
    cover->inputs = inputs;
}

const struct bl_netlist *bl_synth_part(struct bl_arena *arena, const struct bl_netlist *whole,
                                       int gate) {
    struct part part = {
        .arena = arena, .whole = whole, .netlist = BL_NEW(arena, struct bl_netlist, 1)};
    part.number = BL_NEW(arena, int, whole->gate_count);
    part.netlist->name = whole->gates[gate].name;
    part.netlist->style = whole->style;
    memset(part.number, -1, sizeof *part.number * (size_t)whole->gate_count);
    for (int i = 0; i < whole->gate_count; i++)
        if (i != gate && whole->gates[i].signal >= 0) add_gate(&part, i, true);
    add_gate(&part, gate, false);
    for (int i = 0; i < part.netlist->gate_count; i++) {
        renumber(&part, &part.netlist->gates[i].set);
        renumber(&part, &part.netlist->gates[i].reset);
    }
    return part.netlist;
}

static bool add_verdict(struct bl_verification *sum, const struct bl_verification *verdict) {
    int states = sum->state_count, markings = sum->marking_count;
    int64_t arcs = sum->arc_count;
    *sum = *verdict;
    sum->state_count += states;
    sum->arc_count += arcs;
    sum->marking_count += markings;
    return verdict->fault == BL_FAULT_NONE;
}

struct bl_verification bl_verify_parts(struct bl_arena *arena, const struct bl_stg *net,
                                       const struct bl_synthesis *synthesis,
                                       const struct bl_verify_options *options) {
    struct bl_verification sum = {.gate = -1};
    struct bl_verify_options alone = options ? *options : (struct bl_verify_options){0};
    alone.concurrent = true;
    const struct bl_netlist *whole = synthesis->netlist;
    struct bl_builder builder = bl_builder_new(arena, net, synthesis->spec, BL_STYLE_COMPLEX);
    bl_make_complex(&builder);
    struct bl_verification verdict = bl_verify(arena, net, builder.netlist, options);
    bool right = add_verdict(&sum, &verdict);
    for (int i = 0; i < whole->gate_count && right; i++) {
        const struct bl_gate *gate = &whole->gates[i];
        if (gate->signal < 0 || gate->kind == BL_GATE_INPUT || gate->kind == BL_GATE_MUTEX)
            continue;
        verdict = bl_verify(arena, bl_spec_net(arena, synthesis->spec, gate->signal),
                            bl_synth_part(arena, whole, i), &alone);
        right = add_verdict(&sum, &verdict);
    }
    return sum;
}
