/* Inside of the lowering: shared by lower*.c only. A lane stream is a bundle of nets; an edge says
 * in which steps one feeds another. */
#ifndef BL_LOWERING_H
#define BL_LOWERING_H

#include <stdbool.h>
#include "base/arena.h"
#include "ir/circuit.h"
#include "ir/cut.h"
#include "lower/lower.h"
#include "plan/exchange.h"
#include "plan/plan.h"
#include "plan/regmap.h"

/* Counts are words of 32 bits to the host; within a lane they have BL_LANE_COUNT_BITS. */
enum { BL_COUNT_W = 32, BL_CLOCK_W = 64, BL_REGISTER_ADDRESS_W = 16 };

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

/* What one step does, in the order of the data. Absent stages are NULL. */
struct bl_chain {
    const struct bl_stage *read, *table_read, *table, *histogram, *crossbar, *exchange, *split,
        *write;
    struct bl_cut cut;        /* of what flows through the stages */
    int columns;              /* of what is read; several are zipped */
    enum bl_exchange_end end; /* of the exchange */
    const char *join;         /* the unit that joins lanes before the exchange, or NULL */
};

struct bl_crossbar_unit {
    struct bl_cut cut;
    int inputs, outputs; /* of one of the groups that share the lanes */
    const char *name;
    bool ordered;
    const struct bl_stage *stage; /* the first that uses it */
    struct bl_lane_stream *in, *out;
};

/* Lanes whose records all go to one node, joined before the exchange: bl_lane_join for each of the
 * `values` in each group of lanes. */
struct bl_join_unit {
    struct bl_cut cut;
    int values;
    const char *name;             /* also of the net with the joined counts, NAME_count */
    const struct bl_stage *stage; /* the first exchange that needs it */
    struct bl_lane_stream *in, *out;
};

/* What joins words of so many columns to words of records, or splits those. */
struct bl_zip_unit {
    int columns;
    bl_step_set steps;
    const char *name;
    struct bl_lane_stream *in, *out;
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

/* A clock and its reset, as nets of the top. */
struct bl_domain {
    const char *clock, *reset;
};

struct bl_lowering {
    struct bl_arena *arena;
    const struct bl_plan *plan;
    const struct bl_program *program;
    const struct bl_regmap *regmap;
    struct bl_circuit *circuit;
    int nodes, lanes, word_bits, address_bits, node_bits, lane_bits, flows, burst_words;
    struct bl_cut plain; /* of a column's words */
    /* the most that a step reads, a table's column among them, or writes; 1: none takes turns */
    int read_columns, write_columns;
    bool swaps; /* the sides are not the same in all steps */
    struct bl_domain domains[BL_NODE_CLOCKS], memory, network; /* [0] is core's */
    bool bus;                                                  /* the links go over a bus */
    bool memory_crosses,
        network_crosses;     /* the memory, the network runs on another clock than core */
    struct bl_chain *chains; /* [plan->step_count] */
    struct {
        struct bl_edge *items;
        int count, capacity;
    } edges;
    struct {
        struct bl_crossbar_unit *items;
        int count, capacity;
    } crossbars;
    struct {
        struct bl_join_unit *items;
        int count, capacity;
    } joins;
    struct {
        struct bl_slice_net *items;
        int count, capacity;
    } slices;
    struct {
        struct bl_zip_unit *items;
        int count, capacity;
    } zips, unzips;
    struct bl_lane_stream *read, *write;
    struct bl_lane_stream *table_in, *table_data, *table_out, *send, *receive, *pack_in, *pack_out;
    const struct bl_lane_stream *tapped; /* the stream that the histogram counts */
    bl_step_set tap_steps;
    const char *(
        *tap_nets)[2]; /* of each counting step: its functions of every element: node, channel */
    int tap_bits[2];   /* of the two functions in a counter's number */
    bool sized;        /* an exchange takes its sizes from the histogram */
    int table_bits;    /* of a destination in the table */
};

static inline int bl_log2(int value) {
    int bits = 0;
    while ((1 << bits) < value) bits++;
    return bits;
}
static inline int bl_max(int a, int b) { return a > b ? a : b; }
static inline int bl_min(int a, int b) { return a < b ? a : b; }

/* lower_chain.c: what every step does, and which streams feed which. */
void bl_lower_chains(struct bl_lowering *lo);
/* Steps of a mask as an expression: "step_0 | step_2", "1'b1" for all. */
const char *bl_lower_steps(struct bl_lowering *lo, bl_step_set steps);
/* The steps with an exchange. */
bl_step_set bl_lower_exchanges(const struct bl_lowering *lo);
/* A value of `width` bits that differs by step, as nested conditions; values[] are expressions. */
const char *bl_lower_by_step(struct bl_lowering *lo, const char **values);

/* Bits of the number of one of so many columns. */
static inline int bl_column_bits(int columns) { return bl_max(1, bl_log2(columns)); }

/* lower_nets.c */
struct bl_lane_stream *bl_lower_stream(struct bl_lowering *lo, const char *name, int lanes,
                                       struct bl_cut cut, int dest_bits);
void bl_lower_declare(struct bl_lowering *lo, const struct bl_lane_stream *stream);
void bl_lower_edges(struct bl_lowering *lo);
/* Connects lane `lane` (or all lanes when -1) of a stream to the ports PREFIX_tvalid ... of an
 * instance. */
void bl_lower_connect(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                      const struct bl_lane_stream *stream, int first_lane, int lanes);
/* The same with `lanes` lanes that lie `stride` apart, the first one lowest. */
void bl_lower_connect_apart(struct bl_lowering *lo, struct bl_instance *instance,
                            const char *prefix, const struct bl_lane_stream *stream, int first_lane,
                            int lanes, int stride);
/* Lanes of a net with `width` bits a lane, `stride` apart: "{net[95:64], net[31:0]}". */
const char *bl_lower_apart(struct bl_lowering *lo, const char *net, int first_lane, int lanes,
                           int stride, int width);

/* lower_control.c: the counts of a version's elements in every channel, as a net of BL_COUNT_W bits
 * a lane. */
const char *bl_lower_count(struct bl_lowering *lo, const struct bl_version *version);

/* Bit `lane` of a net with a bit a lane. */
const char *bl_lower_bit(struct bl_lowering *lo, const char *net, int lane);

/* The parts of the node, in the order of the data. */
void bl_lower_control(struct bl_lowering *lo);
void bl_lower_memory(struct bl_lowering *lo);
void bl_lower_sort(struct bl_lowering *lo);
void bl_lower_slices(struct bl_lowering *lo);
void bl_lower_network(struct bl_lowering *lo);
/* lower_bus.c: the ports of the bus, and what is between the mesh's links, as vectors by peer named
   leaving_* and arriving_*, and the bus. */
void bl_lower_bus_ports(struct bl_lowering *lo);
void bl_lower_bus(struct bl_lowering *lo);

#endif
