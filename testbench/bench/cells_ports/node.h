/* Nodes as Verilator has made them of cell_node.v: pins of one, for a cycle. */
#ifndef CELL_NODE_H
#define CELL_NODE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CELL_LINKS = 2, CELL_PEERS = 64 };

struct cell_wires {
    uint64_t word;
    uint8_t first, parity;
};
struct node_in {
    uint64_t valid, freed; /* by peer */
    uint64_t renumbered;   /* peers whose number has changed */
    uint32_t number[CELL_PEERS];
    uint32_t table_word;
    struct cell_wires from[CELL_LINKS];
    uint8_t heard[CELL_LINKS]; /* of links out */
};
struct node_out {
    uint64_t ready, valid;
    uint32_t number, right; /* of what has come */
    uint32_t credit[8];
    uint32_t table_taken, sent, again, cause;
    struct cell_wires to[CELL_LINKS];
    uint8_t says[CELL_LINKS]; /* of links in */
};

void *node_new(int node);
void node_delete(void *node);
/* What stands before a rising edge, which node_clock is: it takes the changed numbers. The clock of
   links that have one of their own rises with it, or `later`. */
void node_settle(void *node, int rst, struct node_in *in, struct node_out *out);
void node_clock(void *node, struct node_in *in, int later);

#ifdef __cplusplus
}
#endif

#endif
