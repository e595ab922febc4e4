/* What the steps of a synthesis share: the folders, the tool, the cache. */
#ifndef BL_SYNTH_RUN_H
#define BL_SYNTH_RUN_H

#include "synthesis.h"
#include "synth_jobs.h"

struct bl_synth_run {
    struct bl_arena *arena;
    struct bl_synth *synth;
    const struct bl_synthesis_options *options;
    const char *cache;   /* where counts are kept */
    const char *scratch; /* removed at the end */
    const char *verilog; /* commands that read the circuit, in the scratch folder */
    struct { struct bl_job *items; int count, capacity; } jobs;
};

/* The place in the cache of what is made of `input` by `script`. */
const char *bl_synth_place(struct bl_synth_run *run, const char *kind, const struct bl_text *input, const char *script);

/* Adds a run of Yosys: does `script`, which may read NAME.il with `input` (NULL: none). `name` is that of its files in the scratch folder,
   `what` names it to the user. NULL after a message on stderr. */
struct bl_job *bl_synth_add_job(struct bl_synth_run *run, const char *name, const char *what, const struct bl_text *input,
                                const char *script);

/* Every distinct kind of instance of the top: its longest path, from the cache or anew. False after a message or an interrupt. */
bool bl_synth_depth(struct bl_synth_run *run);

/* Places and routes a top whose ports are pins of the board, into the folder of the options. False after a message or an interrupt. */
bool bl_synth_place_and_route(struct bl_synth_run *run);

#endif
