/* Kinds of program: what the verbs do with a file depends on what it declares. */
#ifndef BL_KINDS_H
#define BL_KINDS_H

struct bl_loaded;

/* One verb of one kind: takes what follows the program's name, and the file among it that was read
   to find the kind (path NULL: none was). Returns the exit status. */
typedef int bl_kind_verb(int argc, char **argv, struct bl_loaded *loaded);

bl_kind_verb bl_verb_pipeline_explain, bl_verb_pipeline_build, bl_verb_pipeline_run,
    bl_verb_pipeline_graph;

#endif
