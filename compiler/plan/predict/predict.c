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
#include <math.h>

#include "base/arena.h"
#include "board/board.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "ir/plan.h"
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

/* When the network's greeting ends late, all but what lies between the nodes has gone on beside. */
static double after_step(const struct bl_step *step, double before,
                         const struct bl_step_words *words) {
    double begun = before + words->cycles,
           greeted = words->link_cycles > 0 ? step->greeted_cycles + words->link_cycles : 0;
    return fmax(begun, greeted) + step->way_cycles;
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
    struct bl_step_words *words = BL_NEW(plan->arena, struct bl_step_words, plan->step_count);
    struct bl_bound bound = bl_bound_make(plan, counts, nodes * records, words);
    expected.bound_cycles = bound.cycles;
    for (int i = 0; i < plan->step_count; i++)
        expected.cycles = after_step(&plan->steps[i], expected.cycles, &words[i]);
    double bytes = (double)(nodes * records) * plan->prediction.counted_bytes;
    expected.bytes_per_second = bytes / expected.cycles * cluster->clocks[0].hertz;
    return expected;
}

void bl_prediction_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_prediction *to = &plan->prediction;
    int moved, crossed, written, network;
    bl_way_make(plan);
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
