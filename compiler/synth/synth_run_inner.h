/* What the steps of a synthesis share: the folders, the tool, the cache. */
#ifndef BL_SYNTH_RUN_INNER_H
#define BL_SYNTH_RUN_INNER_H

#include "synth/synth_jobs.h"
#include "synth/synthesis.h"

struct bl_synth_run {
    struct bl_arena *arena;
    struct bl_synth *synth;
    const struct bl_synthesis_options *options;
    const char *cache;   /* where counts are kept, each with its hash (cache.h) */
    int unwritable;      /* 0, or why nothing can be put there: an errno value */
    const char *scratch; /* removed at the end; in the cache when that can be written */
    const char *block;   /* rules for block RAM, when they are not those of Yosys, else "" */
    const char *verilog; /* commands that read the circuit, in the scratch folder */
    const char *pins;    /* the place of every port of the top, for place and route */
    struct {
        struct bl_job *items;
        int count, capacity;
    } jobs;
};

/* The place in the cache of what is made of `input` by `script`. */
const char *bl_synth_place(struct bl_synth_run *run, const char *kind, const struct bl_text *input,
                           const char *script);

/* Adds a run of Yosys: does `script`, which may read NAME.il with `input` (NULL: none). `name` is
   that of its files in the scratch folder, `what` names it to the user. NULL after a message on
   stderr. */
struct bl_job *bl_synth_add_job(struct bl_synth_run *run, const char *name, const char *what,
                                const struct bl_text *input, const char *script);

/* Runs what was added, with the words `title`. False after a message, also when there is something
   to be done and nowhere to keep it, or after an interrupt. */
bool bl_synth_run_jobs(struct bl_synth_run *run, const char *title);

/* Every distinct kind of instance of the top: its longest path, from the cache or anew. False after
 * a message or an interrupt. */
bool bl_synth_depth(struct bl_synth_run *run);

/* Whether the board and the tools allow place and route, and whether the ports of the elaborated
   top are pins of the board; false after a message. They are asked before anything is synthesised.
 */
bool bl_synth_can_place(struct bl_synth_run *run);
bool bl_synth_find_pins(struct bl_synth_run *run);
/* Places and routes the top, into the folder of the options. False after a message or an interrupt.
 */
bool bl_synth_place_and_route(struct bl_synth_run *run);

#endif
