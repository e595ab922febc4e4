/* The records that a stage is tried with. */
#ifndef BL_TRIAL_RECORDS_H
#define BL_TRIAL_RECORDS_H

#include "ir/program.h"

struct bl_trial_records {
    uint64_t *items; /* the columns that the stage takes, record by record */
    int count, capacity;
    int columns;
    int given; /* the first so many are the user's */
};

/* Whole records. */
static inline int bl_trial_record_count(const struct bl_trial_records *records) {
    return records->count / records->columns;
}

/* Adds those of a file: a record a line, a number for every column, decimal or hexadecimal. What
   stands behind `#` or `//` is not read. False after a message. */
bool bl_trial_read(struct bl_arena *arena, struct bl_trial_records *records,
                   const struct bl_own *own, const char *path);

/* Adds records of corner values, and random ones. */
void bl_trial_add_corners(struct bl_arena *arena, struct bl_trial_records *records,
                          const struct bl_own *own, uint64_t *random);
void bl_trial_add_random(struct bl_arena *arena, struct bl_trial_records *records,
                         const struct bl_own *own, uint64_t *random, int count);

/* A random value of a column of up to 64 bits: every other one is small. */
uint64_t bl_trial_random_value(const struct bl_column *column, uint64_t *random);

/* One number of a column, as the file has them. False when it is none, or does not fit. */
bool bl_trial_number(const struct bl_column *column, const char *text, uint64_t *bits);
/* The value for the user: "0x2a (42)"; bits that are not known make a digit `x`. */
const char *bl_trial_show(struct bl_arena *arena, const struct bl_column *column, uint64_t bits,
                          uint64_t unknown);

#endif
