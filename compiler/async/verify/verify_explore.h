/* Inside the verifier: what its files share. */
#ifndef BL_VERIFY_EXPLORE_H
#define BL_VERIFY_EXPLORE_H

#include "async/verify/verify.h"
#include "async/verify/verify_environment.h"
#include "async/verify/verify_gates.h"

/* Where a state was first reached from, and by the move of which gate's output. */
struct bl_verify_from {
    int state, gate;
};

/* A state in which the net wants outputs whose gates are not excited. `next`: what the circuit
 * alone can reach from it in one step. */
struct bl_verify_waiting {
    int state;
    int *wanted, wanted_count; /* gates */
    int *next, next_count;     /* states */
    int unseen; /* of them, the first ones: after moves of gates that are no signals of the net */
};

struct bl_verifier {
    struct bl_arena *result, *arena; /* of the caller; for the time of the verification */
    const struct bl_stg *net;
    const struct bl_netlist *netlist;
    bool hide_internal, concurrent;
    int *gate_of, *signal_of; /* per signal its gate, per gate its visible signal; -1 for none */
    struct bl_gates *gates;
    struct bl_environment *environment;

    int words; /* of a state: state of the environment, the gates' values, which of them are excited
                */
    struct bl_table states;
    struct {
        struct bl_verify_from *items;
        int count, capacity;
    } from;
    struct {
        struct bl_verify_waiting *items;
        int count, capacity;
    } waiting;
    int64_t arc_count;

    uint64_t *now, *after;       /* the state that is looked at and one that follows it */
    int *excited, excited_count; /* gates, in `now` */
    int *next;                   /* room for twice as many numbers as there are gates */

    enum bl_fault fault;
    const char *reason;
    int culprit;  /* gate */
    int at, last; /* the trace: to this state, then this gate's output moves (-1: no more) */
};

/* Puts `after` among the states, reached from a state by the move of a gate's output; its number.
 */
int bl_verify_reach(struct bl_verifier *verifier, int state, int gate);

/* Sets whether a gate is excited in `after`. */
void bl_verify_excite(struct bl_verifier *verifier, int gate);

/* Looks at every reachable state: stops at the first fault. */
void bl_verify_explore(struct bl_verifier *verifier, int limit);

/* After a full exploration: whether every output that the net wants can come without the help of an
   input; of any other signal, where `concurrent` is asked for. */
void bl_verify_progress(struct bl_verifier *verifier);

#endif
