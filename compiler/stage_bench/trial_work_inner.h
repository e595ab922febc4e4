/* What the steps of a trial share: its folder and the tools. */
#ifndef BL_TRIAL_WORK_INNER_H
#define BL_TRIAL_WORK_INNER_H

#include "stage_bench/trial.h"

struct bl_trial_work {
    struct bl_arena *arena;
    struct bl_trial *trial;
    const struct bl_own *own;
    const char *folder;           /* that the tools work in; removed at the end */
    const char *verilog, *golden; /* copies of the user's files, below the folder */
};

/* Writes a file of the folder. False after a message. */
bool bl_trial_write(const struct bl_trial_work *work, const char *name, const struct bl_text *text);
/* Reads one; "" when it is not there. The arena keeps it. */
const char *bl_trial_text(const struct bl_trial_work *work, const char *name);

/* Runs a tool in the folder; what it says goes into `log`. Its exit status, as bl_tool_run has it;
   or BL_TRIAL_LATE when it did not end and was ended. */
enum { BL_TRIAL_LATE = -2 };
int bl_trial_tool(const struct bl_trial_work *work, const char *const *arguments, const char *log);
/* What is in the log, with the user's files by the names that the user knows. */
const char *bl_trial_said(const struct bl_trial_work *work, const char *log);

/* Notes why the stage cannot be tried; `log`, or NULL, is what was said. */
void bl_trial_broken(struct bl_trial_work *work, const char *why, const char *log);

/* The steps. False after a message, or an interrupt; what is wrong with the stage is in the trial.
 */
bool bl_trial_lint(struct bl_trial_work *work);
bool bl_trial_ask_golden(struct bl_trial_work *work);
bool bl_trial_simulate(struct bl_trial_work *work);
bool bl_trial_synthesise(struct bl_trial_work *work);

/* The bench as obj/trial, by Verilator. */
bool bl_trial_compile_verilator(const struct bl_trial_work *work, const char *log);

/* The instance of the stage alone, for Yosys: module bl_trial_alone. */
void bl_trial_emit_alone(struct bl_text *text, const struct bl_trial_work *work);

#endif
