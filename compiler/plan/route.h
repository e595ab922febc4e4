/* The way of the data through a node, as the plan decides it: which units there are, which steps
   use each, and which stream feeds which. lower/ prints it. */
#ifndef BL_ROUTE_H
#define BL_ROUTE_H

#include "ir/cut.h"
#include "plan/exchange.h"
#include "plan/plan.h"

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

/* `to` is fed by `from` in the steps of the mask; `dest` is the net with the elements'
   destinations, if `to` wants them.
   Without a `to` the stream is only counted and taken as it comes. */
struct bl_edge {
    struct bl_lane_stream *from, *to;
    const char *dest;
    bl_step_set steps;
};

/* The net with bits [lsb +: bits] of every element (or, `of_dest`, of its destination) of a stream,
 * extended with zeros to `width` each. */
struct bl_slice_net {
    const struct bl_lane_stream *stream;
    bool of_dest;
    const struct bl_function *function;
    int lsb, bits, width;
    const char *name;
};

enum bl_unit_kind {
    BL_UNIT_CROSSBAR, /* groups of lanes side by side, each with a crossbar */
    BL_UNIT_JOIN,     /* lanes whose records all go to one node become one: bl_lane_join for each of
                         the `ways` values in each group of lanes */
    BL_UNIT_ZIP,      /* joins words of `ways` columns to words of records */
    BL_UNIT_UNZIP,    /* splits them again */
    BL_UNIT_KINDS
};

/* Templates that a stream goes through in some steps: one stage's in each. */
struct bl_unit {
    const char *name;
    const struct bl_stage *stage; /* the first that uses it */
    struct bl_cut cut;            /* of its elements */
    int inputs, outputs;          /* lanes of one crossbar */
    int ways;
    bool ordered; /* some step wants its order to be a function of the data alone */
    bl_step_set steps;
    struct bl_lane_stream *in, *out;
};

/* What one step does, in the order of the data. Absent stages are NULL. */
struct bl_chain {
    const struct bl_stage *read, *table_read, *table, *histogram, *exchange, *write;
    struct bl_cut cut;        /* of what flows through the stages */
    int columns;              /* of what is read; several are zipped */
    enum bl_exchange_end end; /* of the exchange */
    const char *join;         /* the unit that joins lanes before the exchange, or NULL */
};

struct bl_route {
    struct bl_chain *chains; /* [plan->step_count] */
    struct {
        struct bl_edge *items;
        int count, capacity;
    } edges;
    struct {
        struct bl_slice_net *items;
        int count, capacity;
    } slices;
    struct bl_units {
        struct bl_unit *items;
        int count, capacity;
    } units[BL_UNIT_KINDS];
    /* of the memory's readers and writers, the tables, the exchange; NULL where no step has one */
    struct bl_lane_stream *read, *write, *table_in, *table_data, *table_out, *send, *receive,
        *pack_in, *pack_out;
    /* the most that a step reads, a table's column among them, or writes; 1: none takes turns */
    int read_columns, write_columns;
    bool swaps;                          /* the sides are not the same in all steps */
    const struct bl_lane_stream *tapped; /* the stream that the histogram counts */
    bl_step_set tap_steps;
    const char *(
        *tap_nets)[2]; /* of each counting step: its functions of every element: node, channel */
    int tap_bits[2];   /* of the two functions in a counter's number */
    bool sized;        /* an exchange takes its sizes from the histogram */
    int table_bits;    /* of a destination in the table */
};

#endif
