#include "plan/size/buffers.h"
#include "plan/size/counters.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/diag.h"
#include "board/board.h"
#include "templates/cost.h"
#include "ir/cut.h"
#include "ir/pass.h"
#include "plan/route/exchange.h"
#include "templates/range_text.h"

enum { MOST_DISTRIBUTED = 10 /* bits of a counter's number in distributed RAM */ };

static void take(struct bl_counters *counters, const struct bl_stage *histogram) {
    if (!counters->stage) counters->stage = counters->widest[0] = histogram;
    for (int f = 0; f < histogram->function_count; f++)
        if (histogram->functions[f]->bits > counters->bits[f]) {
            counters->bits[f] = histogram->functions[f]->bits;
            counters->widest[f] = histogram;
        }
}

struct bl_counters bl_plan_counters(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_counters counters = {.bits = {1, 0}};
    int lanes = bl_lanes(cluster), flows = lanes * bl_lane_nodes(cluster);
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_pass *pass = &plan->passes[p];
        const struct bl_stage *read = bl_stage_find(pass, BL_STAGE_READS),
                              *histogram = bl_stage_find(pass, BL_STAGE_COUNTS);
        counters.sized |= bl_stage_find(pass, BL_STAGE_TO_NODE) &&
                          bl_exchange_end(cluster, pass) == BL_END_HISTOGRAM;
        if (!histogram) continue;
        take(&counters, histogram);
        int places = lanes * bl_cut_of_read(cluster, read).elems;
        if (counters.places < places) counters.places = places;
    }
    if (counters.sized && counters.bits[0] < bl_log2(flows)) counters.bits[0] = bl_log2(flows);
    counters.block = plan->counters_in_block;
    return counters;
}

static int rams_of(const struct bl_plan *plan, const struct bl_counters *counters, int bits) {
    return counters->places * bl_board_rams(plan->board, 1 << bits, BL_COUNTER_BITS);
}

/* What the other buffers leave of the board's block RAM. */
static int rams_left(const struct bl_plan *plan) {
    int left = plan->board->block_rams.items[0].blocks;
    for (int i = 0; i < plan->buffer_count; i++)
        if (&plan->buffers[i] != bl_plan_buffer(plan, "histogram counters"))
            left -= plan->buffers[i].block_rams;
    return left;
}

/* What the counters take of the device: of its logic and of its block RAM, added. */
static double share(const struct bl_plan *plan, const struct bl_counters *counters, bool block) {
    const struct bl_board *board = plan->board;
    const int values[BL_COST_PARAMETERS] = {
        counters->places, 1, counters->bits[0] + counters->bits[1], BL_COUNTER_BITS, 1, block};
    const struct bl_cost cost = bl_cost_of(bl_cost_find("bl_histogram"), board, values, false);
    const struct bl_resources takes = bl_cost_weigh(&cost, board);
    return takes.logic / board->logic + takes.block_ram / board->block_rams.items[0].blocks;
}

void bl_counters_settle(struct bl_plan *plan) {
    const struct bl_counters counters = bl_plan_counters(plan);
    int bits = counters.bits[0] + counters.bits[1];
    if (!counters.stage) return;
    plan->counters_in_block = bits > MOST_DISTRIBUTED ||
                              (rams_of(plan, &counters, bits) <= rams_left(plan) &&
                               share(plan, &counters, true) < share(plan, &counters, false));
}

static void report(const struct bl_counters *counters, struct bl_diags *diags, const char *text) {
    const struct bl_stage *stage = counters->widest[counters->bits[1] > counters->bits[0]];
    struct bl_diagnostic *diagnostic = bl_report(diags, BL_MSG_PLAN_LIMIT, stage->range, text);
    if (counters->bits[1] && counters->widest[0] != counters->widest[1])
        bl_note(diags, diagnostic, counters->widest[stage == counters->widest[0]]->range,
                "the same counters serve this one too");
}

void bl_counters_check(const struct bl_plan *plan, struct bl_diags *diags) {
    struct bl_counters counters = bl_plan_counters(plan);
    int bits = counters.bits[0] + counters.bits[1], most = bl_range_most("bl_histogram", "BIN_W"),
        left = rams_left(plan), fit = bits;
    if (!counters.stage || !counters.block) return;
    if (bits > most) {
        report(&counters, diags,
               bl_format(plan->arena,
                         "the counters of the program's histograms have numbers of %d bits, %d of "
                         "the first and %d of the second "
                         "function%s, and %d are possible: count by fewer bits, or by one function",
                         bits, counters.bits[0], counters.bits[1],
                         counters.sized
                             ? " (of the first as many as the flows of an exchange need, at least)"
                             : "",
                         most));
        return;
    }
    while (fit > MOST_DISTRIBUTED && rams_of(plan, &counters, fit) > left) fit--;
    if (fit == bits) return;
    report(&counters, diags,
           bl_format(plan->arena,
                     "2^%d counters in each of %d places of an element take %d block RAMs, and of "
                     "those of `%s` %d are left: "
                     "count by at most %d bits",
                     bits, counters.places, rams_of(plan, &counters, bits), plan->board->word, left,
                     fit));
}
