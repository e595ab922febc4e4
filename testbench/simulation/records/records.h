/* Record files: columns packed one behind the other, little endian, no header, no padding. */
#ifndef BL_RECORDS_H
#define BL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/carried/wide.h"
#include "ir/carried/bench.h"

/* All records of an input, column by column. */
struct bl_records {
    uint64_t count;
    int column_count;
    int bytes[2 * BL_BENCH_COLUMNS]; /* of an element of each column */
    uint8_t *items[2 * BL_BENCH_COLUMNS];
};

/* Room for `count` records of the program's columns, or of `columns` of so many bytes each, all 0.
 */
struct bl_records bl_records_new(const struct bl_bench_program *program, uint64_t count);
struct bl_records bl_records_of(const int *bytes, int columns, uint64_t count);
void bl_records_free(struct bl_records *records);
void bl_records_set(struct bl_records *records, int column, uint64_t index, bl_wide value);

/* How many records a file holds. One that cannot be read, or whose size is not a multiple of the
   record's: false, and a line that begins with `before` goes to `report`. */
bool bl_records_count(const struct bl_bench_program *program, const char *path, uint64_t *count,
                      const char *before, FILE *report);

/* Reads a whole file. A file that cannot be read, or whose size is not a multiple of the record's:
   false, *records is empty, and a message without "error:" goes to `report`. */
bool bl_records_read(struct bl_records *records, const struct bl_bench_program *program,
                     const char *path, FILE *report);

/* Writes a file by way of a temporary name beside it, renamed when complete. A full disk or any
   other trouble: false, nothing is left behind, an older file of this name stays, and a message
   goes to `report`. `stop` (may be NULL) is asked now and then; true: the same. */
bool bl_records_write(const struct bl_records *records, const char *path, bool (*stop)(void *user),
                      void *user, FILE *report);

/* The first key outside its column's range [0, 2^bits), said in `report`; true when there is none.
 * bits = 0: any. */
bool bl_records_in_range(const struct bl_records *records, const struct bl_bench_program *program,
                         const int *bits, const char *path, FILE *report);

#endif
