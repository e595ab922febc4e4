/* The states of a signal transition graph and the arcs between them, in compact arrays. */
#ifndef BL_STATE_GRAPH_H
#define BL_STATE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "async/net/stg.h"

struct bl_state_arc {
    int transition; /* index into net->transitions; in an observed graph one of those with the same
                       signal and edge */
    int state;      /* where it goes to (forward) or comes from (backward) */
};

/* How the exploration ended. All but COMPLETE leave a graph of the states found so far, without
 * codes that mean anything. */
enum bl_graph_end { BL_GRAPH_COMPLETE, BL_GRAPH_UNBOUNDED, BL_GRAPH_LIMIT };

/* State 0 is the initial state. A code has one bit per signal, signal s in bit s % 64 of word s /
 * 64; unused bits are 0. */
struct bl_state_graph {
    const struct bl_stg *net;
    int state_count;
    int arc_count;
    int code_words;    /* 64-bit words of a code, at least 1 */
    int marking_words; /* 64-bit words of a packed marking, at least 1; 0 in an observed graph with
                          members */
    int place_bits; /* bits of a place in a marking: 1 when no place ever holds two tokens, else 4,
                       8 or 16 */
    uint64_t *records; /* state i: its marking, then its code, at records[i * (marking_words +
                          code_words)] */
    uint64_t *excited; /* state i: a bit per signal that an arc from here moves, at excited[i *
                          code_words] */
    int *arc_start;    /* arcs of state i: arcs[arc_start[i]] up to arcs[arc_start[i + 1] - 1], by
                          ascending transition */
    struct bl_state_arc *arcs;
    int *back_start; /* arcs into state i, in the same way; NULL before bl_graph_backward */
    struct bl_state_arc *back;
    int *parent; /* of a shortest firing sequence from the initial state: state before (-1 for the
                    initial one) */
    int *parent_transition; /* and transition */
    uint64_t *local;        /* code_words words: the bits of outputs and internal signals */

    enum bl_graph_end end;
    int marking_count; /* reachable markings; fewer than states when a marking is reached with two
                          codes (toggles) */
    int bound;         /* most tokens in one place */
    int bound_place, bound_state; /* and where */
    int cover_state; /* UNBOUNDED: this state is reached from cover_from and covers it strictly, */
    int cover_from;  /* so the firing sequence between can go on forever */

    bool consistent;  /* rises and falls of every signal alternate and start alike everywhere: codes
                         are right */
    int clash_signal; /* when not: this signal's edges from these two states do not fit one initial
                         value */
    int clash_state[2];
    int clash_transition[2]; /* fired from clash_state[i] */

    /* Only in an observed graph with members: state i stands for the states members[member_start[i]
     * ..] of `base`. */
    const struct bl_state_graph *base;
    int *member_start;
    struct bl_graph_member *members;
};

struct bl_graph_member {
    int state;      /* of the base graph */
    int before;     /* index of the member that it was reached from, -1 at the start */
    int transition; /* fired there */
};

/* The marking of a state, packed: place_bits a place. */
static inline const uint64_t *bl_graph_marking(const struct bl_state_graph *graph, int state) {
    return graph->records + (int64_t)state * (graph->marking_words + graph->code_words);
}

/* Values of the signals in a state, a bit each. */
static inline const uint64_t *bl_graph_code(const struct bl_state_graph *graph, int state) {
    return bl_graph_marking(graph, state) + graph->marking_words;
}

/* The signals that are excited in a state, a bit each. */
static inline const uint64_t *bl_graph_excited(const struct bl_state_graph *graph, int state) {
    return graph->excited + (int64_t)state * graph->code_words;
}

/* A bit of a code or of the like. */
static inline bool bl_graph_bit(const uint64_t *words, int bit) {
    return words[bit / 64] >> bit % 64 & 1;
}

/* The value of a signal, and whether it is excited (some transition of it is enabled), in a state.
 */
static inline bool bl_graph_value(const struct bl_state_graph *graph, int state, int signal) {
    return bl_graph_bit(bl_graph_code(graph, state), signal);
}
static inline bool bl_graph_is_excited(const struct bl_state_graph *graph, int state, int signal) {
    return bl_graph_bit(bl_graph_excited(graph, state), signal);
}

/* Tokens of a place in a state; not in an observed graph with members. */
int bl_graph_tokens(const struct bl_state_graph *graph, int state, int place);

enum { BL_GRAPH_STATES = 64 * 1024 * 1024 }; /* default limit */

/* Explores all reachable markings, infers the signals' initial values and gives every state its
   code. States are numbered breadth first. At most `limit` states; more end it with LIMIT. A signal
   without edges has the value of `.initial state`, else 0, and so has one that only toggles. When a
   marking is reached with two codes, states are pairs of marking and code. Not consistent: the
   codes are those of one firing sequence and mean nothing. */
struct bl_state_graph *bl_graph_build(struct bl_arena *arena, const struct bl_stg *net, int limit);

/* What an observer of the signals knows: dummies are gone, and states that the same word of edges
   leads to are one state (the subset construction). Returns `graph` itself when no arc is silent
   and no state has two arcs of one signal. `graph` must be complete and consistent. NULL when the
   sets would have more than `limit` members together. Synthesis and CSC work on this graph. */
struct bl_state_graph *bl_graph_observe(struct bl_arena *arena, struct bl_state_graph *graph,
                                        int limit);

/* Makes back_start and back; once. */
void bl_graph_backward(struct bl_arena *arena, struct bl_state_graph *graph);

/* A firing sequence of the net from its initial marking to a state: transitions, dummies included;
   in an observed graph to one of its members (`member` an index into members, -1 for the first).
   `*length` is set; the array is in the arena. */
int *bl_graph_trace(struct bl_arena *arena, const struct bl_state_graph *graph, int state,
                    int member, int *length);

#endif
