/* explain, build, run and graph of a program of kernels. */
#ifndef BL_KERNEL_VERBS_H
#define BL_KERNEL_VERBS_H

#include "kind/kind.h"

bl_kind_verb bl_verb_kernels_explain, bl_verb_kernels_build, bl_verb_kernels_run,
    bl_verb_kernels_graph;

#endif
