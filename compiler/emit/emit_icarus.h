/* The bench's second simulator: the node under Icarus, driven over a socket
 * (simulation/core/icarus.h). */
#ifndef BL_EMIT_ICARUS_H
#define BL_EMIT_ICARUS_H

#include "ir/node.h"

struct bl_text;

/* Prints the Verilog wrapper `bl_icarus`, which packs the node's ports into the vectors that the
   VPI module moves; `model` is the module with these ports. It is the top of TOP.vvp: `iverilog
   -g2001 -s bl_icarus -o TOP.vvp icarus_top.v ...`. */
void bl_emit_icarus_top(struct bl_text *text, const char *model, const struct bl_node *node);
/* Prints a C source that exports `const struct bl_node_model bl_node_model_TOP`, in place of the
 * shim around Verilator's model. */
void bl_emit_icarus_model(struct bl_text *text, const struct bl_node *node);

#endif
