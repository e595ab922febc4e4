#include "async/gates/synth_build_inner.h"

#include <string.h>

#include "base/arena.h"

static bool grant_of(const struct bl_stg *net, int signal, int *mutex, int *side) {
    for (*mutex = 0; *mutex < net->mutex_count; ++*mutex)
        for (*side = 0; *side < 2; ++*side)
            if (net->mutexes[*mutex].grant[*side] == signal) return true;
    return false;
}

static struct bl_gate *add_gate(struct bl_builder *builder, const char *name, int signal,
                                enum bl_gate_kind kind, bool initial) {
    struct bl_netlist *netlist = builder->netlist;
    netlist->gates = bl_grow(builder->arena, netlist->gates, netlist->gate_count,
                             &builder->gate_capacity, sizeof *netlist->gates);
    struct bl_gate *gate = &netlist->gates[netlist->gate_count++];
    *gate = (struct bl_gate){
        .name = name, .signal = signal, .kind = kind, .partner = -1, .initial = initial};
    return gate;
}

static void add_signals(struct bl_builder *builder, bool inputs) {
    const struct bl_spec *spec = builder->spec;
    for (int s = 0; s < spec->signal_count; s++) {
        int mutex, side;
        bool grant = grant_of(builder->net, s, &mutex, &side),
             outside = spec->inputs >> s & 1 && !grant;
        if (outside != inputs) continue;
        builder->gate_of[s] = builder->netlist->gate_count;
        enum bl_gate_kind kind = outside ? BL_GATE_INPUT : grant ? BL_GATE_MUTEX : BL_GATE_FUNCTION;
        add_gate(builder, spec->names[s], s, kind, spec->codes[0] >> s & 1);
    }
}

static void connect_grants(struct bl_builder *builder) {
    for (int s = 0; s < builder->spec->signal_count; s++) {
        int mutex, side;
        if (!grant_of(builder->net, s, &mutex, &side)) continue;
        const struct bl_stg_mutex *element = &builder->net->mutexes[mutex];
        struct bl_gate *gate = &builder->netlist->gates[builder->gate_of[s]];
        gate->set = bl_builder_cover(builder,
                                     bl_form_literal(builder->arena, element->request[side], true));
        gate->partner = builder->gate_of[element->grant[!side]];
    }
}

struct bl_builder bl_builder_new(struct bl_arena *arena, const struct bl_stg *net,
                                 const struct bl_spec *spec, enum bl_gate_style style) {
    struct bl_builder builder = {.arena = arena, .net = net, .spec = spec};
    builder.functions = bl_spec_functions(arena, spec);
    builder.netlist = BL_NEW(arena, struct bl_netlist, 1);
    *builder.netlist = (struct bl_netlist){.name = net->name, .style = style};
    builder.gate_of = BL_NEW(arena, int, spec->signal_count);
    add_signals(&builder, true);
    add_signals(&builder, false);
    connect_grants(&builder);
    return builder;
}

/* The form over variables that are numbered anew: variable v becomes how many variables of the
 * support come before it. */
static const struct bl_form *renumber(struct bl_arena *arena, const struct bl_form *form,
                                      uint64_t support) {
    struct bl_form *copy = BL_NEW(arena, struct bl_form, 1);
    *copy = *form;
    if (form->kind == BL_FORM_LITERAL)
        copy->variable = bl_ones(support & (((uint64_t)1 << form->variable) - 1));
    if (form->left) {
        copy->left = renumber(arena, form->left, support);
        copy->right = renumber(arena, form->right, support);
    }
    return copy;
}

struct bl_cover bl_builder_cover(const struct bl_builder *builder, const struct bl_form *form) {
    uint64_t support = bl_form_support(form);
    struct bl_cover cover = {.inputs = BL_NEW(builder->arena, int, bl_ones(support)),
                             .form = renumber(builder->arena, form, support)};
    for (uint64_t rest = support; rest; rest &= rest - 1)
        cover.inputs[cover.input_count++] = builder->gate_of[__builtin_ctzll(rest)];
    struct bl_sum sum = bl_form_flatten(builder->arena, cover.form);
    cover.cubes = sum.cubes;
    cover.cube_count = sum.count;
    return cover;
}

struct bl_cover bl_builder_gates(const struct bl_builder *builder, const int *gates,
                                 const bool *values, int count, bool and) {
    const struct bl_form *form = NULL;
    for (int i = 0; i < count; i++) {
        const struct bl_form *leaf = bl_form_literal(builder->arena, i, values[i]);
        form = form ? bl_form_join(builder->arena, and? BL_FORM_AND : BL_FORM_OR, form, leaf)
                    : leaf;
    }
    struct bl_sum sum = bl_form_flatten(builder->arena, form);
    struct bl_cover cover = {.inputs = BL_NEW(builder->arena, int, count),
                             .input_count = count,
                             .cubes = sum.cubes,
                             .cube_count = sum.count,
                             .form = form};
    memcpy(cover.inputs, gates, sizeof *gates * (size_t)count);
    return cover;
}

static bool taken(const struct bl_netlist *netlist, const char *name) {
    for (int i = 0; i < netlist->gate_count; i++)
        if (!strcmp(netlist->gates[i].name, name)) return true;
    return false;
}

int bl_builder_inside(struct bl_builder *builder, int signal, const char *what,
                      struct bl_cover cover, bool initial) {
    const char *name = bl_format(builder->arena, "%s_%s", builder->spec->names[signal], what);
    for (int i = 1; taken(builder->netlist, name); i++)
        name = bl_format(builder->arena, "%s_%s%d", builder->spec->names[signal], what, i);
    add_gate(builder, name, -1, BL_GATE_FUNCTION, initial)->set = cover;
    return builder->netlist->gate_count - 1;
}

static uint64_t *changing(const struct bl_builder *builder, int signal, bool value) {
    const struct bl_functions *functions = builder->functions;
    uint64_t *set = bl_set_new(builder->arena, functions->points);
    for (int w = 0; w < functions->points->words; w++)
        set[w] = value ? functions->high[signal][w] & ~functions->value[signal][w]
                       : functions->low[signal][w] & functions->value[signal][w];
    return set;
}

uint64_t *bl_builder_rising(const struct bl_builder *builder, int signal) {
    return changing(builder, signal, true);
}
uint64_t *bl_builder_falling(const struct bl_builder *builder, int signal) {
    return changing(builder, signal, false);
}
