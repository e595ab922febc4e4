/* One run of a bench, from the input to the report. Inside the bench only. */
#ifndef BL_BENCH_STATE_INNER_H
#define BL_BENCH_STATE_INNER_H

#include "ir/carried/bench_options.h"
#include "simulation/device/bl_device_sim.h"
#include "simulation/records/records.h"

/* What the keys of this run allow at best. */
struct bl_bench_bound {
    double cycles;                /* sum over the steps of the longer of the two below */
    double bucket_cycles;         /* the fullest memory channel of every step, one word a cycle */
    double predicted_cycles;      /* with the fixed way of every step */
    double link_cycles;           /* the fullest link of every step at its payload rate */
    double largest;               /* the fullest channel of the result over the mean */
    double peak_bytes_per_second; /* T, by the records that filters have kept */
};

struct bl_bench_result {
    uint64_t records;
    int64_t cycles; /* from the start write to the later of the last write response and the last
                       node's `done`, both included */
    int64_t node_cycles; /* simulated, all nodes */
    double seconds;      /* that it took */
    int threads;
    struct bl_bench_bound bound;
    int compared;   /* column versions */
    int histograms; /* compared */
    bool ok; /* equal to the golden model, whether or not the result could be written to a file */
};

struct bl_bench_run {
    bool unwritten; /* --output failed */
    const struct bl_bench_program *program;
    struct bl_bench_options options;
    struct bl_records input;
    struct bl_golden *golden;
    struct bl_device *device;
    int64_t loaded_ps, fetched_ps; /* what loading and reading back took of the device's time */
    struct watch *watch;           /* what the hooks of the device look at; bench_simulate.c */
    uint64_t *counts;      /* [version][node][lane] elements written, by the nodes' registers */
    uint32_t **histograms; /* [histogram][node * values + value]; NULL where the program has none */
    struct bl_device_counter *counters; /* [node][counter_count], of the nodes' network */
    int counter_count;                  /* of a node; 0: they were not read */
    struct bl_bench_result result;
    FILE *problems;     /* one line each */
    char *problem_text; /* of `problems`, once closed */
    size_t problem_size;
    struct {
        char text[64], why[64];
    } unmet;                /* a fault that was asked for and not met; empty: none */
    int64_t trace_began_ps; /* when its cycle 0 was */
    int64_t
        trace_cycles; /* that the run took when the trace's window lay behind its end; else -1 */
    bool interrupted, trace_lost; /* trace_lost: a write of the waveform failed, and what there was
                                     of it is removed */
};

/* Blocks SIGINT, SIGTERM and SIGHUP for the run, which looks for them by the next function. */
void bl_bench_hold_signals(void);
/* Whether the user has asked to stop. */
bool bl_bench_stop(void *user);
/* Of a cycle of the core's clock. */
int64_t bl_bench_period_ps(const struct bl_bench_program *program);

/* bench_views.c: a waveform of a node, --trace, and the frames between the nodes, --pcap; without
   the options these do nothing. The waveform's file is created empty before the run, since the
   simulator would not report that it cannot be written; its window counts from begin_trace. False:
   a problem was said. */
bool bl_bench_create_trace(const struct bl_bench_run *run);
bool bl_bench_begin_capture(struct bl_bench_run *run);
void bl_bench_begin_trace(struct bl_bench_run *run);
bool bl_bench_end_views(struct bl_bench_run *run);
/* bl_bench_stop, or a write of the waveform has failed: a hook of the device. */
bool bl_bench_stop_views(void *user);
/* That the window began behind the end of the run. */
void bl_bench_warn_trace(const struct bl_bench_run *run);

/* Fills run->input, by generator or from the file. False: a problem was said, exit status 2. */
bool bl_bench_make_input(struct bl_bench_run *run);
/* Deals the input to the golden model's sources and runs it. */
void bl_bench_run_golden(struct bl_bench_run *run);
/* From the golden model's arrays. */
struct bl_bench_bound bl_bench_bound(const struct bl_bench_program *program,
                                     const struct bl_golden *golden);
/* bench_peak.c: T of the plan, where stages have dropped records by those that were there. */
double bl_bench_peak(const struct bl_bench_program *program, const struct bl_golden *golden);
/* A live version that holds the column of the exchange's function for the records that reach the
   exchange of the step, or -1. */
int bl_bench_steering(const struct bl_bench_program *program, const struct bl_bench_step *step);
/* Whether the run took 99 % of its bound at least. False, both figures being reported: one of the
   two is wrong. */
bool bl_bench_check_bound(const struct bl_bench_run *run);
/* The host ports, where there are any: lines of the report, a member of the document. */
void bl_bench_print_ports(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_ports(const struct bl_bench_run *run, FILE *file);
/* Looks whether all faults of --memory were met: a beat or a cycle that the run did not come to is
   no fault that was tried. Says so. */
void bl_bench_note_unmet(struct bl_bench_run *run);
void bl_bench_print_unmet(const struct bl_bench_run *run);
/* The model where --memory does not name one. */
const char *bl_bench_usual_memory(const struct bl_bench_program *program);
/* NULL, or what is wrong with --memory; what it takes. */
const char *bl_bench_check_memory(const struct bl_bench_options *options,
                                  const struct bl_bench_program *program);
/* FILE[,node=N][,from=CYCLE][,to=CYCLE], and FILE[,node=N], of which the options keep copies;
   false: it is not of that form. */
bool bl_bench_read_trace(struct bl_bench_options *options, const char *text);
bool bl_bench_read_pcap(struct bl_bench_options *options, const char *text);
/* What is wrong with it, or NULL. */
const char *bl_bench_check_pcap(const struct bl_bench_options *options,
                                const struct bl_bench_program *program);
/* What is wrong with --trace and --pcap is said: 2; else -1. */
int bl_bench_check_views(const struct bl_bench_options *options,
                         const struct bl_bench_program *program);
/* The files to write: whether each can be written, is no other's and not the report's. What is
   wrong is said: the exit status; else -1. */
int bl_bench_check_outputs(const struct bl_bench_options *options);
void bl_bench_memories_help(const struct bl_bench_program *program);
/* The simulated cluster of a program, a state of bl_device_sim_backend; of the options it looks at
   memory, faults, seed and threads. `hooks` may be NULL. */
void *bl_bench_new_cluster(const struct bl_bench_program *program,
                           const struct bl_bench_options *options,
                           const struct bl_device_sim_hooks *hooks);
/* The device of a run, opened on such a cluster. */
struct bl_device *bl_bench_open_device(struct bl_bench_run *run,
                                       const struct bl_device_sim_hooks *hooks);
/* Loads the cluster, runs it and fills the result's cycles. False: a problem was said. */
bool bl_bench_simulate(struct bl_bench_run *run);
/* Compares every live version that is still in memory with the golden model. False: differences
 * were said. */
bool bl_bench_check(struct bl_bench_run *run);
/* bench_histogram.c: reads the counts of all histograms that are results; compares them with the
 * golden model. False: a problem was said. */
bool bl_bench_read_histograms(struct bl_bench_run *run);
bool bl_bench_check_histograms(struct bl_bench_run *run);
void bl_bench_free_histograms(struct bl_bench_run *run);
void bl_bench_print_histograms(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_histograms(const struct bl_bench_run *run, FILE *file);
/* As a table of comma-separated values: value, count on each node, sum. False: a problem was said.
 */
bool bl_bench_write_histogram(struct bl_bench_run *run, int histogram, const char *path);
/* bench_counters.c: the counters of the nodes' network, when a run has ended; and what is said of
   them. */
void bl_bench_read_counters(struct bl_bench_run *run);
void bl_bench_print_counters(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_counters(const struct bl_bench_run *run, FILE *file);
/* bench_report.c: what the medium between the nodes has counted, where that is not 0; the member
   `network` with all of it, where there is a medium that counts. */
void bl_bench_print_network(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_network(const struct bl_bench_run *run, FILE *file);
/* bench_filter.c: for each pass that may drop records how many it has kept, on all nodes and on
   each, and a warning where none is left. */
void bl_bench_print_filters(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_filters(const struct bl_bench_run *run, FILE *file);
void bl_bench_warn_filters(const struct bl_bench_run *run);
/* bench_output.c: writes the result's records to --output. False: a problem was said. */
bool bl_bench_write_output(struct bl_bench_run *run);
/* What that file holds: records, and the columns in their order. Nothing where there is none. */
void bl_bench_print_output(const struct bl_bench_run *run, FILE *file);
void bl_bench_json_output(const struct bl_bench_run *run, FILE *file);
/* Whether a version is still in memory: no later step has written over its region. */
bool bl_bench_in_memory(const struct bl_bench_program *program, int version);
/* Whether counts are the only results, so that the file of --output is theirs. */
bool bl_bench_only_counts(const struct bl_bench_program *program);
/* The versions that make up the records of the result: one of each column of the record, and
   behind these those of made columns that are results of the same records. How many they are; 0:
   columns of the record are missing, or not of the same records, which is said, with `before` in
   front. */
int bl_bench_output_versions(const struct bl_bench_program *program,
                             int versions[2 * BL_BENCH_COLUMNS], FILE *problems,
                             const char *before);
/* The version's elements of one lane as the circuit has left them; free with bl_zfree. NULL: more
 * than its region holds. */
void *bl_bench_fetch(struct bl_bench_run *run, int version, int node, int lane);
static inline uint64_t *bl_bench_count(const struct bl_bench_run *run, int version, int node,
                                       int lane) {
    return &run->counts[(version * run->program->nodes + node) * run->program->lanes + lane];
}

/* The table for people and the document for programs. */
void bl_bench_print(const struct bl_bench_run *run, FILE *file);
void bl_bench_print_json(const struct bl_bench_run *run, FILE *file);

#endif
