/* The plan: the passes after fusion, how the circuit runs them, where every column version lives,
 * and what is predicted. */
#ifndef BL_PLAN_H
#define BL_PLAN_H

#include "ir/node.h"
#include "ir/program.h"

struct bl_board;
struct bl_route;
struct bl_separated;

/* Bits of a number of elements in a lane, which is enough for a channel of 256 MB of bytes. */
enum { BL_LANE_COUNT_BITS = 28 };

/* One row per fusion rule, in the order in which they are tried: later rules look for what earlier
   ones leave.
   Enumerator, name for --fuse, the function, what it does. */
#define BL_RULES(ROW)                                                                           \
    ROW(ZIP, "zip", bl_fuse_zip,                                                                \
        "passes that do the same to several columns of one record become one")                  \
    ROW(TABLE, "table", bl_fuse_table,                                                          \
        "the destination is taken from the record in front of the crossbar, not from a table")  \
    ROW(HISTOGRAM, "histogram", bl_fuse_histogram,                                              \
        "the histogram is taken from a stream that another pass reads anyway")                  \
    ROW(EOP, "eop", bl_fuse_eop,                                                                \
        "the exchange ends by a mark: it needs no sizes and joins the crossbar pass before it") \
    ROW(SPLIT, "split", bl_fuse_split,                                                          \
        "a second crossbar splits what arrives over the channels at once")

enum bl_rule {
#define ROW(name, word, function, help) BL_RULE_##name,
    BL_RULES(ROW)
#undef ROW
        BL_RULE_COUNT
};
/* A set of rules, one bit per rule. */
typedef unsigned bl_rules;
#define BL_ALL_RULES ((1u << BL_RULE_COUNT) - 1)
/* What comes before the rules, in decisions: a pass with several moves becomes its moves. */
enum { BL_RULE_SEPARATE = BL_RULE_COUNT };

/* A pass that the rules begin with. */
struct bl_piece {
    int pass;    /* its number as written */
    char letter; /* 'a' for the first of its moves, and so on; 0: the whole of it */
};

/* What a rule said of one place: applied, or not and why. Kept for `explain` and the run's report.
 */
struct bl_decision {
    int rule; /* a bl_rule, or BL_RULE_SEPARATE */
    bool applied;
    int first, second;  /* numbers of pieces (the first of those merged so far); equal where it is
                           about one pass: its first piece */
    const char *reason; /* a sentence */
    struct bl_range range; /* the stage it is about */
};

enum { BL_MOST_STEPS = 64 /* of a circuit */, BL_MOST_STEP_PASSES = 2 };

/* One run of the circuit between two synchronisations: a pass, or a table pass and the crossbar
 * pass that uses it, in turn by strips. */
struct bl_step {
    int first_pass, pass_count; /* in bl_plan.passes; 2 when strips alternate */
    int read_side; /* 0 or 1: which half of the channels is read; the other half is written */
    bool ordered;  /* the order of what it writes is a function of the data alone, because columns
                      travel apart */
    bool stagger;  /* every channel starts reading at a place of its own and wraps around */
    double read_cycles, write_cycles; /* of the slower of the core's and the memory's clock, that a
                                         channel takes for a word: 1, or more where planes take
                                         turns and close each other's rows */
    double way_cycles;   /* of the core: what the step takes beyond its words, from its start to its
                            last write response */
    double ahead_cycles; /* of the core, from the first word asked for to the first that is
                            written */
    double greeted_cycles; /* of a run, before which the step would wait for the network's greeting;
                              0 or less: it never does */
    int epoch; /* exchanges before this step in a run, modulo 2; the circuit counts on from run to
                  run (bl_epoch) */
};

/* Where a version lives: the same region in every channel of one half. */
struct bl_place {
    int side; /* 0: lower half of the channels, 1: upper half; -1: not used by the plan */
    uint64_t base, bytes; /* region within a channel, in bytes */
    uint64_t plane;       /* bytes of it for each plane of the column, one after the other; where
                             planes take turns, each begins in the next bank of the memory */
};

struct bl_buffer {
    const char *name;             /* "reader queue" */
    int depth, width_bits, count; /* words, bits, how many per node */
    int block_rams;               /* M20K or the board's equivalent; 0 for distributed RAM */
    const char *reason;           /* a sentence with the numbers that the depth comes from */
};

enum {
    BL_LEAST_QUEUE = 64,   /* words, of a reader or a writer */
    BL_PLANE_LOG_QUEUE = 5 /* log2 of the words of each plane's queue, which holds two turns */
};

/* What a channel has under way to the memory and back. */
struct bl_accesses {
    double mhz;         /* of its words: the core's clock, or the memory's where that is slower */
    double crossing_ns; /* over to the memory's clock and back; 0 when there is but one clock */
    double words; /* in a request's way to the memory and back, and in a refresh: so many must be
                     under way */
    int write_bursts; /* that a writer may have without a response */
    int turn_words;   /* of a plane before the next one's turn, where planes travel together */
};

struct bl_prediction {
    double bytes_per_second; /* T, the peak: formula (1), key bytes (record bytes when all columns
                                are zipped); of any number of them */
    double memory_bytes_per_second;  /* the memory's side of the minimum, all nodes */
    double network_bytes_per_second; /* the network's side */
    double word_hertz; /* C: words a second and channel: the core's clock, or the memory's where
                          that is slower */
    double injection_bytes_per_second; /* B: what a node sends into the network at most; 0 without
                                          an exchange */
    int clock; /* in bl_cluster.clocks: the one that sets T; -1: the links' payload rate does */
    double crossings; /* m: bytes that cross the network over bytes counted; 0: nothing crosses */
    double fullest_crossings; /* the same as the fullest of what lies between the nodes has it */
    bool is_bound; /* something crosses a network whose nodes reach its rate only in part: what
                      follows from it is a bound, and no time is predicted */
    double effective_passes; /* A of the formula: passes, each weighed by bytes moved over bytes
                                counted */
    double memory_passes;    /* the same for the memory of the fullest node: a pass that writes
                                counts twice where one controller reads and writes */
    int counted_bytes; /* bytes of a record that are counted: the first column, or all when they
                          travel together */
    int gathered_words, kept_words; /* of a flow, that a network has to have before the first of
                                       them leaves, and before the first of them is given on */
    int moved_bytes;  /* bytes of a record that travel together at most: those that a pass reads,
                         and what its stages have made of them */
    double link_load; /* share of the network's payload rate in use during the busiest step */
};

/* What a node of a plan takes of its board, in all. A fusion asks it of a plan on trial; it lowers
   the plan, which is a later step, so the caller of bl_plan_begin gives it. Takes memory of the
   arena only. */
struct bl_resources;
struct bl_plan;
typedef struct bl_resources (*bl_node_cost)(struct bl_arena *arena, const struct bl_plan *plan);

struct bl_plan {
    const struct bl_program *program;
    struct bl_arena *arena;
    const struct bl_board *board; /* what the cluster's nodes are built on: board.h */
    bl_rules rules;
    bl_node_cost cost;
    struct bl_pass *passes; /* A = pass_count */
    int pass_count;
    struct bl_separated *separated; /* plan/fuse/separate.h; NULL: no pass has several moves */
    const struct bl_piece *pieces;  /* [piece_count]: what the rules began with, by number - 1 */
    int piece_count;
    int *home; /* [piece_count]: number of the pass that does the work of piece i + 1; 0: none needs
                  to */
    struct bl_type *types; /* [program->version_count] under this plan */
    bool *live;            /* [program->version_count]: read or written by the plan */
    struct bl_decision *decisions;
    int decision_count, decision_capacity;
    struct bl_step *steps;
    int step_count;
    struct bl_place *places; /* [program->version_count] */
    struct bl_accesses accesses;
    struct bl_node *node;         /* of its steps */
    const struct bl_route *route; /* route.h */
    struct bl_buffer *buffers;
    int buffer_count, buffer_capacity;
    bool counters_in_block; /* the counters of its histograms are in block RAM: counters.h */
    struct bl_prediction prediction;
};

/* The pass of a step that writes, or its only one. */
static inline const struct bl_pass *bl_step_pass(const struct bl_plan *plan,
                                                 const struct bl_step *step) {
    return &plan->passes[step->first_pass + step->pass_count - 1];
}

#endif
