/* The way of the data through a node, as the plan decides it: which units there are, which steps
   use each, and which stream feeds which. lower/ prints it. */
#ifndef BL_ROUTE_H
#define BL_ROUTE_H

#include "ir/cut.h"
#include "plan/route/exchange.h"

/* A set of steps, one bit a step. */
typedef uint64_t bl_step_set;
static inline bl_step_set bl_step_bit(int step) { return (bl_step_set)1 << step; }

/* A lane stream: nets NAME_tvalid, _tready, _tdata, _tkeep, _tlast and, with dest_bits, _tdest (one
 * destination per element). */
struct bl_lane_stream {
    const char *name;
    int lanes;
    struct bl_cut cut;
    int dest_bits;
};

/* Of two columns that are read in turn: both, or the words of one. */
enum bl_turn { BL_TURN_BOTH, BL_TURN_FIRST, BL_TURN_SECOND };

/* `to` is fed by `from` in the steps of the mask; `dest` is the net with the elements'
   destinations, if `to` wants them. Without a `to` the stream is only counted and taken as it
   comes. */
struct bl_feed {
    struct bl_lane_stream *from, *to;
    const char *data; /* the net with the columns that go on; NULL: all do */
    const char *dest;
    enum bl_turn turn;
    bl_step_set steps;
};

/* The net with `bits` bits of every element (or, `of_dest`, of its destination) of a stream,
   extended with zeros to `width` each: from lsb on, or of a function that is a mix, from its bit
   `shift` on, of the column that begins at lsb. */
struct bl_slice_net {
    const struct bl_lane_stream *stream;
    bool of_dest;
    const struct bl_function *function; /* NULL: columns that go on */
    int lsb, shift, bits, width;
    const char *name;
};

/* The net with, for every element of a stream, its `bits` of `numbers`, bits of the function,
   modulo `modulus`, in `width` bits. */
struct bl_residue_net {
    const struct bl_lane_stream *stream;
    const struct bl_function *function;
    const char *numbers;
    int bits, modulus, width;
    const char *name;
};

struct bl_lowering;
struct bl_plan;
struct bl_unit;

/* A kind of unit: in the file of the stage that needs it. */
struct bl_unit_row {
    const char *heading; /* above its units in the circuit; NULL: none */
    /* Puts its templates into the circuit: lower/lowering.h. Its streams are declared. */
    void (*lower)(struct bl_lowering *lowering, const struct bl_unit *unit);
    /* Connects what it looks at of the streams of other units, when all are declared; or NULL. */
    void (*look)(struct bl_lowering *lowering, const struct bl_unit *unit);
    /* Cycles of the core, as the headers of its templates say, from the last word that it takes to
       what comes of it: the last word that leaves, or of a unit that counts the last count. */
    double (*way)(const struct bl_plan *plan, const struct bl_unit *unit);
};

/* `groups` crossbars side by side, each from `inputs` lanes to `outputs` lanes. */
struct bl_crossbar_shape {
    int groups, inputs, outputs, elems, elem_bits;
};

/* Templates that a stage goes through in some steps: one stage's in each. */
struct bl_unit {
    const struct bl_unit_row *row;
    const char *name;
    const struct bl_stage *stage;      /* the first that uses it */
    struct bl_cut cut;                 /* of its elements */
    struct bl_crossbar_shape crossbar; /* no groups: it is none */
    int ways;                 /* columns that are joined or split; values whose lanes are joined */
    const struct bl_own *own; /* NULL: no stage of the user's own */
    const int *places;        /* the lowest bit in a record of each column that it takes */
    bool ordered;             /* some step wants its order to be a function of the data alone */
    bl_step_set steps;
    /* NULL: it has none; `beside` is a second stream that it takes */
    struct bl_lane_stream *in, *beside, *out;
    const struct bl_lane_stream *tapped; /* one that it looks at, which goes on as it came */
};

/* What one step does, in the order of the data. Absent stages are NULL. */
struct bl_chain {
    const struct bl_stage *read, *table_read, *table, *histogram, *exchange, *write;
    struct bl_cut cut;        /* of what flows through the stages */
    int planes;               /* of what is read; several are zipped */
    enum bl_exchange_end end; /* of the exchange */
    const char *join;         /* the unit that joins lanes before the exchange, or NULL */
};

struct bl_route {
    struct bl_chain *chains; /* [plan->step_count] */
    struct {
        struct bl_feed *items;
        int count, capacity;
    } feeds;
    struct {
        struct bl_slice_net *items;
        int count, capacity;
    } slices;
    struct {
        struct bl_residue_net *items;
        int count, capacity;
    } residues;
    struct {
        struct bl_unit **items;
        int count, capacity;
    } units; /* in the order of the data */
    /* The streams of the memory's readers and writers; NULL: nothing is written. */
    struct bl_lane_stream *read, *write;
    const struct bl_unit *exchange, *counter; /* those to and from the network, and the one that
                                                 counts; NULL where no step has one */
    /* the most that a step reads, a table's column among them, or writes; 1: none takes turns */
    int read_planes, write_planes;
    bool swaps;                     /* the sides are not the same in all steps */
    bool strips;                    /* some step reads a table's column in turn with another */
    const char *(*counted_nets)[2]; /* of each step that counts: the values of its functions */
    const struct bl_lane_stream **counted; /* of each step that counts: what it looks at */
    const char **unzips;                   /* of each step: what splits its records, or NULL */
};

#endif
