/* Comparison of one channel of the result with the golden model: as a multiset of records or as a
 * sequence. */
#ifndef BL_COMPARE_H
#define BL_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "base/carried/wide.h"

struct bl_compare_column {
    const char *name;
    int bytes; /* of an element: 1, 2, 4, 8 or 16 */
    const void *expected, *got;
};

/* The columns hold one record per position, so several columns are compared as tuples: a torn pair
 * is a difference. */
struct bl_compare {
    const struct bl_compare_column *columns;
    int column_count;
    uint64_t expected_count, got_count; /* of every column */
    bool sequence;                      /* the order counts */
};

/* Whether they are equal (for a multiset: but for a chance of about 2^-100). When not, says the
   first difference in one line without its end: what is missing, what is too many, at which
   position. */
bool bl_compare(const struct bl_compare *compare, FILE *report);

#endif
