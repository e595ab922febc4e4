#include "async/coding/spec.h"

#include <string.h>

#include "base/arena.h"
#include "async/logic/form.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

static void load_arcs(struct bl_spec *spec, const struct bl_state_graph *graph, int state) {
    spec->codes[state] = bl_graph_code(graph, state)[0];
    spec->origin[state] = state;
    for (int i = graph->arc_start[state]; i < graph->arc_start[state + 1]; i++)
        spec->arcs[i] = (struct bl_spec_arc){graph->arcs[i].transition, graph->arcs[i].state};
}

static void find_excited(struct bl_spec *spec) {
    for (int s = 0; s < spec->state_count; s++) {
        spec->excited[s] = 0;
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++)
            spec->excited[s] |= (uint64_t)1 << spec->event_signal[spec->arcs[i].event];
    }
}

/* One digit of a sort that keeps the order of equal ones. */
static void sort_digit(const struct bl_spec *spec, int shift, const int *from, int *to) {
    int start[DIGITS + 1] = {0};
    for (int i = 0; i < spec->state_count; i++)
        start[(spec->codes[i] >> shift & (DIGITS - 1)) + 1]++;
    for (int i = 0; i < DIGITS; i++) start[i + 1] += start[i];
    for (int i = 0; i < spec->state_count; i++)
        to[start[spec->codes[from[i]] >> shift & (DIGITS - 1)]++] = from[i];
}

static void sort_codes(struct bl_arena *arena, struct bl_spec *spec) {
    int *order = BL_NEW(arena, int, spec->state_count),
        *other = BL_NEW(arena, int, spec->state_count);
    for (int i = 0; i < spec->state_count; i++) order[i] = i;
    for (int shift = 0; shift < spec->signal_count; shift += DIGIT_BITS) {
        sort_digit(spec, shift, order, other);
        int *sorted = other;
        other = order;
        order = sorted;
    }
    spec->by_code = order;
}

void bl_spec_finish(struct bl_arena *arena, struct bl_spec *spec) {
    spec->arena = arena;
    spec->complex_gates = BL_NEW(arena, const struct bl_form *, spec->signal_count);
    sort_codes(arena, spec);
    find_excited(spec);
    spec->back = BL_NEW(arena, struct bl_spec_arc, spec->arc_count);
    spec->back_start = BL_NEW(arena, int, spec->state_count + 2);
    for (int i = 0; i < spec->arc_count; i++) spec->back_start[spec->arcs[i].state + 2]++;
    for (int s = 2; s < spec->state_count + 2; s++) spec->back_start[s] += spec->back_start[s - 1];
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++)
            spec->back[spec->back_start[spec->arcs[i].state + 1]++] = (struct bl_spec_arc){
                spec->arcs[i].event, s};
}

struct bl_spec *bl_spec_new(struct bl_arena *arena, const struct bl_state_graph *graph,
                            uint64_t inputs) {
    const struct bl_stg *net = graph->net;
    struct bl_spec *spec = BL_NEW(arena, struct bl_spec, 1);
    *spec = (struct bl_spec){.signal_count = net->signal_count,
                             .inputs = inputs,
                             .event_count = net->transition_count,
                             .state_count = graph->state_count,
                             .arc_count = graph->arc_count};
    spec->names = BL_NEW(arena, const char *, spec->signal_count);
    for (int i = 0; i < spec->signal_count; i++) spec->names[i] = net->signals[i].name;
    spec->event_signal = BL_NEW(arena, int, spec->event_count);
    for (int i = 0; i < spec->event_count; i++) spec->event_signal[i] = net->transitions[i].signal;
    spec->codes = BL_NEW(arena, uint64_t, spec->state_count);
    spec->excited = BL_NEW(arena, uint64_t, spec->state_count);
    spec->origin = BL_NEW(arena, int, spec->state_count);
    spec->arcs = BL_NEW(arena, struct bl_spec_arc, spec->arc_count);
    spec->start = BL_NEW(arena, int, spec->state_count + 1);
    memcpy(spec->start, graph->arc_start, sizeof *spec->start * (size_t)(spec->state_count + 1));
    for (int i = 0; i < spec->state_count; i++) load_arcs(spec, graph, i);
    bl_spec_finish(arena, spec);
    return spec;
}

static void *copy_bytes(struct bl_arena *arena, const void *from, size_t size) {
    void *to = bl_alloc(arena, size);
    if (size) memcpy(to, from, size);
    return to;
}

struct bl_spec *bl_spec_copy(struct bl_arena *arena, const struct bl_spec *spec) {
    struct bl_spec *copy = copy_bytes(arena, spec, sizeof *spec);
    size_t states = (size_t)spec->state_count;
    copy->names = BL_NEW(arena, const char *, spec->signal_count);
    for (int i = 0; i < spec->signal_count; i++) copy->names[i] = bl_strdup(arena, spec->names[i]);
    copy->event_signal = copy_bytes(arena, spec->event_signal,
                                    sizeof *spec->event_signal * (size_t)spec->event_count);
    copy->codes = copy_bytes(arena, spec->codes, sizeof *spec->codes * states);
    copy->excited = copy_bytes(arena, spec->excited, sizeof *spec->excited * states);
    copy->origin = copy_bytes(arena, spec->origin, sizeof *spec->origin * states);
    copy->start = copy_bytes(arena, spec->start, sizeof *spec->start * (states + 1));
    copy->arcs = copy_bytes(arena, spec->arcs, sizeof *spec->arcs * (size_t)spec->arc_count);
    bl_spec_finish(arena, copy);
    for (int s = 0; s < spec->signal_count; s++)
        if (spec->complex_gates[s])
            copy->complex_gates[s] = bl_form_copy(arena, spec->complex_gates[s]);
    return copy;
}

int bl_spec_follow(const struct bl_spec *spec, int state, int event) {
    for (int i = spec->start[state]; i < spec->start[state + 1]; i++)
        if (spec->arcs[i].event == event) return spec->arcs[i].state;
    return -1;
}

int64_t bl_spec_conflicts(const struct bl_spec *spec) {
    const int *order = spec->by_code;
    uint64_t local = bl_spec_local(spec);
    int64_t conflicts = 0;
    for (int i = 0; i < spec->state_count; i++)
        for (int k = i + 1; k < spec->state_count && spec->codes[order[k]] == spec->codes[order[i]];
             k++)
            conflicts += ((spec->excited[order[i]] ^ spec->excited[order[k]]) & local) != 0;
    return conflicts;
}

struct bl_functions *bl_spec_functions(struct bl_arena *arena, const struct bl_spec *spec) {
    struct bl_functions *functions = BL_NEW(arena, struct bl_functions, 1);
    const int *order = spec->by_code;
    uint64_t *codes = BL_NEW(arena, uint64_t, spec->state_count),
             *high = BL_NEW(arena, uint64_t, spec->state_count),
             *low = BL_NEW(arena, uint64_t, spec->state_count);
    int count = 0;
    for (int i = 0; i < spec->state_count; i++) {
        uint64_t next = bl_spec_next(spec, order[i]);
        if (!i || spec->codes[order[i]] != codes[count - 1]) codes[count++] = spec->codes[order[i]];
        high[count - 1] |= next;
        low[count - 1] |= ~next;
    }
    functions->points = bl_points_new(arena, codes, count, spec->signal_count);
    functions->high = BL_NEW(arena, uint64_t *, spec->signal_count);
    functions->low = BL_NEW(arena, uint64_t *, spec->signal_count);
    functions->value = BL_NEW(arena, uint64_t *, spec->signal_count);
    for (int s = 0; s < spec->signal_count; s++) {
        functions->high[s] = bl_set_new(arena, functions->points);
        functions->low[s] = bl_set_new(arena, functions->points);
        functions->value[s] = (uint64_t *)bl_points_literal(functions->points, s, true);
        for (int i = 0; i < count; i++) {
            bool rises = high[i] >> s & 1, falls = low[i] >> s & 1;
            if (rises && !falls) bl_set_add(functions->high[s], i);
            if (falls && !rises) bl_set_add(functions->low[s], i);
        }
    }
    return functions;
}
