/* Verification of large circuits in parts, for circuits whose inner gates have too many states
 * together. */
#ifndef BL_SYNTH_PARTS_H
#define BL_SYNTH_PARTS_H

#include "async/gates/synth.h"
#include "async/verify/verify.h"

/* First the circuit in which every signal of the specification is one complex gate is verified
   against the net. Then, signal by signal, the gates that make it are verified against the
   specification with all other signals driven by the environment. Together that implies that the
   whole circuit is right: a part sees of the others only what the specification allows until the
   first part does something else, and none does it first. The verdict is the first that is not
   "correct"; states and arcs are sums. `options` as for bl_verify; of parts `concurrent` is always
   asked. */
struct bl_verification bl_verify_parts(struct bl_arena *arena, const struct bl_stg *net,
                                       const struct bl_synthesis *synthesis,
                                       const struct bl_verify_options *options);

/* The gates that make one signal, with all other signals as inputs: a part as above. `gate` is the
 * one with the signal's name. */
const struct bl_netlist *bl_synth_part(struct bl_arena *arena, const struct bl_netlist *whole,
                                       int gate);

/* The specification as a net with one place per state, in which `made` is an output and everything
 * else an input. */
struct bl_stg *bl_spec_net(struct bl_arena *arena, const struct bl_spec *spec, int made);

#endif
