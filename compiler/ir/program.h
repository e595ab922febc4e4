/* The typed program: what the checker makes of the tree, and what planning starts from.
   Names are resolved, sizes are numbers in base units, repeats are unrolled, `partition` is
   expanded.
   The same pass and stage structures are rewritten by the fusion rules (plan.h). */
#ifndef BL_PROGRAM_H
#define BL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bits.h"
#include "base/carried/wide.h"
#include "base/source.h"
#include "ir/names/naming.h"
#include "ir/stage.h"

struct bl_arena;
struct bl_board;
struct bl_kind;
struct bl_text;

struct bl_clock {
    const char *name;
    double hertz;
    struct bl_range range;
};

struct bl_carrier_row;
struct bl_network_row;

struct bl_network {
    const struct bl_network_row *row;     /* network.h; a node that is alone has some row as well */
    const struct bl_carrier_row *carrier; /* of that row's */
    const char *word;                     /* as the source names it, or "none" */
    struct bl_range range, latency_range;
    const struct bl_range *ranges; /* of the row's settings; without a line: it is not named */
    int clock;       /* in bl_cluster.clocks: what the network's circuit runs on */
    const void *own; /* what its row keeps of it, of row->bytes */
};

/* Where nodes have clocks of their own. */
struct bl_node_clock {
    double hertz;
    int64_t phase_ps; /* of the first edge */
};
/* "1.3 ns" */
void bl_text_time(struct bl_text *text, int64_t ps);
/* " 125 MHz phase 1.3 ns" */
void bl_node_clock_print(struct bl_text *text, const struct bl_node_clock *clock);

struct bl_memory {
    int channels; /* all channels of a node: half are read while the other half is written */
    int width;    /* bytes of one channel's word, one word a cycle */
    int strip;    /* words of a channel for which a destination table is kept */
    int burst;    /* bytes of one memory access */
    struct bl_range range;
    int clock;      /* in bl_cluster.clocks: what the channels' ports run on */
    int plane_bits; /* of the narrowest column that passes read or write, at most half a word: a
                       wider column is kept as several planes of so many bits of its elements, the
                       low bits first */
};

/* What a node's host port is joined to. */
struct bl_host {
    const char *bus;           /* "pcie" */
    int generation, lanes;     /* of the bus */
    int payload, request;      /* bytes of a transfer's longest write, longest read */
    int completion;            /* of the longest completion of a read, at most the payload */
    int tags;                  /* reads on their way */
    int64_t read_ps, write_ps; /* from a read to its data, from a write until it is visible */
    int64_t memory;            /* bytes of the host's that a node reaches */
    int64_t base;              /* its bus address */
    int gpus;
    int64_t gpu;                       /* bytes of each */
    int64_t gpu_read_ps, gpu_write_ps; /* the times of a GPU's memory */
    double gpu_rate;                   /* bytes a second that are read of it, at most */
    int64_t store_ps;                  /* from a store of the CPU until it is at the node */
    int64_t interrupt_ps;              /* from an interrupt until the host's program runs */
    int64_t jitter_ps;                 /* by which all four are longer, at random, at most */
    int clock;                         /* in bl_cluster.clocks: what the port runs on */
    struct bl_range range;
};

struct bl_cluster {
    const char *name;
    const struct bl_board *board; /* what the nodes are built on: board/board.h */
    const char *board_word;       /* its name */
    int nodes;                    /* 1..64 */
    struct bl_clock *clocks;      /* clocks[0] is `core` */
    int clock_count;
    struct bl_node_clock *node_clocks; /* [nodes]; `core` is as fast as the fastest of them then.
                                          NULL: all run on `clocks` */
    struct bl_memory memory;           /* without channels: none */
    struct bl_network network;
    const struct bl_host *host; /* NULL: none, the host has a back door */
    const struct bl_dma *dma;   /* below the host port; NULL without one: ir/dma.h */
    struct bl_range range;
};

/* Whether a host's bus has this name; their names, for messages. */
bool bl_host_bus(const char *word);
const char *bl_host_bus_words(void);
/* The bus address of the host's memory, 0, or of GPU `memory` - 1. */
uint64_t bl_host_memory_at(const struct bl_host *host, int memory);

/* Channels read (and as many written) at a time: what `channels` means in the language. */
static inline int bl_lanes(const struct bl_cluster *cluster) {
    return cluster->memory.channels / 2;
}
/* The greatest common divisor of nodes and lanes: in an exchange, lanes and nodes whose numbers are
   equal modulo this reach each other. */
static inline int bl_reach(const struct bl_cluster *cluster) {
    return bl_common_divisor(cluster->nodes, bl_lanes(cluster));
}
/* Nodes that a lane sends to in an exchange, and receives from. */
static inline int bl_lane_nodes(const struct bl_cluster *cluster) {
    return cluster->nodes / bl_reach(cluster);
}

struct bl_own;

struct bl_column {
    const char *name;
    const char *symbol; /* as the host's structure calls it: naming.h */
    int index;          /* place in the record; beyond its columns, those that stages make */
    int bits;           /* 8, 16, 32, 64 or 128 */
    bool is_float, is_signed;
    const struct bl_own *maker; /* NULL: a column of the record */
    struct bl_range range;
};

enum { BL_MOST_MADE = 64 /* columns that the stages of a pass make */ };

/* A stage of the user's own, as declared: docs/stages.md. */
struct bl_own {
    const char *name;        /* of its module and of its golden function too */
    struct bl_column *takes; /* by their names and types; its columns are the program's */
    struct bl_column *makes; /* they are columns of the record from then on */
    int take_count, make_count;
    bool keeps;                             /* it may drop records */
    const char *verilog, *golden;           /* paths of the files */
    const char *verilog_file, *golden_file; /* what a build calls them: the first stage with it */
    int latency;                            /* cycles with the clock enabled; 0: combinational */
    struct bl_own_parameter {
        const char *name;
        int64_t value;
        struct bl_range range;
    } * parameters;
    int parameter_count;
    int number;  /* in bl_program.owns, when the program uses it */
    bool broken; /* its declaration has an error, which was reported */
    struct bl_range range;
};

struct bl_record {
    const char *name;
    const char *symbol; /* as the host's header calls it */
    struct bl_column *columns;
    int column_count;
    struct bl_range range;
};

/* A `let` function of the record: bits of a column, each of them one bit or the XOR of several.
   bl_function_equal says when two are the same. */
struct bl_function {
    const char *name; /* as written, or the slice itself */
    const struct bl_column *column;
    int lsb, bits; /* bits [lsb +: bits] of the column; or, where there is a mix, 0 and how many */
    int mix;       /* 0, or the number of the map: equal maps have equal numbers */
    const bl_wide *masks; /* of a mix: the bits of the column whose XOR each bit is, lowest first */
    bl_wide ones;         /* of a mix: the bits that are inverted */
    struct bl_range range;
};

enum bl_order { BL_ORDER_ANY, BL_ORDER_STABLE, BL_ORDER_SORTED };

/* A column by its index: of the record, or made by a stage of the user's own. */
struct bl_program;
const struct bl_column *bl_program_column(const struct bl_program *program, int index);

/* What a version promises. `rows` names an arrangement of records: two versions with the same rows
   hold the columns of the same records at the same places, so they can be paired; it is 0 for the
   arrangement of the source. */
struct bl_type {
    const struct bl_function *node;    /* which function of the record decides the node, or NULL */
    const struct bl_function *channel; /* which decides the channel within the node, or NULL */
    enum bl_order order;
    int rows;
};

struct bl_pass;

struct bl_version {
    int id;             /* place in bl_program.versions */
    const char *name;   /* "key", "key1"; made unique where a repeat rebinds one */
    const char *symbol; /* as a part of names in the written files; a rebound name's dot becomes two
                           underscores */
    const struct bl_column *column;
    bool source;   /* given by the host, not written by a pass */
    bool result;   /* part of what the pipeline hands back: see docs/language.md */
    bool expanded; /* a `partition` has written and named it */
    bool hidden;   /* no pass of the program writes it: what comes out of a stage of the user's own,
                      or stands where a pass was cut in two; the golden model keeps it */
    struct bl_type type;
    struct bl_range range;
};

/* What a table or histogram pass leaves in block RAM for a later stage. */
struct bl_product {
    const char *name;                 /* "t1", "sizes" */
    const char *symbol;               /* the name as an identifier of C and Verilog */
    const struct bl_stage_row *maker; /* of the stage that makes it */
    struct bl_range range;
    bool result; /* counts that no pass uses, so the host gets them */
};

struct bl_stage {
    const struct bl_stage_row *row;
    struct bl_version **versions; /* READ, WRITE: the columns, in parallel */
    int version_count;
    struct bl_version **hidden; /* of the records where it stands, for the golden model: OWN what it
                                   makes, and all columns where it drops records; ALLTOALLV a column
                                   that it goes by and that the pass does not have */
    int hidden_count;
    struct bl_version **left; /* of the records behind it, where the compiler has cut the pass in
                                 two: plan/fuse/separate.h */
    int left_count;
    /* HISTOGRAM 1..2 (node, channel); TABLE 1; CROSSBAR 1 (also when it uses a table: the table's);
     * ALLTOALLV 1 */
    const struct bl_function **functions;
    int function_count;
    const struct bl_own *own;       /* OWN: which, */
    const struct bl_column **takes; /* [own->take_count], */
    const struct bl_column **made;  /* [own->make_count] */
    struct bl_product *makes;       /* HISTOGRAM, TABLE */
    struct bl_product
        *uses; /* CROSSBAR: a table or NULL; ALLTOALLV: sizes or NULL (ends by end-of-packet) */
    struct bl_range range;
    bool expanded; /* it is part of what a `partition` stands for */
};

/* What an error at a stage calls a version: as the user wrote it. One that a partition has named is
   its column, unless the user's own stage names it. */
static inline const char *bl_version_said(const struct bl_stage *stage,
                                          const struct bl_version *version) {
    bool named = !version->expanded;
    for (int i = 0; i < stage->version_count; i++)
        named |= !stage->expanded && stage->versions[i] == version;
    return named ? version->name : version->column->name;
}

/* One pass as written: read -> stages. A pass without a write ends in a histogram or a table. */
struct bl_pass {
    int number; /* as in the source after unrolling, 1.. */
    struct bl_stage *stages;
    int stage_count;
    struct bl_range range;
};

/* A histogram that is a result. */
struct bl_counted {
    const struct bl_product *product;
    const struct bl_stage *stage; /* the histogram's */
};

/* A program of some kind. What stands first is of every kind whose nodes form a cluster; the rest
   is a pipeline, which is what most steps behind the checker work on, or empty. */
/* The type of what a kind of program keeps of one: a constant that stands beside the structure. */
struct bl_body_type {
    const char *name; /* of the structure */
};

struct bl_program {
    struct bl_arena *arena;
    struct bl_sources *sources;
    const struct bl_kind *kind;           /* kind/kind.h */
    const struct bl_body_type *body_type; /* of `body`: bl_program_body */
    const void *body;                     /* what another kind than a pipeline keeps */
    struct bl_cluster cluster;
    const char *pipeline;      /* its name */
    const char *symbol;        /* as the written files call it, and are called after it */
    struct bl_renames renames; /* what these files spell otherwise than the program */
    struct bl_range range;
    struct bl_record record;
    const char *input;          /* the name of its records */
    const struct bl_own **owns; /* stages of the user's own that the passes use */
    int own_count;
    struct bl_column **made; /* their columns, in the order of bl_column.index */
    int made_count;
    struct bl_version **versions;
    int version_count;
    struct bl_pass *passes;
    int pass_count;
    struct bl_counted *counted; /* in the order of the passes */
    int counted_count;
};

/* What a kind keeps of the program; NULL: it is none, or one of another type. */
static inline const void *bl_program_body(const struct bl_program *program,
                                          const struct bl_body_type *type) {
    return program && program->body_type == type ? program->body : NULL;
}

/* How many versions the program names: all but the hidden ones. */
int bl_program_versions(const struct bl_program *program);
/* A stage as messages call it: its word, or the name that the user has given it. */
const char *bl_stage_said(const struct bl_stage *stage);
/* The pass in the language's own words, on one line: "read key -> histogram(node, channel) as
 * sizes". */
void bl_pass_print(struct bl_text *text, const struct bl_pass *pass);
void bl_cluster_print(struct bl_text *text, const struct bl_cluster *cluster);
/* The whole typed program of a pipeline, for `bankloom check --dump program` and the tests. */
void bl_program_print(struct bl_text *text, const struct bl_program *program);

/* "key[5:3]", "key[5]". */
const char *bl_bits_text(struct bl_arena *arena, const char *of, int lsb, int bits);

/* Whether two functions have the same value of every record. */
static inline bool bl_function_equal(const struct bl_function *a, const struct bl_function *b) {
    return a == b || (a && b && a->column == b->column && a->lsb == b->lsb && a->bits == b->bits &&
                      a->mix == b->mix);
}

#endif
