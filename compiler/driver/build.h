/* What `bankloom build` writes of a pipeline. */
#ifndef BL_BUILD_H
#define BL_BUILD_H

#include "base/tools/toolchain.h"
#include "driver/compile.h"
#include "output/output.h"

/* Everything under the folder: rtl/ (top, templates, files.f, map), host/, golden/, board.loom,
   bench/, and simulation/ and runtime/ (the harness's sources). False after a message on stderr (a
   template or source file cannot be read). The compilation has a circuit. */
bool bl_output_make(struct bl_output *output, const struct bl_compilation *compilation,
                    const struct bl_home *home);

/* Parts of it, for other programs whose nodes form a cluster: the top module with its map; the
   templates that it uses, whose files `list` gets; what the simulators need of the node's ports;
   and what stands around the circuit: the network's files, board, project and harness. */
void bl_output_top(struct bl_output *output, const struct bl_circuit *circuit,
                   const struct bl_sources *sources);
bool bl_output_templates(struct bl_output *output, const struct bl_circuit *circuit,
                         const struct bl_home *home, struct bl_text *list);
void bl_output_simulators(struct bl_output *output, const struct bl_node *node);
bool bl_output_around(struct bl_output *output, const struct bl_node *node,
                      const struct bl_circuit *circuit, const struct bl_home *home);

#endif
