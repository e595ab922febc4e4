#include "async/coding/insert.h"

#include <string.h>

#include "base/arena.h"

int bl_insert_delayed(const struct bl_spec *spec, const uint8_t *labels, bool *delayed) {
    int count = 0;
    memset(delayed, 0, sizeof *delayed * (size_t)spec->event_count);
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1] && bl_label_excited(labels[s]); i++) {
            const struct bl_spec_arc *arc = &spec->arcs[i];
            if (delayed[arc->event] ||
                bl_passes(labels[s], labels[arc->state], !bl_label_target(labels[s])))
                continue;
            delayed[arc->event] = true;
            count++;
        }
    return count;
}

/* Nothing that passes before an arc is held up behind it. */
static bool keeps_arc(const struct bl_spec *spec, const uint8_t *labels, int state,
                      const struct bl_spec_arc *arc) {
    for (int i = spec->start[state]; i < spec->start[state + 1]; i++) {
        const struct bl_spec_arc *other = &spec->arcs[i];
        int signal = spec->event_signal[other->event];
        if (other == arc || spec->inputs >> signal & 1) continue;
        for (int k = spec->start[arc->state]; k < spec->start[arc->state + 1]; k++) {
            if (spec->event_signal[spec->arcs[k].event] != signal) continue;
            for (int value = 0; value < 2; value++)
                if (bl_passes(labels[state], labels[arc->state], value) &&
                    bl_passes(labels[state], labels[other->state], value) &&
                    !bl_passes(labels[arc->state], labels[spec->arcs[k].state], value))
                    return false;
        }
    }
    return true;
}

bool bl_insert_legal(const struct bl_spec *spec, const uint8_t *labels) {
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            const struct bl_spec_arc *arc = &spec->arcs[i];
            enum bl_label from = labels[s], to = labels[arc->state];
            if (!bl_passes(from, to, 0) && !bl_passes(from, to, 1)) return false;
            if (bl_label_excited(from) && bl_spec_is_input(spec, arc->event) &&
                !bl_passes(from, to, !bl_label_target(from)))
                return false;
            if (!keeps_arc(spec, labels, s, arc)) return false;
        }
    return true;
}

/* The states of the new specification, found breadth first. */
struct growth {
    const struct bl_spec *old;
    const uint8_t *labels;
    struct bl_spec *spec;
    int *copies; /* new state of (old state, value): 2 * state + value; -1 before it is met */
    int *from;   /* 2 * old state + value of a new state */
};

static int meet(struct growth *g, int state, bool value) {
    int *slot = &g->copies[2 * state + value];
    if (*slot < 0) {
        *slot = g->spec->state_count++;
        g->from[*slot] = 2 * state + value;
    }
    return *slot;
}

static void put_arc(struct bl_spec *spec, int event, int state) {
    spec->arcs[spec->arc_count++] = (struct bl_spec_arc){event, state};
}

static void grow_state(struct growth *g, int state) {
    struct bl_spec *spec = g->spec;
    int old = g->from[state] / 2;
    bool value = g->from[state] % 2;
    enum bl_label label = g->labels[old];
    spec->start[state] = spec->arc_count;
    spec->codes[state] = g->old->codes[old] | (uint64_t)value << (spec->signal_count - 1);
    spec->origin[state] = g->old->origin[old];
    for (int i = g->old->start[old]; i < g->old->start[old + 1]; i++) {
        const struct bl_spec_arc *arc = &g->old->arcs[i];
        if (bl_passes(label, g->labels[arc->state], value))
            put_arc(spec, arc->event, meet(g, arc->state, value));
    }
    if (bl_label_excited(label) && value != bl_label_target(label))
        put_arc(spec, spec->event_count - (value ? 1 : 2), meet(g, old, !value));
}

static void extend_tables(struct bl_arena *arena, const struct bl_spec *old, struct bl_spec *spec,
                          const char *name) {
    spec->names = BL_NEW(arena, const char *, old->signal_count + 1);
    for (int i = 0; i < old->signal_count; i++)
        spec->names[i] = old->inserted >> i & 1 ? bl_strdup(arena, old->names[i]) : old->names[i];
    spec->names[spec->signal_count++] = bl_strdup(arena, name);
    spec->inserted |= (uint64_t)1 << old->signal_count;
    spec->event_signal = BL_NEW(arena, int, old->event_count + 2);
    memcpy(spec->event_signal, old->event_signal,
           sizeof *spec->event_signal * (size_t)old->event_count);
    spec->event_signal[spec->event_count++] = old->signal_count;
    spec->event_signal[spec->event_count++] = old->signal_count;
}

struct bl_spec *bl_insert_apply(struct bl_arena *arena, const struct bl_spec *old,
                                const uint8_t *labels, const char *name) {
    struct bl_spec *spec = BL_NEW(arena, struct bl_spec, 1);
    *spec = *old;
    extend_tables(arena, old, spec, name);
    int states = old->state_count, excited = 0;
    for (int s = 0; s < old->state_count; s++) excited += bl_label_excited(labels[s]);
    states += excited;
    spec->state_count = spec->arc_count = 0;
    spec->codes = BL_NEW(arena, uint64_t, states);
    spec->excited = BL_NEW(arena, uint64_t, states);
    spec->origin = BL_NEW(arena, int, states);
    spec->start = BL_NEW(arena, int, states + 1);
    spec->arcs = BL_NEW(arena, struct bl_spec_arc, 2 * old->arc_count + excited);
    struct growth g = {old, labels, spec, BL_NEW(arena, int, 2 * old->state_count),
                       BL_NEW(arena, int, states)};
    memset(g.copies, -1, sizeof *g.copies * 2 * (size_t)old->state_count);
    enum bl_label first = labels[0];
    meet(&g, 0, bl_label_excited(first) ? !bl_label_target(first) : first == BL_HIGH);
    for (int s = 0; s < spec->state_count; s++) grow_state(&g, s);
    spec->start[spec->state_count] = spec->arc_count;
    bl_spec_finish(arena, spec);
    return spec;
}
