/* Synthesis: from the state graph of a net to a circuit of gates. */
#ifndef BL_SYNTH_H
#define BL_SYNTH_H

#include "async/coding/csc.h"
#include "async/logic/netlist.h"
#include "async/coding/spec.h"

struct bl_synth_options {
    enum bl_gate_style style;
    int lut_inputs;   /* of STYLE_LUT: at least 2; 0 is 6 */
    int signal_limit; /* state signals that the style may add; 0 is 12 */
};

struct bl_synthesis {
    struct bl_netlist *netlist;     /* NULL: there is none, which has been reported */
    const struct bl_spec *resolved; /* what was given */
    const struct bl_spec *spec; /* what the netlist implements: the resolved specification, perhaps
                                   with more state signals */
    int added;    /* state signals that the style needed beyond those of complete state coding */
    int literals; /* bl_netlist_literals */
};

/* The specification of a net for synthesis. `graph` is complete, consistent and observed
   (bl_graph_observe). Grants of mutual exclusion elements are inputs of it. NULL, and reported:
   more than 64 signals, or a local signal that is not a grant is disabled by another event.
   */
struct bl_spec *bl_synth_specify(struct bl_arena *arena, struct bl_diags *diags,
                                 const struct bl_stg *net, const struct bl_state_graph *graph);

/* Inserts state signals until the specification has complete state coding: `spec` itself when it
   has it. What is found is NULL, and reported with the pairs of states in conflict (first those
   that no insertion separates) and traces to them, when none is found with at most `limit` signals
   (0 is 12). */
struct bl_coding bl_synth_resolve(struct bl_arena *arena, struct bl_diags *diags,
                                  const struct bl_state_graph *graph, struct bl_spec *spec,
                                  int limit);

/* Makes the circuit of a resolved specification. */
struct bl_synthesis bl_synthesise(struct bl_arena *arena, struct bl_diags *diags,
                                  const struct bl_stg *net, struct bl_spec *spec,
                                  const struct bl_synth_options *options);

#endif
