/* Verification: a circuit of gates with unbounded delays against the signal transition graph that
   it was made for. Uses of all that synthesis knows nothing but the net as the parser left it and
   the netlist. */
#ifndef BL_VERIFY_H
#define BL_VERIFY_H

#include "async/logic/netlist.h"
#include "async/net/stg.h"

struct bl_arena;

/* BL_FAULT(NAME, word): how a circuit can be wrong. */
#define BL_FAULTS(BL_FAULT)                                                                       \
    BL_FAULT(NONE, "correct")                                                                     \
    BL_FAULT(SHAPE, "does not fit the graph") /* a signal without gate, an input that is made, a  \
                                                 gate that is no gate */                          \
    BL_FAULT(VALUE, "wrong initial value") /* a signal is already where the graph moves it to */  \
    BL_FAULT(CONFORM, "unexpected output") /* the graph does not allow it now */                  \
    BL_FAULT(HAZARD, "hazard") /* an excited gate loses its reason to move before it has moved */ \
    BL_FAULT(FIGHT, "set and reset at once")                                                      \
    BL_FAULT(DEADLOCK, "deadlock") /* everything is at rest, and the graph wants an output */     \
    BL_FAULT(                                                                                     \
        PROGRESS,                                                                                 \
        "output never comes") /* without a new input the circuit cannot make a wanted output */   \
    BL_FAULT(DELAY, "output waits for another") /* of those that the graph wants at once; only    \
                                                   where `concurrent` is asked for */             \
    BL_FAULT(LIMIT,                                                                               \
             "not decided") /* more states than allowed, or tokens in a place than are counted */

enum bl_fault {
#define BL_FAULT(name, word) BL_FAULT_##name,
    BL_FAULTS(BL_FAULT)
#undef BL_FAULT
        BL_FAULT_COUNT
};

struct bl_verify_options {
    int limit;          /* most states; 0 for BL_VERIFY_STATES */
    bool hide_internal; /* internal signals of the graph are free, as inserted ones are; otherwise
                           they follow the graph */
    bool concurrent; /* no output waits for one that the graph does not tell it to wait for: where
                        nothing was inserted */
};
enum { BL_VERIFY_STATES = 4 * 1024 * 1024 }; /* about 0.6 GB */

struct bl_verify_event {
    int gate;
    bool value;
}; /* the gate's output goes to `value` */

/* The counterexample leads from reset to the fault; its last event is the one that is wrong for
   CONFORM and HAZARD (the event that takes the gate's reason away), and leads to the faulty state
   for the others. Shortest where all events count one. */
struct bl_verification {
    enum bl_fault fault;
    const char *reason; /* one sentence; NULL when correct */
    int gate;           /* the culprit, or -1 */
    struct bl_verify_event *trace;
    int trace_length;
    int state_count; /* of circuit and environment together */
    int64_t arc_count;
    int marking_count; /* of the graph, as far as the circuit leads there */
};

/* Plays the circuit from its initial values against the net from its initial marking. Gates are
   found by their names; one whose name is no signal of the net is free. A signal of the net without
   a gate must be a dummy or internal. Everything in the result is in `arena`. */
struct bl_verification bl_verify(struct bl_arena *arena, const struct bl_stg *net,
                                 const struct bl_netlist *netlist,
                                 const struct bl_verify_options *options);

/* What reports call it. */
const char *bl_fault_word(enum bl_fault fault);

#endif
