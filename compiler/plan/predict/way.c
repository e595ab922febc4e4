/* The way of a step is the sum of its parts, each of which has a source:
     sequencer, reader, writer   the headers of their templates, below
     units of the route          the headers of their templates, in the files of their stages
     memory                      what the model of the board's memory takes when it was idle
     network                     latency of its edges, and what its row says of its circuits
     crossings of clocks         the headers of the crossings, below
   Counts are handed out beside what goes on: the longer of both is the way. */
#include "plan/predict/way.h"

#include <math.h>

#include "board/board.h"
#include "ir/carried/edges.h"
#include "ir/carried/node_model.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "memory/carried/dram_kinds.h"
#include "plan/route/cuts.h"
#include "plan/route/route.h"
#include "plan/size/channel.h"
#include "plan/size/crossings.h"
#include "plan/steps/place.h"

/* bl_sequencer: from a step that has ended to the start of the next one. bl_reader: from there to
   its request, and from the memory's word to the stream. bl_writer: from its last word to the
   memory's. Then from the last response until all units are seen to be idle, as measured. */
enum { START_CYCLES = 2, REQUEST_CYCLES = 3, QUEUE_CYCLES = 2, WRITER_CYCLES = 2, END_CYCLES = 3 };

/* bl_async_fifo, of which bl_read_crossing, bl_write_crossing and bl_port_crossing are made: there
   and back, 1 cycle of the first side and 3 of the other, both ways. */
enum { CROSSING_CYCLES = 4 };

struct ways {
    const struct bl_plan *plan;
    double hertz; /* of the core */
    struct bl_channel_way memory;
    struct bl_network_way network;
};

static double crossing_cycles(const struct ways *ways, int clock) {
    const struct bl_clock *clocks = ways->plan->program->cluster.clocks;
    return clock ? CROSSING_CYCLES * (1 + ways->hertz / clocks[clock].hertz) : 0;
}

/* To a word of the memory, or to its answer to one. */
static double memory_cycles(const struct ways *ways, int64_t ps) {
    return 1e-12 * (double)ps * ways->hertz + crossing_cycles(ways, bl_memory_clock(ways->plan));
}

static double network_cycles(const struct ways *ways) {
    double seconds = 1e-12 * (double)bl_edges_latency(ways->plan->node->carrier.edges) +
                     ways->network.seconds;
    return seconds * ways->hertz + crossing_cycles(ways, bl_network_clock(ways->plan));
}

static bool is_of(const struct bl_unit *unit, int step) { return unit->steps & bl_step_bit(step); }

/* From the start of a step to the first word of its stream. */
static double read_cycles(const struct ways *ways) {
    return START_CYCLES + REQUEST_CYCLES + memory_cycles(ways, ways->memory.read_ps) + QUEUE_CYCLES;
}

static double write_cycles(const struct ways *ways) {
    return WRITER_CYCLES + memory_cycles(ways, ways->memory.write_ps);
}

/* Through the units of a step, up to its exchange or to its end; those that count stand beside. */
static double units_cycles(const struct ways *ways, int step, bool to_exchange) {
    const struct bl_route *route = ways->plan->route;
    double cycles = 0;
    for (int i = 0; i < route->units.count; i++) {
        const struct bl_unit *unit = route->units.items[i];
        if (!is_of(unit, step) || unit == route->counter) continue;
        if (unit == route->exchange && to_exchange) break;
        cycles += unit->row->way(ways->plan, unit);
        if (unit == route->exchange) cycles += network_cycles(ways);
    }
    return cycles;
}

static double counted_cycles(const struct ways *ways, int step) {
    const struct bl_unit *counter = ways->plan->route->counter;
    return counter && is_of(counter, step) ? counter->row->way(ways->plan, counter) : 0;
}

static double way_cycles(const struct ways *ways, int step) {
    bool writes = bl_stage_find(bl_step_pass(ways->plan, &ways->plan->steps[step]),
                                BL_STAGE_WRITES);
    double moved = units_cycles(ways, step, false) + (writes ? write_cycles(ways) : 0);
    return read_cycles(ways) + fmax(moved, counted_cycles(ways, step)) + END_CYCLES;
}

/* In which a controller that is shared reads, before anything is there to be written. */
static double ahead_cycles(const struct ways *ways, int step) {
    return read_cycles(ways) - START_CYCLES - REQUEST_CYCLES + units_cycles(ways, step, false) +
           WRITER_CYCLES;
}

static int64_t period_ps(const struct bl_plan *plan, int clock) {
    return (int64_t)(1e12 / plan->program->cluster.clocks[clock].hertz + 0.5);
}

static struct bl_channel_way memory_way(const struct bl_plan *plan) {
    const struct bl_memory *memory = &plan->program->cluster.memory;
    if (memory->width > BL_MAX_WORD) return (struct bl_channel_way){0, 0};
    uint64_t base = 0;
    return bl_channel_way(
        bl_dram_kind_of_board(plan->board->memory.name),
        &(struct bl_channel_use){.bases = &base,
                                 .planes = 1,
                                 .word = memory->width,
                                 .burst = memory->burst,
                                 .turn = memory->burst,
                                 .core_ps = period_ps(plan, 0),
                                 .memory_ps = period_ps(plan, bl_memory_clock(plan))});
}

static struct bl_network_way network_way(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_carrier_row *row = cluster->network.carrier;
    if (!plan->route->exchange || !row->way) return (struct bl_network_way){.kept = 0};
    return row->way(cluster, &plan->node->carrier);
}

void bl_way_make(struct bl_plan *plan) {
    const struct ways ways = {.plan = plan,
                              .hertz = plan->program->cluster.clocks[0].hertz,
                              .memory = memory_way(plan),
                              .network = network_way(plan)};
    plan->prediction.gathered_words = ways.network.gathered;
    plan->prediction.kept_words = ways.network.kept;
    for (int i = 0; i < plan->step_count; i++) {
        struct bl_step *step = &plan->steps[i];
        step->way_cycles = way_cycles(&ways, i);
        step->ahead_cycles = ahead_cycles(&ways, i);
        if (plan->route->exchange && is_of(plan->route->exchange, i))
            step->greeted_cycles = ways.network.greeting * ways.hertz - read_cycles(&ways) -
                                   units_cycles(&ways, i, true);
    }
}
