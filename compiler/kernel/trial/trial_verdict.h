/* What a kernel in Verilog did on its bench, beside what its golden function says and what its
   streams may do. */
#ifndef BL_TRIAL_VERDICT_H
#define BL_TRIAL_VERDICT_H

#include "kernel/trial/trial_moves.h"

/* What can be wrong: enumerator, word for JSON. */
#define BL_KERNEL_FAULTS(ROW)                                                            \
    ROW(RIGHT, "right")                                                                  \
    ROW(VALUE, "value")         /* another element */                                    \
    ROW(LACKS, "lacks")         /* elements are left out */                              \
    ROW(REPEATS, "repeats")     /* elements come again */                                \
    ROW(EARLY, "early")         /* elements before those that they are made of */        \
    ROW(EXTRA, "extra")         /* a word behind all that there is to give */            \
    ROW(LAST, "tlast")          /* tlast is not at the end of a move, or is elsewhere */ \
    ROW(KEEP, "tkeep")          /* tkeep is not ones from the lowest up */               \
    ROW(SHORT, "short")         /* a word inside a move is not full */                   \
    ROW(LONG, "long")           /* a word goes on behind the end of its move */          \
    ROW(CHANGED, "changed")     /* a word that was offered changes before it is taken */ \
    ROW(UNKNOWN_IN, "unknown")  /* tready is X */                                        \
    ROW(UNKNOWN_OUT, "unknown") /* tvalid is X */                                        \
    ROW(STANDS_IN, "stands")    /* an input is not taken any more */                     \
    ROW(STANDS_OUT, "stands")   /* an output gives nothing any more */                   \
    ROW(SPILLS, "spills")       /* far more comes out than there is to give */
enum bl_kernel_fault {
#define ROW(name, word) BL_KERNEL_##name,
    BL_KERNEL_FAULTS(ROW)
#undef ROW
};

/* How the bench plays: enumerators are numbers in its text. */
#define BL_KERNEL_PLAYS(ROW)                                     \
    ROW(FULL, "every port always ready")                         \
    ROW(HALF, "gaps and backpressure")                           \
    ROW(LATE, "outputs that are ready only once they are valid") \
    ROW(SLOW, "long gaps at the inputs")                         \
    ROW(UNEVEN, "ports of uneven rates")
enum bl_kernel_play {
#define ROW(name, text) BL_KERNEL_PLAY_##name,
    BL_KERNEL_PLAYS(ROW)
#undef ROW
        BL_KERNEL_PLAYS_COUNT
};

struct bl_kernel_verdict {
    enum bl_kernel_fault fault;
    enum bl_kernel_play play; /* the first in which it is wrong */
    int port;                 /* among the inputs, or the outputs */
    int cycle;                /* of the play */
    int word;                 /* at the port, from 0 on */
    int element;              /* at the port */
    int count;                /* LACKS, REPEATS: elements */
    uint8_t got[16];          /* VALUE */
    uint16_t unknown;         /* VALUE: bytes of it with bits that are X or Z */
    /* of the first move, where every port is always ready */
    int latency; /* cycles from the first word in to the first out */
    double rate_in[BL_KERNEL_OWN_PORTS],
        rate_out[BL_KERNEL_OWN_PORTS]; /* words a cycle; below 0: too few */
};

/* Judges what the bench wrote. False where it did not come to its end. */
bool bl_kernel_judge(struct bl_arena *arena, const struct bl_kernel_ports *ports,
                     const struct bl_kernel_moves *moves, const struct bl_kernel_answers *answers,
                     const char *rows, struct bl_kernel_verdict *verdict);

#endif
