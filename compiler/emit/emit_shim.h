/* The one C++ file of a bench: Verilator's model of the node behind the face of
 * ir/carried/node_model.h. */
#ifndef BL_EMIT_SHIM_H
#define BL_EMIT_SHIM_H

#include "ir/node.h"

struct bl_parts;
struct bl_text;

/* Prints a C++ source that exports `const struct bl_node_model bl_node_model_TOP` with C linkage.
   It includes "VTOP.h", which `verilator --cc --prefix VTOP` makes, and can trace (VCD) when that
   was run with --trace; otherwise its `trace` is NULL. The top's ports are those of the emitted
   node: the clocks of the shape, rst and `ports`. */
void bl_emit_shim(struct bl_text *text, const struct bl_node *node);

/* Fills the holes that stand for what bl_node_model says of a node: top, channels, word_bytes,
   flit_bytes, payload_bytes, clock_count, memory_clock, network_clock, host_clock and
   memory_shared. */
void bl_node_holes(struct bl_parts *parts, const struct bl_node *node);
/* A part "header" for each port that has structures of its own in the simulation; the hole
   `header` is the path. */
void bl_port_headers(struct bl_parts *parts, const struct bl_node_ports *ports);

#endif
