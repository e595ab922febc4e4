/* The largest-bucket bound. */
#include "plan/predict/bound.h"
#include <math.h>
#include "base/arena.h"
#include "ir/carried/edges.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/route/cuts.h"
#include "plan/size/crossings.h"
#include "plan/steps/place.h"

const char *bl_bound_word(enum bl_bound_by by) {
    static const char *const words[] = {"channel read", "channel written", "link", "network lane"};
    return words[by];
}

static int planes_read(const struct bl_plan *plan, const struct bl_pass *pass) {
    return bl_stage_planes(&plan->program->cluster, bl_stage_find(pass, BL_STAGE_READS));
}

static int planes_written(const struct bl_plan *plan, const struct bl_pass *pass) {
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    return write ? bl_stage_planes(&plan->program->cluster, write) : planes_read(plan, pass);
}

static double fullest(const uint64_t *counts, int places) {
    uint64_t most = 0;
    for (int i = 0; i < places; i++)
        if (counts[i] > most) most = counts[i];
    return (double)most;
}

/* Words of one plane that hold so many elements. */
static double words(const struct bl_plan *plan, double elements) {
    uint64_t per_word = (uint64_t)bl_cut_of_plane(&plan->program->cluster).elems;
    return (double)(((uint64_t)elements + per_word - 1) / per_word);
}

/* Cycles of the core in a cycle of another clock. */
static double clock_cycles(const struct bl_plan *plan, int clock) {
    const struct bl_clock *clocks = plan->program->cluster.clocks;
    return clocks[0].hertz / clocks[clock].hertz;
}

/* Cycles of the core in which a word crosses between it and a port that runs on another clock. */
static double word_cycles(const struct bl_plan *plan, int clock) {
    return fmax(1, clock_cycles(plan, clock));
}

static double read_cycles(const struct bl_plan *plan, const struct bl_step *step, double elements) {
    double cycles = 0;
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++)
        cycles += planes_read(plan, &plan->passes[p]) * words(plan, elements);
    return cycles;
}

static double link_cycles(const struct bl_plan *plan, const struct bl_pass *pass,
                          const uint64_t *sent) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    const struct bl_cut cut = bl_cut_behind(cluster, pass, exchange ? exchange : pass->stages);
    int pairs = cluster->nodes * cluster->nodes;
    double *bytes = BL_NEW(plan->arena, double, pairs);
    for (int i = 0; i < pairs; i++) bytes[i] = (double)sent[i] * cut.elem_bits / 8;
    double cycles = bl_edges_seconds(plan->node->carrier.edges, bytes) * cluster->clocks[0].hertz;
    double least = fullest(sent, pairs) / cut.elems * clock_cycles(plan, bl_network_clock(plan));
    return cycles > least ? cycles : least;
}

/* Elements that pass lane `lane` of a node, when it sends (or receives) `row` to (from) the nodes,
   `stride` apart in `row`. Nodes that are equal modulo bl_reach share the lanes that are. */
static double lane_elements(const struct bl_cluster *cluster, const uint64_t *row, int stride,
                            int lane) {
    int reach = bl_reach(cluster), share = bl_lanes(cluster) / reach;
    double elements = 0;
    for (int node = lane; node < cluster->nodes; node += reach)
        elements += (double)row[node * stride] / share;
    return elements;
}

static double lane_cycles(const struct bl_plan *plan, const struct bl_pass *pass,
                          const uint64_t *sent) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int nodes = cluster->nodes;
    int per_word = bl_cut_of_read(cluster, bl_stage_find(pass, BL_STAGE_READS)).elems;
    double most = 0;
    for (int node = 0; node < nodes; node++)
        for (int lane = 0; lane < bl_reach(cluster); lane++) {
            double out = lane_elements(cluster, sent + node * nodes, 1, lane),
                   in = lane_elements(cluster, sent + node, nodes, lane);
            if (out > most) most = out;
            if (in > most) most = in;
        }
    return most / per_word * word_cycles(plan, bl_network_clock(plan));
}

/* Words of the fullest flow, from one lane to another, between two nodes. */
static double flow_words(const struct bl_plan *plan, const struct bl_pass *pass,
                         const uint64_t *sent) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int share = bl_lanes(cluster) / bl_reach(cluster), nodes = cluster->nodes;
    int per_word = bl_cut_of_read(cluster, bl_stage_find(pass, BL_STAGE_READS)).elems;
    uint64_t most = 0;
    for (int i = 0; i < nodes * nodes; i++)
        if (i % (nodes + 1) && sent[i] > most) most = sent[i];
    return ceil((double)most / share / per_word);
}

/* Words of a flow's last frame. Where frames are gathered of lanes that share what lies between two
   nodes, one also ends before a word of another lane, so that those before the last need not be
   full: it may be. */
static double last_frame(const struct bl_plan *plan, double words) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int kept = plan->prediction.kept_words;
    if (!kept || words <= 0) return 0;
    bool mixed = plan->prediction.gathered_words && bl_lanes(cluster) > bl_reach(cluster);
    return mixed ? fmin(words, kept) : fmod(words - 1, kept) + 1;
}

/* A flow's first words wait until the network has gathered a frame of them, its last ones until the
   last frame has come. */
static double frame_cycles(const struct bl_plan *plan, const struct bl_pass *pass,
                           const uint64_t *sent, double *last) {
    double words = flow_words(plan, pass, sent), cycle = clock_cycles(plan, bl_network_clock(plan));
    *last = cycle * last_frame(plan, words);
    return cycle * fmin(words, plan->prediction.gathered_words) + *last;
}

static double largest(const double *limits, int count, enum bl_bound_by *by) {
    *by = BL_BOUND_READ;
    for (int i = 1; i < count; i++)
        if (limits[i] > limits[*by]) *by = (enum bl_bound_by)i;
    return limits[*by];
}

static double step_cycles(const struct bl_plan *plan, const struct bl_step *step,
                          const struct bl_step_counts *counts, enum bl_bound_by *by,
                          struct bl_step_words *beside) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_pass *pass = bl_step_pass(plan, step);
    int places = cluster->nodes * bl_lanes(cluster);
    double channel = word_cycles(plan, bl_memory_clock(plan));
    double read = channel * read_cycles(plan, step, fullest(counts->read, places)),
           written = counts->written ? channel * planes_written(plan, pass) *
                                           words(plan, fullest(counts->written, places))
                                     : 0;
    double limits[] = {
        [BL_BOUND_READ] = bl_plan_shares_memory(plan) ? read + written : read,
        [BL_BOUND_WRITE] = written,
        [BL_BOUND_LINK] = counts->sent ? link_cycles(plan, pass, counts->sent) : 0,
        [BL_BOUND_LANE] = counts->sent ? lane_cycles(plan, pass, counts->sent) : 0,
    };
    double cycles = largest(limits, sizeof limits / sizeof *limits, by);
    double last = 0, frames = counts->sent ? frame_cycles(plan, pass, counts->sent, &last) : 0;
    double apart = fmax(fmax(read * step->read_cycles, written * step->write_cycles),
                        fmax(limits[BL_BOUND_LINK] + frames, limits[BL_BOUND_LANE]));
    beside->cycles = bl_plan_shares_memory(plan) ? fmax(apart, read + written - step->ahead_cycles)
                                                 : apart;
    beside->link_cycles = limits[BL_BOUND_LINK] + last;
    return cycles;
}

struct bl_bound bl_bound_make(const struct bl_plan *plan, const struct bl_step_counts *counts,
                              uint64_t records, struct bl_step_words *words) {
    struct bl_bound bound = {.cycles = 0};
    double most = -1;
    for (int i = 0; i < plan->step_count; i++) {
        enum bl_bound_by by;
        struct bl_step_words unused, *beside = words ? &words[i] : &unused;
        double cycles = step_cycles(plan, &plan->steps[i], &counts[i], &by, beside);
        bound.cycles += cycles;
        if (cycles <= most) continue;
        most = cycles;
        bound.step = i;
        bound.by = by;
    }
    if (bound.cycles > 0)
        bound.bytes_per_second = (double)records * plan->prediction.counted_bytes / bound.cycles *
                                 plan->program->cluster.clocks[0].hertz;
    return bound;
}
