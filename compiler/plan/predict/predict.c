/* The peak: T = N * min(W * M * C / A, B / m), the published model of the counting sort, in bytes
   of what is counted. N nodes, W bytes a channel a cycle, M channels read at a time, C the core's
   clock or the memory's where that is slower, B = N * rate of a pair of nodes when all pairs send
   alike (edges.h; of a mesh: a link's payload rate, and a node's own traffic is a link), but at
   most a word in a cycle of the network (with a clock of its own it carries at most a word of every
   lane in a cycle of the slower one, its own or the core's), A passes, m crossings of the network.
   Counted are the bytes of the record's first column, or of all columns where all travel together.
   A pass that moves more or fewer bytes of a record than are counted weighs as many passes: that is
   how 4-byte keys with 4-byte values that are zipped in one of their passes only are predicted with
   the same formula.

   The prediction for a number of records: the bound of every step with what its channels wait for
   rows (bound.h), and the fixed way of its first and last word. */
#include "base/arena.h"
#include "board/board.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/predict/bound.h"
#include "plan/predict/predict.h"
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
    double bytes = bl_cut_bits(bl_cut_of_exchange(plan)) / 8.0;
    double word = bytes * cluster->clocks[network].hertz;
    double link = bl_edges_even_rate(plan->edges);
    double payload = cluster->nodes * (link < word ? link : word);
    double words = bytes * bl_lanes(cluster) * cluster->clocks[slower(cluster, network)].hertz;
    bool by_lanes = network && words < payload;
    *clock = by_lanes ? slower(cluster, network) : word < link ? network : -1;
    return by_lanes ? words : payload;
}

/* Bytes of a record that all passes move, those that cross the network, and those that are written.
 */
static void count_bytes(struct bl_plan *plan, int *moved, int *crossed, int *written) {
    *moved = *crossed = *written = 0;
    for (int p = 0; p < plan->pass_count; p++) {
        int bytes = bytes_moved(&plan->passes[p]);
        *moved += bytes;
        const struct bl_stage *exchange = bl_stage_find(&plan->passes[p], BL_STAGE_TO_NODE),
                              *write = bl_stage_find(&plan->passes[p], BL_STAGE_WRITES);
        if (exchange) *crossed += bytes_crossed(plan, &plan->passes[p], exchange);
        if (write) *written += bl_stage_bits(write) / 8;
        if (write && bl_stage_bits(write) / 8 > bytes) *moved += bl_stage_bits(write) / 8 - bytes;
        int together = bytes_together(plan, &plan->passes[p]);
        if (together > plan->prediction.moved_bytes) plan->prediction.moved_bytes = together;
    }
}

/* Cycles of the circuits that a word passes: sequencer, reader and writer of a step; a crossbar; a
   table; both ends of an exchange; the counters of a histogram before the first count is handed out
   and cleared, to which bl_histogram adds a cycle for each set of counters, two in block RAM, and
   one for each number. */
enum {
    STEP_CYCLES = 12,
    CROSSBAR_CYCLES = 10,
    TABLE_CYCLES = 12,
    EXCHANGE_CYCLES = 10,
    COUNTER_CYCLES = 2
};

static double crossing_cycles(const struct bl_plan *plan, int clock) {
    const struct bl_clock *clocks = plan->program->cluster.clocks;
    return clock ? BL_CROSSING_CYCLES * (1 + clocks[0].hertz / clocks[clock].hertz) : 0;
}

/* The memory's way: to the first word read and from the last word written to its response. */
static double memory_cycles(const struct bl_plan *plan) {
    double core = plan->program->cluster.clocks[0].hertz;
    return 1e-9 * plan->board->memory.read_ns * core + crossing_cycles(plan, bl_memory_clock(plan));
}

static double exchange_cycles(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    double link = 1e-12 * (double)bl_edges_latency(plan->edges) * cluster->clocks[0].hertz;
    return EXCHANGE_CYCLES + link + crossing_cycles(plan, bl_network_clock(plan));
}

static double counter_cycles(const struct bl_plan *plan) {
    struct bl_counters counters = bl_plan_counters(plan);
    return COUNTER_CYCLES + (counters.block ? 2.0 : 1.0) * counters.places +
           (double)(UINT64_C(1) << (counters.bits[0] + counters.bits[1]));
}

static double stage_cycles(const struct bl_plan *plan, enum bl_stage_role role) {
    if (role == BL_STAGE_COUNTS) return counter_cycles(plan);
    if (role == BL_STAGE_TO_CHANNEL) return CROSSBAR_CYCLES;
    if (role == BL_STAGE_STEERS) return TABLE_CYCLES;
    return role == BL_STAGE_TO_NODE ? exchange_cycles(plan) : 0;
}

/* Around a stage, and to make words full that it has left gaps in. */
enum { OWN_CYCLES = 1, PACKER_CYCLES = 5 };

static double own_cycles(const struct bl_own *own) {
    return OWN_CYCLES + own->latency + (own->keeps ? PACKER_CYCLES : 0);
}

/* Words that wait for those of the planes behind them: where planes are joined to records, and
   where records are split again. */
static double turn_cycles(const struct bl_plan *plan, const struct bl_step *step) {
    static const enum bl_stage_role roles[] = {BL_STAGE_READS, BL_STAGE_WRITES};
    double words = 0;
    if (step->pass_count > 1) return 0; /* by strips: nothing is joined */
    for (int i = 0; i < 2; i++) {
        const struct bl_stage *stage = bl_stage_find(&plan->passes[step->first_pass], roles[i]);
        if (stage)
            words += (bl_stage_planes(&plan->program->cluster, stage) - 1) *
                     plan->accesses.turn_words;
    }
    return words;
}

static double way_cycles(const struct bl_plan *plan, const struct bl_step *step) {
    double cycles = STEP_CYCLES + memory_cycles(plan) + turn_cycles(plan, step);
    for (int p = step->first_pass; p < step->first_pass + step->pass_count; p++)
        for (int s = 0; s < plan->passes[p].stage_count; s++)
            cycles += plan->passes[p].stages[s].own
                          ? own_cycles(plan->passes[p].stages[s].own)
                          : stage_cycles(plan, plan->passes[p].stages[s].row->role);
    return cycles;
}

static uint64_t *even(const struct bl_plan *plan, int places, uint64_t records) {
    uint64_t *counts = BL_NEW(plan->arena, uint64_t, places);
    for (int i = 0; i < places; i++) counts[i] = records;
    return counts;
}

struct bl_expected bl_expected_even(const struct bl_plan *plan, uint64_t records) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    uint64_t lanes = (uint64_t)bl_lanes(cluster), nodes = (uint64_t)cluster->nodes;
    uint64_t *channel = even(plan, (int)(nodes * lanes), (records + lanes - 1) / lanes);
    uint64_t *pair = even(plan, (int)(nodes * nodes), (records + nodes - 1) / nodes);
    struct bl_step_counts *counts = BL_NEW(plan->arena, struct bl_step_counts, plan->step_count);
    for (int i = 0; i < plan->step_count; i++) {
        const struct bl_pass *pass = bl_step_pass(plan, &plan->steps[i]);
        counts[i] = (struct bl_step_counts){channel,
                                            bl_stage_find(pass, BL_STAGE_WRITES) ? channel : NULL,
                                            bl_stage_find(pass, BL_STAGE_TO_NODE) ? pair : NULL};
    }
    struct bl_expected expected = {0};
    struct bl_bound bound = bl_bound_make(plan, counts, nodes * records);
    expected.bound_cycles = bound.cycles;
    expected.cycles = bound.waited_cycles;
    for (int i = 0; i < plan->step_count; i++) expected.cycles += plan->steps[i].way_cycles;
    double bytes = (double)(nodes * records) * plan->prediction.counted_bytes;
    expected.bytes_per_second = bytes / expected.cycles * cluster->clocks[0].hertz;
    return expected;
}

void bl_prediction_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_prediction *to = &plan->prediction;
    int moved, crossed, written, network;
    for (int i = 0; i < plan->step_count; i++)
        plan->steps[i].way_cycles = way_cycles(plan, &plan->steps[i]);
    to->counted_bytes = bytes_counted(plan);
    count_bytes(plan, &moved, &crossed, &written);
    bool shared = bl_plan_shares_memory(plan);
    to->clock = slower(cluster, bl_memory_clock(plan));
    to->word_hertz = cluster->clocks[to->clock].hertz;
    double node_rate = (double)cluster->memory.width * bl_lanes(cluster) * to->word_hertz;
    to->crossings = (double)crossed / to->counted_bytes;
    to->is_bound = crossed && cluster->network.row->reached;
    to->effective_passes = (double)moved / to->counted_bytes;
    to->memory_passes = to->effective_passes + (shared ? (double)written / to->counted_bytes : 0);
    to->memory_bytes_per_second = cluster->nodes * node_rate / to->memory_passes;
    to->bytes_per_second = to->memory_bytes_per_second;
    if (!crossed) return;
    to->injection_bytes_per_second = injection_of(plan, &network);
    to->network_bytes_per_second = cluster->nodes * to->injection_bytes_per_second *
                                   to->counted_bytes / crossed;
    if (shared) node_rate /= 2; /* while it sends, it writes */
    double used = node_rate < to->injection_bytes_per_second ? node_rate
                                                             : to->injection_bytes_per_second;
    to->link_load = used / (cluster->nodes * bl_edges_even_rate(plan->edges));
    if (to->network_bytes_per_second >= to->bytes_per_second) return;
    to->bytes_per_second = to->network_bytes_per_second;
    to->clock = network;
}
