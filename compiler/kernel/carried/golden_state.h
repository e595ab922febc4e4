/* The state of the golden model of kernels: kernel_golden.c and golden_*.c alone. */
#ifndef BL_GOLDEN_STATE_H
#define BL_GOLDEN_STATE_H

#include "kernel/carried/kernel_golden.h"

enum {
    /* Of an end, that are issued and have not ended; of a memory that is tracked: 1. The circuit's
       ends take no fewer: the queues in bl_kernel_take, _fill, _read, _write and _switch. */
    BL_GOLDEN_COMMANDS = 4,
    BL_GOLDEN_WORD = 32,
    BL_GOLDEN_MOVES = 128,
    BL_GOLDEN_RING = 64 /* bytes */
};

/* A move that receives from a channel of any nodes: from whom, and how much. */
struct bl_golden_wanted {
    int node;
    uint32_t granules;
};

/* A receiving end at a node. Of a channel of any nodes it takes from `node`, which `need` granules
   are still to come from (less than 0: too many came), in the middle of a move of that node where
   it is `open`. */
struct bl_golden_queue {
    uint8_t *bytes;  /* [words][BL_GOLDEN_WORD]; NULL: there are no data */
    uint8_t *counts; /* granules of each word */
    unsigned words;
    unsigned head, tail, taken; /* granules of the word at the head that are gone */
    struct bl_golden_wanted wanted[BL_GOLDEN_COMMANDS];
    unsigned wanted_head, wanted_tail;
    int node;
    int64_t need;
    bool open;
    struct bl_kernel_stream stream; /* of an unreliable channel, in place of all that */
    unsigned met;                   /* words that this node has sent to a barrier */
};

/* Bytes on their way into a module of the user's own, or out of it. */
struct bl_golden_ring {
    uint8_t bytes[BL_GOLDEN_RING];
    bool last[BL_GOLDEN_RING]; /* this byte is a move's last one */
    unsigned head, tail;
};

/* A move that was issued. */
struct bl_golden_move {
    const struct bl_kernel_move *move;
    uint32_t from, to, left;                         /* addresses of what is left; granules */
    int from_node, to_node;                          /* of channels of any nodes; -1: none */
    bool joined;                                     /* the receiving end takes what it sends */
    unsigned wanted;                                 /* its number among the end's `wanted` */
    uint32_t from_first, from_end, to_first, to_end; /* of the whole, until the move has ended */
};

struct bl_golden_running {
    const struct bl_kernel *kernel;
    int node;
    uint32_t *arguments, *counters;
    struct bl_golden_move moves[BL_GOLDEN_MOVES];
    int count;
    int step; /* step_count: all were issued */
    bool runs;
    uint64_t collectives; /* bit c: collective c moved something and never waited for itself */
    uint64_t overlapped;  /* bit c: it did, if only until its earlier moves had ended */
    int overlap;          /* the collective that waits for itself; 0: none */
    bool missed;          /* one of its moves has got zeros in place of what was lost */
    enum bl_kernel_error error;
};

struct bl_kernel_golden {
    const struct bl_kernels *kernels;
    struct bl_kernel_bytes bytes;       /* without functions: none */
    struct bl_golden_queue *queues;     /* [node][channel], then [node][bundle * nodes + peer] */
    struct bl_golden_ring *rings;       /* [node][port] */
    uint8_t *states;                    /* [node][own][BL_KERNEL_STATE] */
    uint32_t *own_arguments;            /* [node][own][BL_MOST_KERNEL_ARGUMENTS] */
    struct bl_kernel_come *come;        /* [node][port] */
    const struct bl_kernel_port *wrong; /* the first output that gave what it does not declare */
    uint8_t *trees;                     /* [node][reduction][BL_KERNEL_TREE_STATE] */
    struct bl_golden_running *running;  /* [node][kernel] */
    uint64_t moved, work;               /* granules; what bl_kernel_golden_run counts */
};

#endif
