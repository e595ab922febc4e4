/* bankloom run and explain of a bus program: the parts of the command, for its own files. */
#ifndef BL_BUS_RUN_H
#define BL_BUS_RUN_H

#include "base/diag.h"
#include "bus/model/traffic/rsb_monte_carlo.h"
#include "bus/model/traffic/rsb_script.h"

struct bl_text;

enum { BL_BUS_LIST = 32 };

/* Values of an option, in base units: cells, seconds. */
struct bl_bus_list {
    double items[BL_BUS_LIST];
    int count;
};

struct bl_bus_request {
    struct bl_bus_list domains, delays, gaps; /* empty: as the source has it */
    struct bl_bus_list arbitrations;          /* enum bl_arbitration */
    double gate;                              /* seconds; 0: as the source has it */
    int64_t words, transfers, seed, threads;  /* -1: as the source has it, one per processor */
    int64_t requests;                         /* compared with the Verilog */
    enum bl_rsb_damage fault;
    bool without[BL_LARB_RULE_COUNT]; /* of a bus with elements: the rules against deadlock */
    const char *csv, *svg, *json_file, *keep, *trace;
    const char *twice; /* an option that is given more than once, or NULL */
    bool icarus, json, quiet;
};

/* What a comparison with the Verilog has come to: of answers to requests, or of transfers of a bus
 * with elements. */
struct bl_bus_comparison {
    bool made, agrees;
    int answers, transfers;      /* one of them is 0 */
    double off_ns;               /* the largest difference of one */
    double verilog_ns, model_ns; /* answers: means from the request */
    bool tie; /* answers: a tie fell otherwise: what follows it was not compared */
};

/* One simulation of random traffic, and for the first point of each bus a comparison. */
struct bl_bus_point {
    struct bl_rsb_load load;
    struct bl_rsb_yield yield;
    bool complete;
    struct bl_bus_comparison comparison;
};

struct bl_bus_points {
    struct bl_bus_point *items;
    int count, capacity;
    int left_out; /* points that an interrupt has ended or left out */
};

/* After an interrupt says so, and returns the exit status for it; else `status`. */
int bl_bus_ended(int status);

/* Text into a file, or a message on stderr; nothing without a path. False after an error. */
bool bl_bus_save(const struct bl_text *text, const char *path);

#endif
