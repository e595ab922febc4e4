/* What a stage answers beside what it should. */
#ifndef BL_TRIAL_JUDGE_H
#define BL_TRIAL_JUDGE_H

#include <stddef.h>
#include <stdint.h>

struct bl_arena;

/* One output of the stage; some bits of Icarus may be X or Z. */
struct bl_trial_value {
    uint64_t bits, unknown;
};

/* A row for every record, or for every cycle with `en`: the columns that the stage makes, and last
   whether it keeps the record. */
struct bl_trial_table {
    struct bl_trial_value *items;
    int columns, rows;
    int twice; /* the first record that the golden function has two answers for; -1: none */
};

enum { BL_TRIAL_LATENCY = 64 /* the highest */ };

enum bl_trial_fault {
    BL_TRIAL_RIGHT,
    BL_TRIAL_OTHER_LATENCY, /* right with another latency */
    BL_TRIAL_OTHER_VALUE,
    BL_TRIAL_NO_HOLD /* right while `en` is 1, and not where it is dropped */
};

struct bl_trial_verdict {
    enum bl_trial_fault fault;
    int latency; /* that the answers fit */
    int record;  /* the first that differs */
    int row;     /* where its answer should stand */
    int wrong;   /* how many records differ */
};

/* Reads lines of hexadecimal words. The arena keeps it. Less rows than lines when one of them has
   other words than `columns`. */
void bl_trial_table_read(struct bl_arena *arena, struct bl_trial_table *table, int columns,
                         const char *text);

/* The values of a row, [columns]. */
static inline const struct bl_trial_value *bl_trial_row(const struct bl_trial_table *table,
                                                        int row) {
    return &table->items[(size_t)row * (size_t)table->columns];
}

/* Two plays, each of the records and BL_TRIAL_LATENCY cycles more: always with `en`, and where it
   is dropped. */
struct bl_trial_verdict bl_trial_judge(const struct bl_trial_table *golden,
                                       const struct bl_trial_table *rows, int latency);

#endif
