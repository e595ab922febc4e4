/* The gates of a netlist as the verifier plays them: each moves its output to its next value after
 * any delay. */
#ifndef BL_VERIFY_GATES_H
#define BL_VERIFY_GATES_H

#include "async/logic/netlist.h"
#include "async/net/stg.h"

struct bl_arena;

struct bl_gates {
    const struct bl_netlist *netlist;
    bool *early; /* per gate: a MUTEX that does not wait for the fall of the other grant */
    int words;   /* 64-bit words of the gates' values, gate g in bit g % 64 of word g / 64 */
    int *fan_start, *fanout; /* gates that look at gate g, each once: fanout[fan_start[g]] up to
                                fanout[fan_start[g + 1] - 1] */
    const char *wrong;       /* a gate that is none, or NULL */
    int wrong_gate;
};

/* The gates of a netlist beside its net; `wrong` is set when there is one that cannot be. */
struct bl_gates *bl_gates_new(struct bl_arena *arena, const struct bl_stg *net,
                              const struct bl_netlist *netlist);

/* The output of a gate, among the values of all, a bit each. */
static inline bool bl_gates_value(const uint64_t *values, int gate) {
    return values[gate / 64] >> gate % 64 & 1;
}

/* The value that a gate moves to; its present one when it is an input or at rest. */
bool bl_gates_next(const struct bl_gates *gates, const uint64_t *values, int gate);
static inline bool bl_gates_excited(const struct bl_gates *gates, const uint64_t *values,
                                    int gate) {
    return bl_gates_next(gates, values, gate) != bl_gates_value(values, gate);
}
/* A HOLD gate is set and reset at once. */
bool bl_gates_fights(const struct bl_gates *gates, const uint64_t *values, int gate);

/* Whether a MUTEX gate is one that the net wants EARLY: it may rise as soon as the other request
 * has fallen, before the other grant has. */
bool bl_mutex_is_early(const struct bl_stg *net, const struct bl_netlist *netlist, int gate);

#endif
