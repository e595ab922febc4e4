/* The specification as synthesis sees it: a deterministic state graph of at most 64 signals, from
   which it makes new ones by inserting state signals. States are numbered from 0, the initial one.
 */
#ifndef BL_SPEC_H
#define BL_SPEC_H

#include "async/logic/points.h"
#include "async/states/state_graph.h"

enum { BL_SPEC_SIGNALS = 64 };

struct bl_form;

struct bl_spec_arc {
    int event, state;
};

struct bl_spec {
    int signal_count;
    const char **names;
    uint64_t inputs;   /* signals that the circuit reads but does not make: inputs, and grants of
                          mutual exclusion elements */
    uint64_t inserted; /* state signals that synthesis has added; the last ones */
    int event_count;   /* transitions of the net, then rise and fall of each inserted signal */
    int *event_signal;
    int state_count, arc_count;
    uint64_t *codes;   /* of each state */
    uint64_t *excited; /* signals that an arc from the state moves */
    int *start;        /* arcs of state i: arcs[start[i]] up to arcs[start[i + 1] - 1] */
    struct bl_spec_arc *arcs;
    int *back_start; /* arcs into a state, in the same way; `state` is where they come from */
    struct bl_spec_arc *back;
    int *by_code;           /* states by ascending code */
    struct bl_arena *arena; /* where it lives */
    const struct bl_form *
        *complex_gates; /* of the signals, as far as they were looked for: csc.h */
    int *origin;        /* state of the graph that the first specification was made from */
};

/* From a complete, consistent, observed graph with at most 64 signals; `inputs` as above. */
struct bl_spec *bl_spec_new(struct bl_arena *arena, const struct bl_state_graph *graph,
                            uint64_t inputs);

/* Fills excited, the arcs backward and by_code from the codes and the arcs forward. Whoever makes a
 * specification calls it last. */
void bl_spec_finish(struct bl_arena *arena, struct bl_spec *spec);

/* A copy that shares nothing with the original but what the arena of the net holds. */
struct bl_spec *bl_spec_copy(struct bl_arena *arena, const struct bl_spec *spec);

/* The values that the signals move to: a bit differs from the code's exactly where the signal is
 * excited. */
static inline uint64_t bl_spec_next(const struct bl_spec *spec, int state) {
    return spec->codes[state] ^ spec->excited[state];
}

/* The signals that the circuit makes: all but `inputs`. */
static inline uint64_t bl_spec_local(const struct bl_spec *spec) {
    return (spec->signal_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << spec->signal_count) - 1) &
           ~spec->inputs;
}

/* Whether the event is one of a signal in `inputs`. */
static inline bool bl_spec_is_input(const struct bl_spec *spec, int event) {
    return spec->inputs >> spec->event_signal[event] & 1;
}

/* The arc of an event from a state, or -1: where it leads. */
int bl_spec_follow(const struct bl_spec *spec, int state, int event);

/* Pairs of states with one code and different excited local signals. */
int64_t bl_spec_conflicts(const struct bl_spec *spec);

/* Codes once each with the next-state functions of the local signals. */
struct bl_functions {
    struct bl_points *points;
    /* Per signal: points whose next value is 1, is 0 (in a specification with conflicts: of the
     * codes where all states agree). */
    uint64_t **high, **low;
    uint64_t **value; /* per signal: points where it is 1 */
};
struct bl_functions *bl_spec_functions(struct bl_arena *arena, const struct bl_spec *spec);

#endif
