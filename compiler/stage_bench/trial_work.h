/* What trials of the user's own modules share, whatever is on the bench: the steps, the folder in
   which the tools work, what the tools say. What differs between a stage and a kernel is a row. */
#ifndef BL_TRIAL_WORK_H
#define BL_TRIAL_WORK_H

#include "ir/program.h"

struct bl_text;
struct bl_trial_work;

/* A kind of thing that is tried. Its functions return false after a message or an interrupt; what
   is wrong with the user's files goes into bl_trial_found. */
struct bl_trial_row {
    const char *word; /* "stage" */
    /* trial.c, which asks the golden function, golden.h, which declares it, and what they read. */
    bool (*write_golden)(const struct bl_trial_work *work);
    /* Reads what it answered; `status` as bl_trial_tool has it. */
    bool (*read_answers)(struct bl_trial_work *work, int status);
    /* bench.v, with the module bl_trial, and what it reads. It writes rows.txt. */
    bool (*write_bench)(const struct bl_trial_work *work);
    /* Judges rows.txt; false where the bench did not come to its end. */
    bool (*judge)(struct bl_trial_work *work, const char *simulator);
    /* The module bl_trial_alone, which holds the user's and nothing else. */
    void (*emit_alone)(struct bl_text *text, const struct bl_trial_work *work);
};

/* What is tried: of the paths the user knows. */
struct bl_trial_subject {
    const struct bl_trial_row *row;
    const char *name, *verilog, *golden, *prototype; /* "void hash(uint32_t key, uint8_t *b);" */
    const struct bl_own_parameter *parameters;
    int parameter_count;
    double seconds; /* after which a tool is taken for one that does not end */
};

/* What a tool says of the user's files. */
struct bl_trial_remarks {
    const char *tool, *text; /* lines */
    int count;
};

/* What every trial finds. */
struct bl_trial_found {
    const char *broken, *broken_log; /* why it could not be tried, and what was said; or NULL */
    struct {
        struct bl_trial_remarks *items;
        int count, capacity;
    } remarks; /* of the tools that have any */
    bool synthesised;
    int luts, flip_flops, latches, levels;
};

struct bl_trial_work {
    struct bl_arena *arena;
    const struct bl_trial_subject *subject;
    struct bl_trial_found *found;
    void *trial;                  /* the row's own */
    const char *folder;           /* that the tools work in; removed at the end */
    const char *verilog, *golden; /* copies of the user's files, below the folder */
};

/* Whether the tools are there that a trial needs; false after messages. */
bool bl_trial_tools_present(struct bl_arena *arena);

/* Tries it: arena, subject, found and trial are set. Interrupts must be held. False after a
   message, or after an interrupt. */
bool bl_trial_all(struct bl_trial_work *work);

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

/* Notes why it cannot be tried; `log`, or NULL, is what was said. */
void bl_trial_broken(struct bl_trial_work *work, const char *why, const char *log);
/* "ended with signal 11", of a golden function. */
const char *bl_trial_how_ended(struct bl_arena *arena, int status);

/* ---- what is printed of any trial */

/* "  TITLE    words" */
void bl_trial_add_line(struct bl_text *text, const char *title, const char *words);
/* Lines indented: the first ones, where a tool says much. */
void bl_trial_add_lines(struct bl_text *text, const char *lines);
void bl_trial_add_broken(struct bl_text *text, const struct bl_trial_found *found);
/* What the linters say, and what it takes. */
void bl_trial_add_found(struct bl_text *text, struct bl_arena *arena,
                        const struct bl_trial_found *found);
struct cJSON;
/* Members `broken`; `remarks` and `synthesis`. */
struct cJSON *bl_trial_json_broken(struct cJSON *object, const struct bl_trial_found *found);
void bl_trial_json_found(struct cJSON *object, const struct bl_trial_found *found);

#endif
