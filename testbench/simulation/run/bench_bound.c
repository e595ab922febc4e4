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

/* What a channel takes beside the fixed way of a step, in which a shared controller has read for a
 * while when there is something to be written. */
static double beside_way(const struct bl_bench_program *program, const struct bl_bench_step *step,
                         double read, double written) {
    double apart = fmax(read * step->read_cycles, written * step->write_cycles);
    return program->model->memory_shared ? fmax(apart, read + written - step->ahead_cycles) : apart;
}

/* A word a cycle; *waited: beside the fixed way, with what the memory takes for a word where planes
 * take turns. */
static double fullest_channel(const struct bl_bench_program *program,
                              const struct bl_golden *golden, const struct bl_bench_step *step,
                              double *waited) {
    double most = 0, cycles = fmax(1, clock_cycles(program, program->model->memory_clock));
    *waited = 0;
    for (int n = 0; n < program->nodes; n++)
        for (int l = 0; l < program->lanes; l++) {
            double read = cycles * words_of(program, golden, step->reads, step->read_count, n, l);
            double written = cycles *
                             words_of(program, golden, step->writes, step->write_count, n, l);
            double both = program->model->memory_shared ? read + written : fmax(read, written);
            most = fmax(most, both);
            *waited = fmax(*waited, beside_way(program, step, read, written));
        }
    return most;
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

/* Words that lane `lane` of a node carries, when it sends (or receives) `row` to (from) the nodes,
   `stride` apart in `row`: of each flow at least one, which ends it. */
static double lane_words(const struct bl_bench_program *program, const uint64_t *row, int stride,
                         int lane, int bytes) {
    int share = lanes_of_link(program), reach = program->lanes / share;
    double sum = 0;
    for (int node = lane; node < program->nodes; node += reach)
        sum += floor((double)row[node * stride] * bytes / share / program->word_bytes) + 1;
    return sum;
}

static double busiest_lane(const struct bl_bench_program *program, const uint64_t *flows,
                           int bytes) {
    int nodes = program->nodes, reach = program->lanes / lanes_of_link(program);
    double most = 0;
    for (int n = 0; n < nodes; n++)
        for (int lane = 0; lane < reach; lane++)
            most = fmax(most, fmax(lane_words(program, flows + n * nodes, 1, lane, bytes),
                                   lane_words(program, flows + n, nodes, lane, bytes)));
    return most * fmax(1, clock_cycles(program, program->model->network_clock));
}

/* Cycles in which what the pairs send crosses, in whole words of `bytes` a record; `payload` is for
   the bytes of each pair. A link takes a word at once, and the next when the rate allows it: the
   last one is not waited for. */
static double between_nodes(const struct bl_bench_program *program, const uint64_t *flows,
                            int bytes, double *payload) {
    double most = 0;
    for (int i = 0; i < program->nodes * program->nodes; i++) {
        double sent = words(program, (double)flows[i] * bytes);
        payload[i] = fmax(0, sent - 1) * program->word_bytes;
        if (sent > most) most = sent;
    }
    double by_words = most * link_cycles(program);
    if (!program->edges) return by_words;
    double by_rate = bl_edges_seconds(program->edges, payload) * bl_bench_core_hertz(program);
    return by_rate > by_words ? by_rate : by_words;
}

/* Words of a flow's last frame. Where frames are gathered of lanes that share what lies between two
   nodes, one also ends before a word of another lane, so that those before the last need not be
   full: it may be. */
static double last_frame(const struct bl_bench_program *program, double sent) {
    int kept = program->kept_words;
    if (!kept || sent <= 0) return 0;
    bool mixed = program->gathered_words && lanes_of_link(program) > 1;
    return mixed ? fmin(sent, kept) : fmod(sent - 1, kept) + 1;
}

/* A flow's first words wait until the network has gathered a frame of them, its last ones until the
   last frame has come. */
static double frame_cycles(const struct bl_bench_program *program, const uint64_t *flows, int bytes,
                           double *last) {
    uint64_t most = 0;
    for (int i = 0; i < program->nodes * program->nodes; i++)
        if (i % (program->nodes + 1) && flows[i] > most) most = flows[i];
    double cycle = clock_cycles(program, program->model->network_clock),
           sent = words(program, (double)most * bytes / lanes_of_link(program));
    *last = cycle * last_frame(program, sent);
    return cycle * fmin(sent, program->gathered_words) + *last;
}

/* What crosses between the nodes: by the bound; with frames that are gathered and kept, and the
   words that end the flows of a lane; and what is left when a greeting kept it back. */
struct crossed {
    double bound, words, greeted;
};

static struct crossed fullest_link(const struct bl_bench_program *program,
                                   const struct bl_golden *golden,
                                   const struct bl_bench_step *step) {
    int version = step->exchange.bits ? bl_bench_steering(program, step) : -1, bytes = 0;
    if (version < 0) return (struct crossed){0, 0, 0};
    for (int i = 0; i < step->write_count; i++) bytes += golden->bytes[step->writes[i]];
    int pairs = program->nodes * program->nodes;
    uint64_t *flows = bl_zalloc((size_t)pairs, sizeof *flows);
    double *payload = bl_zalloc((size_t)pairs, sizeof *payload);
    count_flows(program, golden, version, &step->exchange, flows);
    double cycles = between_nodes(program, flows, bytes, payload);
    double last, frames = frame_cycles(program, flows, bytes, &last),
                 lane = busiest_lane(program, flows, bytes);
    bl_zfree(payload);
    bl_zfree(flows);
    return (struct crossed){cycles, fmax(cycles + frames, lane), cycles + last};
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

/* When the network's greeting ends late, all but what lies between the nodes has gone on beside. */
static double after_step(const struct bl_bench_step *step, double before, double words,
                         const struct crossed *crossed) {
    double greeted = crossed->bound > 0 ? step->greeted_cycles + crossed->greeted : 0;
    return fmax(before + fmax(words, crossed->words), greeted) + step->way_cycles;
}

struct bl_bench_bound bl_bench_bound(const struct bl_bench_program *program,
                                     const struct bl_golden *golden) {
    struct bl_bench_bound bound = {
        .largest = 1, .peak_bytes_per_second = bl_bench_peak(program, golden)};
    for (int s = 0; s < program->step_count; s++) {
        const struct bl_bench_step *step = &program->steps[s];
        double waited, bucket = fullest_channel(program, golden, step, &waited);
        const struct crossed crossed = fullest_link(program, golden, step);
        bound.bucket_cycles += bucket;
        bound.link_cycles += crossed.bound;
        bound.cycles += fmax(bucket, crossed.bound);
        bound.predicted_cycles = after_step(step, bound.predicted_cycles, waited, &crossed);
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
