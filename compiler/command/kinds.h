/* The verbs of a pipeline: kind/kind.h. */
#ifndef BL_COMMAND_KINDS_H
#define BL_COMMAND_KINDS_H

#include "kind/kind.h"

extern const struct bl_kind bl_pipeline_kind; /* pipeline_kind.c */
bl_kind_verb bl_verb_pipeline_explain, bl_verb_pipeline_build, bl_verb_pipeline_run,
    bl_verb_pipeline_graph;

#endif
