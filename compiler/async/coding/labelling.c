/* Excitation spreads along arcs that may not wait, in sweeps over all arcs until nothing is added:
 * the least solution. */
#include "async/coding/labelling.h"

#include "base/arena.h"

/* A state in front of an arc in which the arc's signal was excited before, and a state to which
 * that led. */
struct pair {
    int before, beside;
};

struct bl_labeller {
    const struct bl_spec *spec;
    int *pair_start; /* pairs of arc i: pairs[pair_start[i]] up to pairs[pair_start[i + 1] - 1] */
    struct pair *pairs;
};

struct run {
    const struct bl_labeller *labeller;
    const uint64_t *target, *hurried;
    uint64_t *excited;
    uint64_t failed;
};

/* Lists the pairs of an arc; counts them where `pairs` is NULL. */
static int list_pairs(const struct bl_spec *spec, int state, int event, struct pair *pairs) {
    int count = 0, signal = spec->event_signal[event];
    for (int i = spec->back_start[state]; i < spec->back_start[state + 1]; i++) {
        int before = spec->back[i].state;
        if (spec->event_signal[spec->back[i].event] == signal ||
            !(spec->excited[before] >> signal & 1))
            continue;
        for (int k = spec->start[before]; k < spec->start[before + 1]; k++) {
            if (spec->event_signal[spec->arcs[k].event] != signal) continue;
            if (pairs) pairs[count] = (struct pair){before, spec->arcs[k].state};
            count++;
        }
    }
    return count;
}

struct bl_labeller *bl_labeller_new(struct bl_arena *arena, const struct bl_spec *spec) {
    struct bl_labeller *l = BL_NEW(arena, struct bl_labeller, 1);
    l->spec = spec;
    l->pair_start = BL_NEW(arena, int, spec->arc_count + 1);
    for (int fill = 0; fill < 2; fill++) {
        int count = 0;
        for (int s = 0; s < spec->state_count; s++)
            for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
                l->pair_start[i] = count;
                if (!bl_spec_is_input(spec, spec->arcs[i].event))
                    count += list_pairs(spec, s, spec->arcs[i].event,
                                        fill ? l->pairs + count : NULL);
            }
        l->pair_start[spec->arc_count] = count;
        if (!fill) l->pairs = BL_NEW(arena, struct pair, count);
    }
    return l;
}

/* Where the signals are excited in the state from which an arc leads, its event waits for them
   unless they are excited behind it, too. An input must not wait, nor what is in a hurry, nor a
   local event that was there before. */
static uint64_t must_not_wait(const struct run *run, int state, int arc) {
    const struct bl_labeller *l = run->labeller;
    int event = l->spec->arcs[arc].event;
    if (bl_spec_is_input(l->spec, event)) return ~(uint64_t)0;
    uint64_t must = run->hurried ? run->hurried[event] : 0, here = run->target[state];
    for (int i = l->pair_start[arc]; i < l->pair_start[arc + 1]; i++) {
        const struct pair *pair = &l->pairs[i];
        must |= run->target[pair->before] ^ here;
        must |= run->excited[pair->before] & run->excited[pair->beside] &
                ~(run->target[pair->beside] ^ here);
    }
    return must;
}

/* What spreads from one state. */
static bool spread(struct run *run, int state) {
    const struct bl_spec *spec = run->labeller->spec;
    bool changed = false;
    for (int i = spec->start[state]; i < spec->start[state + 1]; i++) {
        int next = spec->arcs[i].state;
        uint64_t changes = run->target[state] ^ run->target[next];
        uint64_t open = run->excited[state] & ~run->failed & (changes | ~run->excited[next]);
        if (!open) continue;
        open &= must_not_wait(run, state, i);
        run->failed |= open & changes;
        run->excited[next] |= open & ~changes;
        changed |= (open & ~changes) != 0;
    }
    return changed;
}

uint64_t bl_labeller_run(const struct bl_labeller *labeller, const uint64_t *target,
                         const uint64_t *hurried, uint64_t *excited) {
    const struct bl_spec *spec = labeller->spec;
    struct run run = {labeller, target, hurried, excited, 0};
    uint64_t moves = 0;
    for (int s = 0; s < spec->state_count; s++)
        for (int i = spec->start[s]; i < spec->start[s + 1]; i++) {
            uint64_t changes = target[spec->arcs[i].state] ^ target[s];
            excited[spec->arcs[i].state] |= changes;
            moves |= changes;
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (int s = 0; s < spec->state_count; s++) changed |= excited[s] && spread(&run, s);
    }
    return moves & ~run.failed;
}

void bl_labeller_labels(const struct bl_labeller *labeller, const uint64_t *target,
                        const uint64_t *excited, int lane, uint8_t *labels) {
    static const uint8_t of[2][2] = {{BL_LOW, BL_FALLING}, {BL_HIGH, BL_RISING}};
    for (int s = 0; s < labeller->spec->state_count; s++)
        labels[s] = of[target[s] >> lane & 1][excited[s] >> lane & 1];
}
