#include "plan/size/accesses.h"

#include <math.h>
#include "base/arena.h"
#include "base/diag.h"
#include "board/board.h"
#include "plan/size/buffers.h"
#include "plan/size/crossings.h"
#include "templates/range_text.h"

enum {
    LEAST_BURSTS = 32 /* of a writer: what its queues of bursts hold anyway */
};

static double clock_mhz(const struct bl_plan *plan, int clock) {
    return plan->program->cluster.clocks[clock].hertz / 1e6;
}

static double crossing_ns(const struct bl_plan *plan) {
    int clock = bl_memory_clock(plan);
    return clock ? BL_CROSSING_CYCLES * (1e3 / clock_mhz(plan, 0) + 1e3 / clock_mhz(plan, clock))
                 : 0;
}

static int burst_words(const struct bl_plan *plan) {
    const struct bl_memory *memory = &plan->program->cluster.memory;
    return memory->burst / memory->width;
}

/* A write waits for its response as long as a read for its data. */
static int write_bursts(const struct bl_plan *plan) {
    int most = bl_range_most("bl_writer", "MAX_OUTSTANDING"), bursts = LEAST_BURSTS;
    while (bursts < most && bursts * burst_words(plan) < plan->accesses.words + burst_words(plan))
        bursts *= 2;
    return bursts;
}

void bl_accesses_make(struct bl_plan *plan) {
    struct bl_accesses *accesses = &plan->accesses;
    double core = clock_mhz(plan, 0), memory = clock_mhz(plan, bl_memory_clock(plan));
    accesses->mhz = memory < core ? memory : core;
    accesses->crossing_ns = crossing_ns(plan);
    accesses->words = (plan->board->memory.read_ns + plan->board->memory.refresh_ns +
                       accesses->crossing_ns) *
                      accesses->mhz / 1e3;
    accesses->write_bursts = write_bursts(plan);
}

/* The longest reader queues for which the board has block RAM say how fast a word a cycle may come.
 */
void bl_accesses_check(const struct bl_plan *plan, struct bl_diags *diags) {
    const struct bl_buffer *queue = bl_plan_buffer(plan, "reader queue");
    int blocks = plan->board->block_rams.items[0].blocks, depth = queue->depth;
    if (queue->block_rams <= blocks) return;
    while (depth > BL_LEAST_QUEUE &&
           queue->count * bl_board_rams(plan->board, depth, queue->width_bits) > blocks)
        depth /= 2;
    double cycles = depth - burst_words(plan) -
                    (plan->accesses.crossing_ns > 0 ? 2 * BL_CROSSING_CYCLES : 0);
    double mhz =
        floor(1e4 * cycles / (plan->board->memory.read_ns + plan->board->memory.refresh_ns)) / 10;
    if (mhz < 1 || !(mhz < clock_mhz(plan, 0))) return; /* no clock helps */
    bl_report(diags, BL_MSG_PLAN_LIMIT, plan->program->cluster.clocks[0].range,
              bl_format(plan->arena,
                        "the memory of `%s` takes %g ns and refreshes for %g ns, for which %d "
                        "reader queues of %d words take %d block "
                        "RAMs, and the board has %d: a slower clock needs fewer",
                        plan->board->word, plan->board->memory.read_ns,
                        plan->board->memory.refresh_ns, queue->count, queue->depth,
                        queue->block_rams, blocks));
}
