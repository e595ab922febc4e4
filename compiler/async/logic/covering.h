/* Unate covering: the cheapest columns that cover all rows. */
#ifndef BL_COVERING_H
#define BL_COVERING_H

#include <stdbool.h>
#include <stdint.h>

struct bl_arena;

struct bl_covering {
    int row_count, column_count;
    uint64_t **columns; /* rows that a column covers, bit r % 64 of word r / 64; every row is in
                           some column */
    const int *costs;   /* of the columns, at least 1 */
    int node_limit;     /* of the search; beyond it the best found so far stands */
};

struct bl_covering_result {
    int *columns; /* chosen, ascending */
    int count, cost;
    bool exact; /* no cheaper choice exists */
};

/* Reduces by dominance, then searches by branch and bound. Deterministic. */
struct bl_covering_result bl_covering_solve(struct bl_arena *arena,
                                            const struct bl_covering *problem);

#endif
