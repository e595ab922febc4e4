#include "kernel/syntax/collectives.h"

#include <stddef.h>

#define PART BL_COLLECTIVE_PART
#define OWN BL_COLLECTIVE_OWN
#define FIRST BL_COLLECTIVE_FIRST
#define SECOND BL_COLLECTIVE_SECOND
#define REDUCTION BL_COLLECTIVE_REDUCTION
#define EACH BL_COLLECTIVE_EACH
#define ROOT BL_COLLECTIVE_ROOT
#define ONCE BL_COLLECTIVE_ONCE
#define LENGTH_PART BL_COLLECTIVE_LENGTH_PART
#define LENGTH_OWN BL_COLLECTIVE_LENGTH_OWN
#define LENGTH_ALL BL_COLLECTIVE_LENGTH_ALL

const struct bl_collective bl_collectives[] = {
    {.word = "allreduce",
     .combines = true,
     .divides = true,
     .moves = {{EACH, PART, FIRST, LENGTH_PART, false},
               {EACH, FIRST, REDUCTION, LENGTH_OWN, false},
               {EACH, REDUCTION, SECOND, LENGTH_OWN, false},
               {EACH, SECOND, PART, LENGTH_PART, false}},
     .move_count = 4},
    {.word = "broadcast",
     .root = "from",
     .divides = true,
     .moves = {{EACH, PART, FIRST, LENGTH_PART, true},
               {ROOT, FIRST, REDUCTION, LENGTH_OWN, false},
               {EACH, REDUCTION, SECOND, LENGTH_OWN, false},
               {EACH, SECOND, PART, LENGTH_PART, false}},
     .move_count = 4},
    {.word = "scatter",
     .root = "from",
     .two = true,
     .moves = {{EACH, PART, FIRST, LENGTH_ALL, true}, {ROOT, FIRST, OWN, LENGTH_ALL, false}},
     .move_count = 2},
    {.word = "gather",
     .root = "to",
     .two = true,
     .moves = {{ROOT, OWN, FIRST, LENGTH_ALL, false}, {EACH, FIRST, PART, LENGTH_ALL, true}},
     .move_count = 2},
    {.word = "allgather",
     .two = true,
     .moves = {{ONCE, OWN, REDUCTION, LENGTH_ALL, false},
               {EACH, REDUCTION, FIRST, LENGTH_ALL, false},
               {EACH, FIRST, PART, LENGTH_ALL, false}},
     .move_count = 3},
    {.word = NULL}};

int bl_collective_inputs(const struct bl_collective *row, int nodes) {
    for (int i = 0; i < row->move_count; i++)
        if (row->moves[i].to == REDUCTION) return row->moves[i].turns == EACH ? nodes : 1;
    return 0;
}

int bl_collective_bundles(const struct bl_collective *row) {
    int bundles = 0;
    for (int i = 0; i < row->move_count; i++) {
        if (row->moves[i].to == FIRST && bundles < 1) bundles = 1;
        if (row->moves[i].to == SECOND) bundles = 2;
    }
    return bundles;
}
