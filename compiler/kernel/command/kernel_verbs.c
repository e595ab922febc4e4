#include "kernel/command/kernel_verbs.h"
int bl_verb_kernels_explain(int argc, char **argv, struct bl_loaded *loaded) { (void)argc; (void)argv; (void)loaded; return 1; }
int bl_verb_kernels_build(int argc, char **argv, struct bl_loaded *loaded) { (void)argc; (void)argv; (void)loaded; return 1; }
int bl_verb_kernels_run(int argc, char **argv, struct bl_loaded *loaded) { (void)argc; (void)argv; (void)loaded; return 1; }
int bl_verb_kernels_graph(int argc, char **argv, struct bl_loaded *loaded) { (void)argc; (void)argv; (void)loaded; return 1; }
