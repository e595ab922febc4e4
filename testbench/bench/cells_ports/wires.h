/* Nodes of cells and the links between them: delay lines that flip bits, and the wires back. */
#ifndef CELL_WIRES_H
#define CELL_WIRES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/carried/random.h"
#include "node.h"

enum { WIRES_MOST = 64 /* cycles of a link, at most */ };
enum { WIRES_DATA, WIRES_HEADER, WIRES_BACK, WIRES_FAULTS };

struct wires_config {
    int nodes, wire, width, cell;
    int phase; /* of links with clocks of their own: sixteenths of a cycle that they are later */
    double rates[WIRES_FAULTS]; /* of a cell, or of the time that one takes */
    int words;                  /* of a node's table */
    uint32_t *tables;           /* [nodes][words] */
    int *ends;                  /* [nodes * CELL_LINKS]: link in that a link out leads to */
};

/* One direction of a cable, into a node, and the wire back. `begun`, `ended`: the cycles in which
   the last cell began to leave, and to come. */
struct wires_link {
    struct cell_wires there[WIRES_MOST + 1];
    uint8_t back[WIRES_MOST + 1];
    struct bl_random random, back_random;
    int place, strikes; /* word of the cell, and that which is flipped; 0: none */
    int64_t next_back;  /* cycle of the next flip on the wire back */
    int64_t begun, came;
    uint64_t cells, flips[WIRES_FAULTS];
};

struct wires {
    const struct wires_config *config;
    void **nodes;
    struct node_in *in;
    struct node_out *out;
    struct wires_link *links; /* [nodes * CELL_LINKS], by where they end */
    int *written;             /* [nodes]: words of its table that it has */
    int64_t now;
};

void wires_make(struct wires *wires, const struct wires_config *config, uint64_t seed);
void wires_destroy(struct wires *wires);
/* A cycle of a node: first it settles, with what comes over its links, then, when `out` has been
   looked at and `in` is as it is for the next cycle, it is clocked. wires->now counts cycles. */
void wires_settle(struct wires *wires, int node, bool rst);
void wires_clock(struct wires *wires, int node);
/* Whether every node has its table. */
bool wires_ready(const struct wires *wires);

#endif
