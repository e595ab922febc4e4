/* The bench: runs one compiled pipeline on the simulated cluster, compares every column version
   that is still in memory with the golden model, and reports cycles and rates. A generated program
   fills the tables below and calls bl_bench_main:

       int main(int argc, char **argv) { return bl_bench_main(argc, argv, &program); }

   Everything here is constant data. */
#ifndef BL_BENCH_H
#define BL_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/carried/wide.h"
#include "bl_device.h"
#include "ir/carried/edges.h"
#include "ir/carried/golden.h"
#include "ir/carried/host.h"
#include "ir/carried/node_model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BL_BENCH_COLUMNS = 64 /* of a record, at most */,
    BL_BENCH_STEP_VERSIONS = BL_BENCH_COLUMNS /* read or written by one step, at most */
};

/* Bits [lsb +: bits] of a column of the record, or with masks that many XORs of its bits, of which
   `ones` are inverted; bits = 0: no function. As a node or channel it is taken modulo their number.
 */
struct bl_bench_function {
    int column, lsb, bits;
    const bl_wide *masks; /* NULL: none */
    bl_wide ones;
};
struct bl_bench_column {
    const char *name;
    int bytes;    /* 1, 2, 4, 8 or 16; little endian, packed in this order in a record file */
    int key_bits; /* generated keys lie in [0, 2^key_bits): the bits that the functions use, counted
                     from bit 0; 0: not used by a function, the generators give it the record's
                     number */
    int limit_bits; /* declared range [0, 2^limit_bits) of a key in an input file; 0: the whole
                       column */
};

enum bl_bench_order { BL_BENCH_ANY, BL_BENCH_STABLE, BL_BENCH_SORTED };

/* One column version of the program as written. Golden arrays exist for all; memory and registers
 * only for the live ones. */
struct bl_bench_version {
    const char *name;
    int column;  /* in the record */
    bool live;   /* read or written by the plan: it has a place and a count register */
    bool source; /* loaded by the host before the start; its counts are written to count_register */
    bool result; /* part of what the pipeline hands back */
    int side;    /* half of the channels that it lives in: channel = side * lanes + lane */
    uint64_t base, region;   /* bytes within each channel */
    uint64_t plane;          /* bytes of the region for each part of an element: bl_device_column */
    uint32_t count_register; /* address of the register that counts its elements in lane 0; lane l
                                is 4 * l higher */
    enum bl_bench_order order; /* ANY: compared as a multiset per lane, else as a sequence */
    int rows; /* versions with the same rows hold columns of the same records at the same places:
                 compared as tuples */
    struct bl_bench_function node, channel; /* what decides node and lane, bits = 0: nothing */
    int line; /* of the pass that writes it (of the record for a source) */
    int step; /* in bl_bench_program.steps, that writes it; -1 for a source or when not live */
};

/* One step of the circuit, for the bound that the actual keys set. A version read by two passes of
 * the step is listed twice. */
struct bl_bench_step {
    const char *text; /* the passes in the language's own words */
    int line, passes; /* of the first pass; how many passes, counted in A */
    int reads[BL_BENCH_STEP_VERSIONS], read_count;
    int writes[BL_BENCH_STEP_VERSIONS], write_count;
    struct bl_bench_function exchange; /* node function of its ALLTOALLV; bits = 0: none */
    const char *filters;               /* "below, some": stages that may drop records; NULL: none */
    bool exchanges;
    int crossed_bytes; /* of a record that crosses the network */
    int counts;        /* 1 + the histogram, of the results, with which it ends; or 0 */
    int steering; /* 1 + the version that it looks at; 0: one that the step reads, or one with the
                     same rows */
    double read_cycles, write_cycles; /* that the board's memory takes for a word, of the slower of
                                         the core's and the memory's clock; 1 or more */
    double way_cycles;                /* of the core: what the step takes beyond its words */
    double ahead_cycles;   /* of the core, from the first word asked for to the first one written */
    double greeted_cycles; /* of a run, before which it would wait for the network's greeting */
};

/* Counts that the pipeline hands back: of the records of every node by the value {high, low}, low
 * being 0 where there is one function. */
struct bl_bench_histogram {
    const char *name, *text; /* text: "key[3:0], key[11:4]" */
    int line;
    struct bl_device_histogram device;
};
static inline uint64_t bl_bench_values(const struct bl_bench_histogram *histogram) {
    return UINT64_C(1) << (histogram->device.high_bits + histogram->device.low_bits);
}

/* A clock of every node. */
struct bl_bench_clock {
    const char *name;
    double hertz;
};

/* The core's clock of one node: its rate, and when it begins. */
struct bl_bench_node_clock {
    double hertz;
    int64_t phase_ps;
};

struct bl_bench_program {
    const char *pipeline, *source_file; /* names, for messages */
    const struct bl_node_model *model;  /* of every node */
    int nodes, lanes;         /* lanes: channels read at a time, half of the model's channels */
    int word_bytes;           /* of a channel */
    int unit_bytes;           /* bl_device_column.unit */
    const char *board_memory; /* what the board has, "ddr4": the usual model; NULL: not known */
    int deal_elements;        /* records of one dealt block (a burst of the widest column) */
    const struct bl_bench_clock
        *clocks;                  /* those of the model, in its order; the first is the core's
                                   */
    const struct bl_edges *edges; /* what lies between the nodes; NULL: nothing, or no bounds */
    int quiet_cycles;   /* of core, in which a node may be at work and nothing moves at its ports */
    const void *medium; /* what its row has written for the medium: bl_medium_config.own */
    const char *const *fault_ports;              /* [nodes]: bl_medium_place.ports */
    const struct bl_device_pipeline *host_calls; /* its table of the host calls */
    const struct bl_host_settings *host; /* beyond the nodes' host ports; NULL: a back door */
    const struct bl_bench_node_clock *node_clocks; /* [nodes], of a model with one clock, which is
                                                      that of the fastest; NULL: it is of all */
    int pass_count;                                /* A */
    int gathered_words, kept_words; /* of a flow between nodes, before the first of them leaves, and
                                       before the first is given on */
    double peak_bytes_per_second;   /* T, of records that are all kept */
    double memory_bytes_per_second,
        network_bytes_per_second; /* of which it is the smaller; of the network 0: nothing crosses
                                   */
    const char *reached; /* why the network's rate is reached only in part: no time is predicted;
                            NULL: it is */
    int counted_bytes;   /* bytes of a record that T and the measured rate count */
    /* those of the record, and after them those that stages of the user's own make */
    struct bl_bench_column columns[2 * BL_BENCH_COLUMNS];
    int column_count; /* of the record */
    int made_count;   /* behind these */
    const struct bl_bench_version *versions;
    int version_count;
    const struct bl_bench_step *steps;
    int step_count;
    const struct bl_bench_histogram *histograms;
    int histogram_count;
    uint64_t default_keys; /* a node, when --keys is absent */
    void (*golden)(struct bl_golden *golden);
};

/* Memory channels of a node. */
static inline int bl_bench_channels(const struct bl_bench_program *program) {
    return program->model && program->model->channels ? program->model->channels
                                                      : 2 * program->lanes;
}

/* The clock that cycles are counted in. */
static inline double bl_bench_core_hertz(const struct bl_bench_program *program) {
    return program->clocks[0].hertz;
}

/* Exit status: 0 equal to the golden model, 1 a difference, nothing to compare or a failed run, 2
   wrong use or bad input, 130 interrupted.
   `--help` lists the options. */
int bl_bench_main(int argc, char **argv, const struct bl_bench_program *program);

#ifdef __cplusplus
}
#endif

#endif
