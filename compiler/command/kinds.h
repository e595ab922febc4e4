/* The verbs of a pipeline: kind/kind.h. */
#ifndef BL_COMMAND_KINDS_H
#define BL_COMMAND_KINDS_H

#include "kind/kind.h"

extern const struct bl_kind bl_pipeline_kind; /* pipeline_kind.c */
bl_kind_verb bl_verb_pipeline_explain, bl_verb_pipeline_build, bl_verb_pipeline_run,
    bl_verb_pipeline_graph;

/* Verbs: what follows the program's name, argv[0] the verb; the exit status (base/exit_status.h).
 */
int bl_cmd_explain(int argc, char **argv);
int bl_cmd_build(int argc, char **argv);
int bl_cmd_run(int argc, char **argv);
int bl_cmd_graph(int argc, char **argv);

#endif
