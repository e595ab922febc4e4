/* The peak: T = N * min(W * M * C / A, B / m), the published model of the counting sort, in bytes
   of what is counted. N nodes, W bytes a channel a cycle, M channels read at a time, C the core's
   clock or the memory's where that is slower, B = N * rate of a pair of nodes when all pairs send
   alike (edges.h; of a mesh: a link's payload rate, and a node's own traffic is a link), but at
   most a word in a cycle of the network (with a clock of its own it carries at most a word of every
   lane in a cycle of the slower one, its own or the core's), A passes, m crossings of the network.
   Counted are the bytes of the record's first column, or of all columns where all travel together.
   A pass that moves more or fewer bytes of a record than are counted weighs as many passes: that is
   how 4-byte keys with 4-byte values that are zipped in one of their passes only are predicted with
   the same formula. A pass takes as long as its fullest node, so that one that reads or writes what
   a function with few values has spread weighs more, too.

   The prediction for a number of records: the bound of every step with what its channels wait for
   rows (bound.h), and the fixed way of its first and last word. */
#include <math.h>

#include "base/arena.h"
#include "base/bits.h"
#include "board/board.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "ir/spread.h"
#include "plan/predict/bound.h"
#include "plan/predict/predict.h"
#include "plan/predict/way.h"
#include "plan/size/counters.h"
#include "plan/size/crossings.h"
#include "plan/route/cuts.h"
#include "plan/route/exchange.h"
#include "plan/steps/place.h"
#include "ir/carried/edges.h"

static int bytes_moved(const struct bl_pass *pass) {
    return bl_stage_bits(bl_stage_find(pass, BL_STAGE_READS)) / 8;
}

static int bytes_crossed(const struct bl_plan *plan, const struct bl_pass *pass,
                         const struct bl_stage *exchange) {
    return bl_cut_behind(&plan->program->cluster, pass, exchange).elem_bits / 8;
}

/* The most bytes of a record that travel together behind any stage of the pass. */
static int bytes_together(const struct bl_plan *plan, const struct bl_pass *pass) {
    int most = bytes_moved(pass);
    for (int s = 0; s < pass->stage_count; s++) {
        int bits = bl_cut_behind(&plan->program->cluster, pass, &pass->stages[s]).elem_bits;
        if (bits / 8 > most) most = bits / 8;
    }
    return most;
}

/* Record bytes if every pass that writes moves the same two columns or more; else the bytes of the
 * first column. */
static int bytes_counted(const struct bl_plan *plan) {
    int together = 0;
    for (int p = 0; p < plan->pass_count; p++) {
        if (!bl_stage_find(&plan->passes[p], BL_STAGE_WRITES)) continue;
        if (bl_stage_find(&plan->passes[p], BL_STAGE_READS)->version_count < 2)
            return plan->program->record.columns[0].bits / 8;
        together = bytes_moved(&plan->passes[p]);
    }
    return together ? together : plan->program->record.columns[0].bits / 8;
}

/* The slower of core and another clock. */
static int slower(const struct bl_cluster *cluster, int clock) {
    return cluster->clocks[clock].hertz < cluster->clocks[0].hertz ? clock : 0;
}

/* What a node sends into the network at most, and the clock that sets it: -1 for the links' payload
 * rate. */
static double injection_of(const struct bl_plan *plan, int *clock) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int network = bl_network_clock(plan);
    double bytes = bl_cut_bits(plan->node->carrier.cut) / 8.0;
    double word = bytes * cluster->clocks[network].hertz;
    double link = bl_edges_even_rate(plan->node->carrier.edges);
    double payload = cluster->nodes * (link < word ? link : word);
    double words = bytes * bl_lanes(cluster) * cluster->clocks[slower(cluster, network)].hertz;
    bool by_lanes = network && words < payload;
    *clock = by_lanes ? slower(cluster, network) : word < link ? network : -1;
    return by_lanes ? words : payload;
}

static const double *shares_of(const struct bl_plan *plan, const struct bl_version *version) {
    int nodes = plan->program->cluster.nodes;
    double *shares = BL_NEW(plan->arena, double, nodes);
    bl_function_shares(plan->types[version->id].node, nodes, shares);
    return shares;
}

/* What the nodes hold before a step, and behind it; NULL: it writes nothing. */
struct spread {
    const double *read, *written;
};

static struct spread spread_of(const struct bl_plan *plan, const struct bl_pass *pass) {
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    return (struct spread){shares_of(plan, bl_pass_reads(pass)),
                           write ? shares_of(plan, write->versions[0]) : NULL};
}

/* What goes from each node to each, over a mean pair's. */
static double *pair_shares(const struct bl_plan *plan, const struct bl_pass *pass) {
    int nodes = plan->program->cluster.nodes;
    const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE);
    const double *from = shares_of(plan, bl_pass_reads(pass));
    double *to = BL_NEW(plan->arena, double, nodes);
    double *pairs = BL_NEW(plan->arena, double, nodes *nodes);
    bl_function_shares(exchange->functions[0], nodes, to);
    for (int i = 0; i < nodes * nodes; i++) pairs[i] = from[i / nodes] * to[i % nodes];
    return pairs;
}

/* Bytes of a record that the fullest node moves in a pass, over the records of a mean node: it
   reads and writes at a time, or one after the other where one controller does both. */
static double fullest_bytes(const struct bl_plan *plan, const struct bl_pass *pass) {
    const struct bl_stage *write = bl_stage_find(pass, BL_STAGE_WRITES);
    const struct spread spread = spread_of(plan, pass);
    double most = 0;
    for (int node = 0; node < plan->program->cluster.nodes; node++) {
        double read = spread.read[node] * bytes_moved(pass),
               written = write ? spread.written[node] * bl_stage_bits(write) / 8 : 0;
        most = fmax(most, bl_plan_shares_memory(plan) ? read + written : fmax(read, written));
    }
    return most;
}

/* Bytes that cross the network, times what the fullest edge between the nodes takes over what it
 * would if all pairs sent alike. */
static double fullest_crossed(const struct bl_plan *plan, const struct bl_pass *pass, int bytes) {
    int pairs = plan->program->cluster.nodes * plan->program->cluster.nodes;
    if (!plan->node->carrier.edges) return bytes;
    double *even = BL_NEW(plan->arena, double, pairs);
    for (int i = 0; i < pairs; i++) even[i] = 1;
    double seconds = bl_edges_seconds(plan->node->carrier.edges, even);
    if (seconds <= 0) return bytes;
    return bytes * bl_edges_seconds(plan->node->carrier.edges, pair_shares(plan, pass)) / seconds;
}

struct bytes {
    int moved, crossed;                    /* of a record, by all passes */
    double fullest_moved, fullest_crossed; /* the same as the fullest node has it */
};

static struct bytes count_bytes(struct bl_plan *plan) {
    struct bytes bytes = {0};
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[p];
        const struct bl_stage *exchange = bl_stage_find(pass, BL_STAGE_TO_NODE),
                              *write = bl_stage_find(pass, BL_STAGE_WRITES);
        int crossed = exchange ? bytes_crossed(plan, pass, exchange) : 0;
        bytes.crossed += crossed;
        bytes.fullest_crossed += crossed ? fullest_crossed(plan, pass, crossed) : 0;
        bytes.moved += bl_max(bytes_moved(pass), write ? bl_stage_bits(write) / 8 : 0);
        bytes.fullest_moved += fullest_bytes(plan, pass);
        int together = bytes_together(plan, pass);
        if (together > plan->prediction.moved_bytes) plan->prediction.moved_bytes = together;
    }
    return bytes;
}

/* When the network's greeting ends late, all but what lies between the nodes has gone on beside. */
static double after_step(const struct bl_step *step, double before,
                         const struct bl_step_words *words) {
    double begun = before + words->cycles,
           greeted = words->link_cycles > 0 ? step->greeted_cycles + words->link_cycles : 0;
    return fmax(begun, greeted) + step->way_cycles;
}

/* Of each node, in all its channels alike. */
static uint64_t *in_channels(const struct bl_plan *plan, const double *shares, double records) {
    int lanes = bl_lanes(&plan->program->cluster), nodes = plan->program->cluster.nodes;
    uint64_t *counts = BL_NEW(plan->arena, uint64_t, nodes * lanes);
    for (int i = 0; i < nodes * lanes; i++)
        counts[i] = (uint64_t)ceil(records * shares[i / lanes] / lanes);
    return counts;
}

static uint64_t *in_pairs(const struct bl_plan *plan, const struct bl_pass *pass, double records) {
    int nodes = plan->program->cluster.nodes;
    const double *shares = pair_shares(plan, pass);
    uint64_t *counts = BL_NEW(plan->arena, uint64_t, nodes * nodes);
    for (int i = 0; i < nodes * nodes; i++) counts[i] = (uint64_t)ceil(records * shares[i] / nodes);
    return counts;
}

/* With so many records a node. */
static struct bl_step_counts count_step(const struct bl_plan *plan, const struct bl_pass *pass,
                                        double records) {
    const struct spread spread = spread_of(plan, pass);
    return (struct bl_step_counts){
        in_channels(plan, spread.read, records),
        spread.written ? in_channels(plan, spread.written, records) : NULL,
        bl_stage_find(pass, BL_STAGE_TO_NODE) ? in_pairs(plan, pass, records) : NULL};
}

struct bl_expected bl_expected_even(const struct bl_plan *plan, uint64_t records) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    uint64_t all = records * (uint64_t)cluster->nodes;
    struct bl_step_counts *counts = BL_NEW(plan->arena, struct bl_step_counts, plan->step_count);
    for (int i = 0; i < plan->step_count; i++)
        counts[i] = count_step(plan, bl_step_pass(plan, &plan->steps[i]), (double)records);
    struct bl_expected expected = {0};
    struct bl_step_words *words = BL_NEW(plan->arena, struct bl_step_words, plan->step_count);
    struct bl_bound bound = bl_bound_make(plan, counts, all, words);
    expected.bound_cycles = bound.cycles;
    for (int i = 0; i < plan->step_count; i++)
        expected.cycles = after_step(&plan->steps[i], expected.cycles, &words[i]);
    double bytes = (double)all * plan->prediction.counted_bytes;
    expected.bytes_per_second = bytes / expected.cycles * cluster->clocks[0].hertz;
    return expected;
}

void bl_prediction_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_prediction *to = &plan->prediction;
    int network;
    bl_way_make(plan);
    to->counted_bytes = bytes_counted(plan);
    const struct bytes bytes = count_bytes(plan);
    to->clock = slower(cluster, bl_memory_clock(plan));
    to->word_hertz = cluster->clocks[to->clock].hertz;
    double node_rate = (double)cluster->memory.width * bl_lanes(cluster) * to->word_hertz;
    to->crossings = (double)bytes.crossed / to->counted_bytes;
    to->fullest_crossings = bytes.fullest_crossed / to->counted_bytes;
    to->is_bound = bytes.crossed && cluster->network.carrier->reached;
    to->effective_passes = (double)bytes.moved / to->counted_bytes;
    to->memory_passes = bytes.fullest_moved / to->counted_bytes;
    to->memory_bytes_per_second = cluster->nodes * node_rate / to->memory_passes;
    to->bytes_per_second = to->memory_bytes_per_second;
    if (!bytes.crossed) return;
    to->injection_bytes_per_second = injection_of(plan, &network);
    to->network_bytes_per_second = cluster->nodes * to->injection_bytes_per_second /
                                   to->fullest_crossings;
    if (bl_plan_shares_memory(plan)) node_rate /= 2; /* while it sends, it writes */
    double used = node_rate < to->injection_bytes_per_second ? node_rate
                                                             : to->injection_bytes_per_second;
    to->link_load = used / (cluster->nodes * bl_edges_even_rate(plan->node->carrier.edges));
    if (to->network_bytes_per_second >= to->bytes_per_second) return;
    to->bytes_per_second = to->network_bytes_per_second;
    to->clock = network;
}
