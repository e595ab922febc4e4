/* The bound that the keys of a run set: every channel moves at most one word a cycle each way,
   everything between the nodes what its rate allows. A port with a clock of its own moves a word in
   a cycle of the slower one, its own or the core's; a link of two nodes in a cycle of its own, as
   far as the lanes that share it bring words. */
#include <math.h>
#include <string.h>

#include "simulation/run/bench_messages.h"
#include "simulation/run/bench_state_inner.h"
#include "base/carried/checked.h"

/* Part of the bound by which a run may be faster: what bounds and cycles are rounded by. */
static const double TOLERANCE = 0.01;

static double words(const struct bl_bench_program *program, double bytes) {
    return (double)(uint64_t)((bytes + program->word_bytes - 1) / program->word_bytes);
}

/* Cycles of the core in a cycle of another of the node's clocks. */
static double clock_cycles(const struct bl_bench_program *program, int clock) {
    return bl_bench_core_hertz(program) / program->clocks[clock].hertz;
}

static double words_of(const struct bl_bench_program *program, const struct bl_golden *golden,
                       const int *versions, int count, int node, int lane) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += words(program, (double)bl_golden_part(golden, versions[i], node, lane)->count *
                                  golden->bytes[versions[i]]);
    return sum;
}

/* A word a cycle; *waited: with what the memory takes for a word where planes take turns. */
static double fullest_channel(const struct bl_bench_program *program,
                              const struct bl_golden *golden, const struct bl_bench_step *step,
                              double *waited) {
    double most = 0, cycles = fmax(1, clock_cycles(program, program->model->memory_clock));
    *waited = 0;
    for (int n = 0; n < program->nodes; n++)
        for (int l = 0; l < program->lanes; l++) {
            double read = words_of(program, golden, step->reads, step->read_count, n, l);
            double written = words_of(program, golden, step->writes, step->write_count, n, l);
            double both = program->model->memory_shared ? read + written : fmax(read, written);
            most = fmax(most, both);
            *waited = fmax(
                *waited, fmax(both, fmax(read * step->read_cycles, written * step->write_cycles)));
        }
    *waited *= cycles;
    return most * cycles;
}

int bl_bench_steering(const struct bl_bench_program *program, const struct bl_bench_step *step) {
    if (step->steering) return step->steering - 1;
    int rows = step->read_count ? program->versions[step->reads[0]].rows : -1;
    for (int i = 0; i < step->read_count; i++)
        if (program->versions[step->reads[i]].column == step->exchange.column)
            return step->reads[i];
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v].live && program->versions[v].rows == rows &&
            program->versions[v].column == step->exchange.column)
            return v;
    return -1;
}

static bl_wide value_of(const struct bl_bench_function *function, bl_wide element) {
    if (function->masks)
        return bl_mix_bits(function->masks, function->bits, function->ones, element);
    return element >> function->lsb & bl_wide_ones(function->bits);
}

/* Records that each node sends to each, flows[source * nodes + sink]. */
static void count_flows(const struct bl_bench_program *program, const struct bl_golden *golden,
                        int version, const struct bl_bench_function *function, uint64_t *flows) {
    for (int n = 0; n < program->nodes; n++)
        for (int l = 0; l < program->lanes; l++) {
            uint64_t count = bl_golden_part(golden, version, n, l)->count;
            for (uint64_t i = 0; i < count; i++) {
                bl_wide value = value_of(function, bl_golden_get(golden, version, n, l, i));
                flows[(unsigned)(n * program->nodes) +
                      (uint64_t)(value % (unsigned)program->nodes)]++;
            }
        }
}

/* Lanes, a power of two, that share the link of a pair: those whose numbers are equal modulo what
   divides both. */
static int lanes_of_link(const struct bl_bench_program *program) {
    int common = 1;
    while (program->lanes % (2 * common) == 0 && program->nodes % (2 * common) == 0) common *= 2;
    return program->lanes / common;
}

/* Cycles of the core in which a link moves a word: one of its own, or what its lanes bring. */
static double link_cycles(const struct bl_bench_program *program) {
    return fmax(clock_cycles(program, program->model->network_clock), 1.0 / lanes_of_link(program));
}

/* Cycles in which what the pairs send crosses, in whole words of `bytes` a record; `payload` is for
 * the bytes of each pair. */
static double between_nodes(const struct bl_bench_program *program, const uint64_t *flows,
                            int bytes, double *payload) {
    double most = 0;
    for (int i = 0; i < program->nodes * program->nodes; i++) {
        double sent = words(program, (double)flows[i] * bytes);
        payload[i] = sent * program->word_bytes;
        if (sent > most) most = sent;
    }
    double by_words = most * link_cycles(program);
    if (!program->edges) return by_words;
    double by_rate = bl_edges_seconds(program->edges, payload) * bl_bench_core_hertz(program);
    return by_rate > by_words ? by_rate : by_words;
}

static double fullest_link(const struct bl_bench_program *program, const struct bl_golden *golden,
                           const struct bl_bench_step *step) {
    int version = step->exchange.bits ? bl_bench_steering(program, step) : -1, bytes = 0;
    if (version < 0) return 0;
    for (int i = 0; i < step->write_count; i++) bytes += golden->bytes[step->writes[i]];
    int pairs = program->nodes * program->nodes;
    uint64_t *flows = bl_zalloc((size_t)pairs, sizeof *flows);
    double *payload = bl_zalloc((size_t)pairs, sizeof *payload);
    count_flows(program, golden, version, &step->exchange, flows);
    double cycles = between_nodes(program, flows, bytes, payload);
    bl_zfree(payload);
    bl_zfree(flows);
    return cycles;
}

static double largest_bucket(const struct bl_bench_program *program, const struct bl_golden *golden,
                             int version) {
    uint64_t sum = 0, most = 0;
    for (int n = 0; n < program->nodes; n++)
        for (int l = 0; l < program->lanes; l++) {
            uint64_t count = bl_golden_part(golden, version, n, l)->count;
            sum += count;
            if (count > most) most = count;
        }
    return sum ? (double)most * program->nodes * program->lanes / (double)sum : 1;
}

struct bl_bench_bound bl_bench_bound(const struct bl_bench_program *program,
                                     const struct bl_golden *golden) {
    struct bl_bench_bound bound = {
        .largest = 1, .peak_bytes_per_second = bl_bench_peak(program, golden)};
    for (int s = 0; s < program->step_count; s++) {
        double waited, bucket = fullest_channel(program, golden, &program->steps[s], &waited),
                       link = fullest_link(program, golden, &program->steps[s]);
        bound.bucket_cycles += bucket;
        bound.link_cycles += link;
        bound.cycles += fmax(bucket, link);
        bound.predicted_cycles += fmax(waited, link) + program->steps[s].way_cycles;
    }
    for (int v = 0; v < program->version_count; v++)
        if (program->versions[v].live && program->versions[v].result)
            bound.largest = largest_bucket(program, golden, v);
    return bound;
}

bool bl_bench_check_bound(const struct bl_bench_run *run) {
    double bound = run->result.bound.cycles;
    if (!run->result.cycles || (double)run->result.cycles >= (1 - TOLERANCE) * bound) return true;
    fprintf(run->problems, BL_BENCH_BEATS_BOUND "\n", run->result.cycles, bound);
    return false;
}
