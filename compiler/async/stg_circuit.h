/* From a graph that passed its checks to a verified circuit, and what is reported about it. */
#ifndef BL_STG_CIRCUIT_H
#define BL_STG_CIRCUIT_H

#include "async/gates/synth.h"
#include "async/states/stg_checks.h"
#include "async/verify/verify.h"

struct bl_async;

enum { BL_WHOLE_STATES = 4 * 1024 * 1024 }; /* more than these are verified in parts */

struct bl_stg_circuit {
    struct bl_synth_options options;
    int limit;                /* most states of a divided net; 0 for BL_GRAPH_STATES */
    const struct bl_stg *net; /* that it was made for: the one of the report, or the divided one */
    struct bl_synthesis
        synthesis; /* without netlist when there is none, which is in the diagnostics */
    struct bl_verification verification; /* of the netlist against the net */
    const struct bl_stg *file_net; /* NULL, or the net of the report, when that is another one; then
                                      the circuit must be right for */
    struct bl_verification for_file; /* both. The new net does nothing that the old one forbids, so
                                        LIMIT is no fault here */
    bool in_parts;                   /* the whole has too many states: verified signal by signal */
    struct bl_coding coding;
    const struct bl_async *async; /* as it was written; NULL when it was not */
    const char *folder;           /* it was to be written there; NULL when it was not to be */
    const char **files;           /* below the folder */
    int file_count;               /* 0 when nothing was written */
};

/* Resolves the coding conflicts, makes the gates and verifies them as the options in `circuit` want
   it; what is wrong with the graph goes to `diags`. */
void bl_stg_circuit_make(struct bl_arena *arena, struct bl_diags *diags,
                         const struct bl_stg_report *report, struct bl_stg_circuit *circuit);

/* Whether there is a circuit, and it is verified. */
bool bl_stg_circuit_is_right(const struct bl_stg_circuit *circuit);

/* "complex", "generalized", "standard", "lut"; and the style of such a word, -1 for one that is
 * none. */
const char *bl_gate_style_word(enum bl_gate_style style);
int bl_gate_style_find(const char *word);

#endif
