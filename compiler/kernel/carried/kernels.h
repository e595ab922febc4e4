/* Kernels and the channels between them, as the compiler checks them, the circuit runs them and the
   golden model interprets them. Numbers of a kernel have 32 bits and wrap; lengths are elements of
   the move's type, addresses bytes in a memory. */
#ifndef BL_KERNELS_H
#define BL_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "bl_device_kernel.h"

enum {
    BL_KERNEL_GRANULE = 4, /* bytes: what a move counts, and what addresses are multiples of */
    BL_KERNEL_WORD_GRANULES = 8, /* of a word of a stream, which moves in a cycle */
    BL_KERNEL_WORD_BYTES = BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES,
    BL_MOST_KERNEL_ARGUMENTS = 16,
    BL_KERNEL_COPY_GRANULES = (1 << 18) - 1, /* of a descriptor, at most */
    BL_KERNEL_COPIES = 64                    /* of all kernels of a program, each way, at most */
};

/* What an expression does with its operands. Enumerator, sign in Verilog and C. */
#define BL_KERNEL_OPERATORS(ROW) \
    ROW(ADD, "+")                \
    ROW(SUBTRACT, "-") ROW(MULTIPLY, "*") ROW(SHIFT_LEFT, "<<") ROW(SHIFT_RIGHT, ">>") ROW(AND, "&")
enum bl_kernel_operator {
    BL_KERNEL_NUMBER,   /* the value */
    BL_KERNEL_ARGUMENT, /* number `value` */
    BL_KERNEL_COUNTER,  /* of the repeat with this number */
    BL_KERNEL_NODE,     /* the node's number */
    BL_KERNEL_CYCLES,   /* of the copy that is move number `value`, when it last ended */
    BL_KERNEL_AT_NODE,  /* left where the node's number is the value, 0 elsewhere */
    BL_KERNEL_MINIMUM,  /* of left and right */
#define ROW(name, sign) BL_KERNEL_##name,
    BL_KERNEL_OPERATORS(ROW)
#undef ROW
};
struct bl_kernel_expression {
    enum bl_kernel_operator operator;
    uint32_t value;
    int left, right; /* numbers of expressions, which stand before this one */
};

/* Where a move begins or ends: at the end of a channel or of a bundle, at a memory, or at a port of
   a module of the user's own or of a reduction. */
enum bl_kernel_end_kind {
    BL_KERNEL_AT_CHANNEL,
    BL_KERNEL_AT_PEER, /* a bundle's end for a node */
    BL_KERNEL_AT_MEMORY,
    BL_KERNEL_AT_PORT,
    BL_KERNEL_AT_VALUE,  /* a source: the move's from_address is a value, again and again */
    BL_KERNEL_AT_NOTHING /* a target: what comes is dropped */
};
struct bl_kernel_end {
    enum bl_kernel_end_kind kind;
    int number; /* of the channel, the memory, the port; bundle * nodes + peer; 0 otherwise */
};
static inline bool bl_kernel_at_memory(struct bl_kernel_end end) {
    return end.kind == BL_KERNEL_AT_MEMORY;
}
static inline bool bl_kernel_at_channel(struct bl_kernel_end end) {
    return end.kind == BL_KERNEL_AT_CHANNEL;
}
static inline bool bl_kernel_at_peer(struct bl_kernel_end end) {
    return end.kind == BL_KERNEL_AT_PEER;
}
struct bl_kernel_move {
    struct bl_kernel_end from, to;
    int source, target;           /* places in bl_kernel.sources and .targets: a move that reads or
                                     writes, or gives a value, has an end of its own */
    int from_address, to_address; /* expressions; -1: none */
    int from_node, to_node;       /* expressions: the node that a channel of any nodes takes from,
                                     or sends to; -1: none */
    int length;                   /* an expression: elements */
    int bytes;                    /* of an element */
    bool copies;                  /* is a descriptor of the node's DMA, between two memories */
    bool free;                    /* waits for no earlier move, whatever they share */
    int collective;               /* of the kernel, from 1: its moves go on together; 0: of none */
};

enum bl_kernel_step_kind {
    BL_KERNEL_MOVE,
    BL_KERNEL_REPEAT,
    BL_KERNEL_END,
    BL_KERNEL_WAIT,  /* until all moves so far have ended, what they write is there */
    BL_KERNEL_AWAIT, /* until a copy, a move, has ended wherever it was issued */
    BL_KERNEL_CHECK  /* a move that comes later leaves no memory */
};
struct bl_kernel_step {
    enum bl_kernel_step_kind kind;
    int number;      /* of the move, also of one that is checked, or the counter */
    int first, last; /* REPEAT: expressions; no turn when last is less than first */
    int other;       /* REPEAT: the step of its end; END: of its beginning */
    bool below;      /* REPEAT: without the last one; no turn when last is first or less */
    int line;        /* of the source; 0 in benches */
};

/* A barrier or a collective as it is written; what runs are its moves. */
struct bl_kernel_meeting {
    const char *word;             /* "allreduce" */
    const char *operator, * type; /* "sum", "u32"; NULL: none */
    const char *from, *to;        /* memories; NULL: none, the same */
    int root;                     /* -1: none */
    bool sends;                   /* the root does, the others receive */
    int length, bytes;            /* an expression: elements; of an element; -1: none */
    int first_move, move_count;
};

struct bl_kernel {
    const char *name;
    int line;       /* of the source */
    const bool *on; /* [nodes] */
    const char *const *arguments;
    int argument_count, counter_count;
    const struct bl_device_rule *rules; /* what its arguments have to be; benches have none: the
                                           device's calls look */
    int rule_count;
    const struct bl_kernel_expression *expressions;
    int expression_count;
    const struct bl_kernel_end *sources, *targets; /* its ends; channels and ports each once */
    int source_count, target_count;
    const struct bl_kernel_move *moves;
    int move_count;
    const struct bl_kernel_step *steps;
    int step_count;
    const struct bl_kernel_meeting *meetings; /* for pictures: benches have none */
    int meeting_count;
};

/* Whether a move of it may go over the network: by a channel, a bundle, or a module that may. */
static inline bool bl_kernel_talks_at(const struct bl_kernel_end *ends, int count) {
    for (int i = 0; i < count; i++)
        if (ends[i].kind == BL_KERNEL_AT_CHANNEL || ends[i].kind == BL_KERNEL_AT_PEER ||
            ends[i].kind == BL_KERNEL_AT_PORT)
            return true;
    return false;
}
static inline bool bl_kernel_talks(const struct bl_kernel *kernel) {
    return bl_kernel_talks_at(kernel->sources, kernel->source_count) ||
           bl_kernel_talks_at(kernel->targets, kernel->target_count);
}

struct bl_kernel_channel {
    const char *name, *type;
    int bytes;            /* of an element */
    const int *to, *from; /* [nodes]: where its end at a node sends, from whom it takes; -1: none */
    int words;            /* of the receiving end's buffer */
    bool now;             /* `send now` */
    bool any;             /* each move says where it goes and from whom it comes */
    bool unreliable;      /* what is lost on its way is zeros; `words` bounds nothing */
    bool meets; /* a barrier that the network counts: a word comes to each node when all have
                   sent one; `to` and `from` are the neighbours */
};

/* Whether the host joins its ends: not where moves or the network do. */
static inline bool bl_kernel_by_host(const struct bl_kernel_channel *channel) {
    return !channel->any && !channel->meets;
}

/* Streams from every node to every node, itself included: its sending end for node p at node q goes
   to its receiving end for node q at node p. */
struct bl_kernel_bundle {
    const char *name;
    int words; /* of each receiving end's buffer */
};

/* A module of the user's own, with streams. For each element of all of its inputs it gives one, or
   none, at each output, as its golden function does: `step` takes the elements, gives those of the
   outputs, and returns a bit for each output that has got one. `state` has 256 bytes, 0 at the
   beginning; bit i of `last`: this is the last element of a move at input i. */
enum { BL_KERNEL_STATE = 256, BL_KERNEL_OWN_PORTS = 8 };
typedef unsigned bl_kernel_step_function(void *state, const void *const *in, void *const *out,
                                         unsigned last, const uint32_t *arguments);
struct bl_kernel_own {
    const char *name;
    const bool *on; /* [nodes] */
    int first_port, port_count;
    const char *const *arguments;
    int argument_count;
    bool operates;                 /* it is no module of the node: a reduction has copies of it */
    bl_kernel_step_function *step; /* NULL: not known here */
};
/* What a built-in operator makes of two whole numbers. Enumerator, word. */
#define BL_KERNEL_COMBINES(ROW) ROW(SUM, "sum") ROW(MIN, "min") ROW(MAX, "max")
enum bl_kernel_combine {
#define ROW(name, word) BL_KERNEL_COMBINE_##name,
    BL_KERNEL_COMBINES(ROW)
#undef ROW
};
/* Elements of all its inputs become one, which all its outputs have, by a tree of modules of two
   inputs and an output (kernel_combine.h). Of one input it is a copy. Its inputs are ports from
   first_port on, its outputs those behind them. */
enum { BL_KERNEL_REDUCTION_SIDE = 8 /* inputs, and outputs, at most */ };
struct bl_kernel_reduction {
    const char *name;
    int first_port, inputs, outputs;
    int bytes;                      /* of an element */
    int own;                        /* the module that combines two; -1: `combine` does */
    enum bl_kernel_combine combine; /* of numbers with or without a sign */
    bool is_signed;
};
/* How many elements an output gives: one for `per` elements of an input, number `of` among the
   inputs; of each of its moves the first `after` give none. Or one for each of its moves. */
struct bl_kernel_rate {
    int per; /* 0: that is not declared */
    int of, after;
    bool move;
};
struct bl_kernel_port {
    const char *name, *type;
    int bytes; /* of an element */
    int own;   /* whose it is; -1: a reduction's */
    bool in;
    struct bl_kernel_rate rate;
};
/* Elements that have come, in all and of the move. */
struct bl_kernel_come {
    uint64_t all, move;
};
/* Whether the output gives one as another element of each input comes; bit i of `last`: it is the
   last of a move at input i. */
bool bl_kernel_rate_gives(const struct bl_kernel_rate *rate, struct bl_kernel_come *come,
                          unsigned last);

/* A memory that kernels name. One on the bus lies beyond the node's host port, from a bus address
   on that the host gives; a card's has a port of its own, with its addresses. */
enum bl_kernel_memory_kind { BL_KERNEL_OF_HOST, BL_KERNEL_OF_GPU, BL_KERNEL_OF_CARD };
struct bl_kernel_memory {
    const char *name; /* "host", "gpu", "card3" */
    enum bl_kernel_memory_kind kind;
    int number; /* among those of its kind: of the GPU, of the memory channel */
    int64_t bytes;
};
struct bl_kernel_memory_row {
    bool on_bus;
    bool sparse; /* too large to be held whole */
};
const struct bl_kernel_memory_row *bl_kernel_memory_row(const struct bl_kernel_memory *memory);

struct bl_kernels {
    const char *name; /* of the program */
    int nodes;
    const struct bl_kernel *kernels;
    int kernel_count;
    const struct bl_kernel_channel *channels;
    int channel_count;
    const struct bl_kernel_bundle *bundles;
    int bundle_count;
    const struct bl_kernel_memory *memories;
    int memory_count;
    const struct bl_kernel_own *owns;
    int own_count;
    const struct bl_kernel_reduction *reductions;
    int reduction_count;
    const struct bl_kernel_port *ports;
    int port_count;
};

/* Whether all outputs of the module say how much they give. */
bool bl_kernel_is_declared(const struct bl_kernels *kernels, const struct bl_kernel_own *own);
/* The number of a channel or a bundle in flits, channels first; -1: the end is at neither. */
static inline int bl_kernel_channel_of(const struct bl_kernels *kernels, struct bl_kernel_end end) {
    if (bl_kernel_at_channel(end)) return end.number;
    if (bl_kernel_at_peer(end)) return kernels->channel_count + end.number / kernels->nodes;
    return -1;
}

/* Whether the kernel's moves in this memory may have to wait for each other: some read it and some
   write it, or two write it, and not all of them are free. */
bool bl_kernel_tracks(const struct bl_kernel *kernel, int memory);
/* Whether the kernel's end `place`, among its sources or its targets, is a copy's. */
bool bl_kernel_copies_at(const struct bl_kernel *kernel, bool target, int place);
/* The value of an expression, for these arguments, counters and node; 0 of CYCLES. */
uint32_t bl_kernel_value(const struct bl_kernel *kernel, int expression, const uint32_t *arguments,
                         const uint32_t *counters, int node);

#endif
