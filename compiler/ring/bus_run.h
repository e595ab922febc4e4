/* bankloom run and explain of a bus program: the parts of the command, for its own files. */
#ifndef BL_BUS_RUN_H
#define BL_BUS_RUN_H

#include "base/diag.h"
#include "ring/bus.h"
#include "simulation/ring/traffic/rsb_monte_carlo.h"
#include "simulation/ring/traffic/rsb_script.h"

struct bl_arena;
struct bl_text;
struct cJSON;

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

/* The bus with the first value of each list, where there is one (bus_points.c). */
struct bl_bus bl_bus_changed(const struct bl_bus *bus, const struct bl_bus_request *request);

/* The clock of the domains. */
int64_t bl_bus_clock_ps(const struct bl_bus *bus);

/* Every combination of domains, delay, arbitration and gap, by delay, then domains, then
 * arbitration, then gap (bus_points.c). */
void bl_bus_points_list(struct bl_arena *arena, struct bl_bus_points *points,
                        const struct bl_bus *bus, const struct bl_bus_request *request);
/* Whether point i is of another arbiter than the one before. */
bool bl_bus_is_new_ring(const struct bl_bus_points *points, int i);
/* Runs them all, side by side, with a bar on a terminal; after an interrupt the complete ones
 * remain. False: a load is out of range. */
bool bl_bus_points_run(struct bl_bus_points *points, const struct bl_bus_request *request);

/* Reports on random traffic (bus_table.c, bus_plot.c). */
void bl_bus_table(struct bl_text *text, const struct bl_bus_points *points);
void bl_bus_csv(struct bl_text *text, const struct bl_bus_points *points);
void bl_bus_points_json(struct bl_text *text, const struct bl_bus *bus,
                        const struct bl_bus_points *points);
void bl_bus_plot(struct bl_text *text, const struct bl_bus_points *points);
/* The broken rules, one line each, with a time and a place, on a bus whose domains have so many
 * cells. */
void bl_bus_reports(struct bl_text *text, const struct bl_rsb_report *reports, int count,
                    int connectors);
void bl_bus_reports_json(struct cJSON *to, const struct bl_rsb_report *reports, int count,
                         int connectors);

/* Transfers that are written down (bus_script.c, bus_hierarchy.c): plays them and reports. The exit
 * status. */
int bl_bus_script(struct bl_arena *arena, const struct bl_bus *bus,
                  const struct bl_bus_request *request);
int bl_bus_hierarchy(struct bl_arena *arena, const struct bl_bus *bus,
                     const struct bl_bus_request *request);

/* Plays a script of a flat bus and writes what moves in its cells as a waveform, complete or not at
 * all (bus_trace.c). The exit status, after a message when that is not 0. */
int bl_bus_trace(struct bl_rsb_script *script, const struct bl_bus *bus, const char *path);

/* Plays requests, whose answers by the model are known, to the emitted Verilog under Icarus and
 * compares (bus_icarus.c). The exit status. */
int bl_bus_compare(struct bl_arena *arena, const struct bl_bus *bus,
                   const struct bl_bus_request *request, const struct bl_rsb_request *requests,
                   int count, struct bl_bus_comparison *comparison);
/* Whether its programs are there; else a message. */
bool bl_bus_can_compare(void);
/* After an interrupt says so, and returns the exit status for it; else `status`. */
int bl_bus_ended(int status);
/* The comparison as a member `verilog` of a JSON object, when it was made. */
void bl_bus_comparison_json(struct cJSON *to, const struct bl_bus_comparison *comparison);

/* An option that does nothing on this bus, beside those that are given, and why; NULL: there is
 * none (bus_misuse.c). */
const char *bl_bus_misused(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const char **why);

/* Makes the written transfers of a bus with elements in the Verilog of all domains: `words_ps` of
   each is when its last word has come, in the model. The exit status. */
int bl_bus_compare_domains(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const int64_t *words_ps,
                           struct bl_bus_comparison *comparison);

/* Text into a file, or a message on stderr; nothing without a path. False after an error. */
bool bl_bus_save(const struct bl_text *text, const char *path);

#endif
