/* Collectives: statements of a kernel on all nodes that the checker makes moves of. A row says what
   is written and which moves it is, at every node. */
#ifndef BL_COLLECTIVES_H
#define BL_COLLECTIVES_H

#include <stdbool.h>

/* An end of a collective's move. Part i of a vector, and the node's own elements, lie in memory;
   streams of two bundles go to node i and come from it; and there is a reduction. */
enum bl_collective_end {
    BL_COLLECTIVE_PART,
    BL_COLLECTIVE_OWN,
    BL_COLLECTIVE_FIRST, /* bundle */
    BL_COLLECTIVE_SECOND,
    BL_COLLECTIVE_REDUCTION /* input or output i */
};
/* For which i there is such a move: each node, the root, only 0. */
enum bl_collective_turns { BL_COLLECTIVE_EACH, BL_COLLECTIVE_ROOT, BL_COLLECTIVE_ONCE };
/* How long it is: part i of the vector, the part that has the node's number, all elements that are
   named. */
enum bl_collective_length {
    BL_COLLECTIVE_LENGTH_PART,
    BL_COLLECTIVE_LENGTH_OWN,
    BL_COLLECTIVE_LENGTH_ALL
};

struct bl_collective_move {
    enum bl_collective_turns turns;
    enum bl_collective_end from, to;
    enum bl_collective_length length;
    bool root_only; /* at other nodes it has length 0 */
};
enum { BL_COLLECTIVE_MOVES = 4 };
struct bl_collective {
    const char *word;
    const char *root; /* the word before the root; NULL: there is none */
    bool combines;    /* it has an operator */
    bool two;         /* memories, with an arrow between them; otherwise it is in place */
    bool divides;     /* the elements that are named are divided into parts; otherwise each part has
                         as many */
    struct bl_collective_move moves[BL_COLLECTIVE_MOVES];
    int move_count;
};

/* The last row has no word. */
extern const struct bl_collective bl_collectives[];
/* Inputs of the row's reduction on so many nodes; 0: it has none. */
int bl_collective_inputs(const struct bl_collective *row, int nodes);
/* Bundles that it has streams in. */
int bl_collective_bundles(const struct bl_collective *row);

#endif
