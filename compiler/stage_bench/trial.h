/* One stage of the user's own on a bench of its own: its Verilog against its golden function, what
   the linters say, and what it takes. */
#ifndef BL_TRIAL_H
#define BL_TRIAL_H

#include "ir/program.h"
#include "stage_bench/trial_judge.h"
#include "stage_bench/trial_records.h"
#include "stage_bench/trial_work.h"

struct bl_text;

/* What came of the records in one simulator. */
struct bl_trial_seen {
    const char *simulator;
    struct bl_trial_table rows;
    struct bl_trial_verdict verdict;
};

enum { BL_TRIAL_SIMULATORS = 2 };

struct bl_trial {
    struct bl_arena *arena;
    const struct bl_program *program;
    const struct bl_own *own;
    struct bl_trial_records records;
    struct bl_trial_table golden;
    struct bl_trial_found found;
    int broken_record; /* with which it could not be tried, or -1 */
    struct bl_trial_seen seen[BL_TRIAL_SIMULATORS];
    int seen_count;
};

/* Tries the stage with its records: arena, program, own and records are set. Interrupts must be
   held. False after a message, or after an interrupt. */
bool bl_trial_run(struct bl_trial *trial);

/* Whether it can be tried and does in all simulators what the golden function says. */
bool bl_trial_is_right(const struct bl_trial *trial);

/* What `bankloom stage` says of it: lines, or an object more among `stages`. */
void bl_trial_print(struct bl_text *text, const struct bl_trial *trial);
struct cJSON;
/* Adds it to `stages` as an object. */
void bl_trial_add_json(const struct bl_trial *trial, struct cJSON *stages);

#endif
