/* Explores whole rings of arbiter cells with gates of any delay and domains that ask for any other
 * domain at any time. */
#ifndef BL_RSB_CHECK_H
#define BL_RSB_CHECK_H

#include <stdio.h>

#include "bus/model/check/rsb_graphs.h"

/* BL_RSB_FAULT(NAME, word): what must never happen. */
#define BL_RSB_FAULTS(BL_RSB_FAULT)                                                                \
    BL_RSB_FAULT(NONE, "correct")                                                                  \
    BL_RSB_FAULT(HAZARD, "hazard") /* an excited gate loses its reason before it has moved */      \
    BL_RSB_FAULT(                                                                                  \
        SEGMENT,                                                                                   \
        "segment shared") /* two paths on one segment, or two ends of paths at one domain */       \
    BL_RSB_FAULT(PATH, "path broken")   /* a path that does not lead to the domain that was asked  \
                                           for, or two of them */                                  \
    BL_RSB_FAULT(REFUSED, "lost grant") /* "not available" although a way was free */              \
    BL_RSB_FAULT(                                                                                  \
        UNSETTLED,                                                                                 \
        "not settled") /* the token goes on while wires still move, or stand without a path */     \
    BL_RSB_FAULT(NUMBER,                                                                           \
                 "number matters") /* a cell looks at the number lines before they have settled */ \
    BL_RSB_FAULT(UNFAIR, "token kept") /* a cell serves its domain twice with one token */         \
    BL_RSB_FAULT(DEADLOCK, "deadlock") /* nothing can ever happen again */                         \
    BL_RSB_FAULT(LIVELOCK,                                                                         \
                 "token stands") /* something can happen for ever without the token moving on */   \
    BL_RSB_FAULT(GRAPH, "not as its graphs") /* an edge that no graph of the cell allows now, or   \
                                                one that a graph waits for does not come */        \
    BL_RSB_FAULT(LIMIT, "not decided")       /* more states than allowed */

enum bl_rsb_fault {
#define BL_RSB_FAULT(name, word) BL_RSB_FAULT_##name,
    BL_RSB_FAULTS(BL_RSB_FAULT)
#undef BL_RSB_FAULT
        BL_RSB_FAULT_COUNT
};

struct bl_rsb_check_options {
    int cells;                               /* 3..16 */
    const struct bl_rsb_cell *first, *other; /* cell 0, and each of the others; NULL: the present */
    /* one order of gates that do not compete, and a domain decides when the token is next to come:
     * docs/rsb.md */
    bool reduced;
    bool wires; /* each wire between two cells has a delay of its own, as a gate has */
    bool split; /* of the present cells none is joined (JOINED of bl_rarb_cell is 0) */
    const struct bl_rsb_cell *broken; /* in the place of cell `flawed`; NULL: none */
    enum bl_rsb_flaw flaw;            /* of cell `flawed`, a present one */
    int flawed;
    struct bl_rsb_graphs *graphs; /* graphs beside every cell (rsb_graphs.h); NULL: none */
    int requests;                 /* most domains that want something at once; 0: all */
    uint32_t limit;               /* most states */
};

/* One event of a counterexample. */
struct bl_rsb_event {
    uint8_t cell, gate;
    bool value;
}; /* gate BL_RSB_REQUEST: the domain raises or lowers its request */

struct bl_rsb_check {
    enum bl_rsb_fault fault;
    int cell; /* where */
    uint32_t states;
    uint64_t arcs;
    uint32_t
        bound; /* exhaustive: most events between two moves of the token, when nothing is wrong */
    struct bl_rsb_event *trace; /* from reset to the fault; for the caller to free */
    int trace_length;
};

/* Explores until a fault or to the end. */
struct bl_rsb_check bl_rsb_check(const struct bl_rsb_check_options *options);

/* What reports call it. */
const char *bl_rsb_fault_word(enum bl_rsb_fault fault);

/* Verdict, counts and, after a fault, the trace, one event a line. */
void bl_rsb_check_print(FILE *out, const struct bl_rsb_check *check,
                        const struct bl_rsb_check_options *options);

#endif
