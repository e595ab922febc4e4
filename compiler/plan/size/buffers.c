#include "plan/size/buffers.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/bits.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "board/board.h"
#include "ir/cut.h"
#include "ir/network.h"
#include "ir/pass.h"
#include "plan/size/counters.h"
#include "plan/route/crossbars.h"
#include "plan/size/crossings.h"
#include "plan/route/exchange.h"
#include "plan/size/links.h"
#include "node/regmap.h"
#include "templates/range_text.h"

enum {
    MLAB_WORDS = 32,
    ALWAYS = INT_MAX, /* of bl_fifo: any number of words in distributed RAM */
    PASS_MARKS = 3    /* of a word from a link to a lane: epoch, end, last */
};

/* Elements of a column in a word of a channel. */
static int elements(const struct bl_plan *plan) {
    return bl_cut_of_plane(&plan->program->cluster).elems;
}

const struct bl_buffer *bl_plan_buffer(const struct bl_plan *plan, const char *name) {
    for (int i = 0; i < plan->buffer_count; i++)
        if (!strcmp(plan->buffers[i].name, name)) return &plan->buffers[i];
    return NULL;
}

static int power_of_two(double least, int smallest) {
    int depth = smallest;
    while (depth < least) depth *= 2;
    return depth;
}

/* `deepest`: words that the buffer keeps in distributed RAM. */
__attribute__((format(printf, 7, 8))) static void add(struct bl_plan *plan, const char *name,
                                                      int deepest, int depth, int width, int count,
                                                      const char *format, ...) {
    char reason[512];
    int rams = depth > deepest ? count * bl_board_rams(plan->board, depth, width) : 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    plan->buffers = bl_grow(plan->arena, plan->buffers, plan->buffer_count, &plan->buffer_capacity,
                            sizeof *plan->buffers);
    plan->buffers[plan->buffer_count++] = (struct bl_buffer){
        name, depth, width, count, rams, bl_strdup(plan->arena, reason)};
}

static const struct bl_stage *find_in_plan(const struct bl_plan *plan, enum bl_stage_role role) {
    for (int p = 0; p < plan->pass_count; p++) {
        const struct bl_stage *stage = bl_stage_find(&plan->passes[p], role);
        if (stage) return stage;
    }
    return NULL;
}

static void reader_queue(struct bl_plan *plan) {
    const struct bl_memory *memory = &plan->program->cluster.memory;
    const struct bl_accesses *accesses = &plan->accesses;
    int burst = memory->burst / memory->width;
    const char *crossing = accesses->crossing_ns > 0
                               ? bl_format(plan->arena,
                                           " and %.3g ns for the crossings to its clock and back",
                                           accesses->crossing_ns)
                               : "";
    add(plan, "reader queue", MLAB_WORDS, power_of_two(accesses->words + burst, BL_LEAST_QUEUE),
        8 * memory->width + 4, bl_lanes(&plan->program->cluster),
        "A word a cycle must be on its way while the memory takes %g ns%s and through a refresh of "
        "%g ns: %.0f cycles at %g MHz, and a burst of %d word%s more.",
        plan->board->memory.read_ns, crossing, plan->board->memory.refresh_ns, accesses->words,
        accesses->mhz, burst, bl_ending(burst, "s"));
}

static void writer_queue(struct bl_plan *plan) {
    const struct bl_memory *memory = &plan->program->cluster.memory;
    double refresh = plan->board->memory.refresh_ns * plan->accesses.mhz / 1e3;
    int burst = memory->burst / memory->width, bits = 8 * memory->width;
    add(plan, "writer queue", MLAB_WORDS,
        power_of_two(refresh, 2 * burst > BL_LEAST_QUEUE ? 2 * burst : BL_LEAST_QUEUE),
        bits + elements(plan), bl_lanes(&plan->program->cluster),
        "A channel that refreshes takes nothing for %g ns, %.0f words at %g MHz; and two bursts of "
        "%d word%s, one in, one out. Up to %d bursts wait for their response.",
        plan->board->memory.refresh_ns, refresh, plan->accesses.mhz, burst, bl_ending(burst, "s"),
        plan->accesses.write_bursts);
}

static void memory_queues(struct bl_plan *plan) {
    reader_queue(plan);
    if (find_in_plan(plan, BL_STAGE_WRITES)) writer_queue(plan);
}

static void table_buffer(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    const struct bl_stage *table = find_in_plan(plan, BL_STAGE_STEERS);
    if (!table) return;
    int elems = elements(plan), bits = bl_index_bits(bl_lanes(cluster));
    add(plan, "destination table", MLAB_WORDS, 2 * cluster->memory.strip, elems * bits,
        bl_lanes(cluster),
        "Two strips of %d words, one that fills while the other steers; %d elements a word with a "
        "destination of %d bits each.",
        cluster->memory.strip, elems, bits);
}

static void crossbar_queues(struct bl_plan *plan) {
    const struct bl_crossbar_shape *shape;
    for (int at = 0; (shape = bl_plan_crossbar(plan, &at));) {
        int ports = (shape->inputs < 2 ? 1 : 2) * shape->elems;
        add(plan, "crosspoint queue", MLAB_WORDS, MLAB_WORDS, shape->elem_bits,
            bl_crossbar_points(shape),
            "One per element of an input word and output (%d x %d x %d x %d), so that nobody waits "
            "for another's destination; %d deep "
            "because a column of distributed RAM is.",
            shape->groups, shape->inputs, shape->elems, shape->outputs, MLAB_WORDS);
        add(plan, "bank queue", MLAB_WORDS, MLAB_WORDS, shape->elem_bits, bl_crossbar_banks(shape),
            "%d banks an output take up to %d elements a cycle while a word of %d leaves; %d deep "
            "because a column of distributed RAM is.",
            ports, ports, shape->elems, MLAB_WORDS);
    }
}

static void link_buffers(struct bl_plan *plan) {
    const struct bl_carrier *carrier = &plan->node->carrier;
    if (!carrier->joined) return;
    add(plan, "link receive buffer", MLAB_WORDS, 1 << carrier->links.log_depth, carrier->flit_bits,
        plan->program->cluster.nodes, "%s", bl_links_reason(plan));
}

/* Of bl_endpoint, both ways, where a lane and a link each serve several of the other. */
static void pair_queues(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int pairs = bl_exchange_pairs(cluster), packet = plan->node->carrier.links.lane_words;
    if (!find_in_plan(plan, BL_STAGE_TO_NODE) || !pairs) return;
    add(plan, "link send queue", ALWAYS, power_of_two(2 * packet + 4, MLAB_WORDS),
        plan->node->carrier.flit_bits, pairs,
        "One for each lane and link that it shares with other lanes, so that a lane goes on to "
        "another link: a packet of %d flits that goes, one that comes, and four between.",
        packet);
    add(plan, "link arrival queue", MLAB_WORDS, MLAB_WORDS,
        bl_cut_bits(plan->node->carrier.cut) + plan->node->carrier.cut.elems + PASS_MARKS, pairs,
        "One for each link and lane that it shares with other links, so that a link goes on to "
        "another lane; %d deep because a column of distributed RAM is.",
        MLAB_WORDS);
}

static void counters_buffer(struct bl_plan *plan) {
    const struct bl_counters counters = bl_plan_counters(plan);
    if (!counters.block ||
        counters.bits[0] + counters.bits[1] > bl_range_most("bl_histogram", "BIN_W"))
        return;
    add(plan, "histogram counters", MLAB_WORDS, 1 << (counters.bits[0] + counters.bits[1]),
        BL_COUNTER_BITS, counters.places,
        "A counter for every value, in each place of an element of each lane, so that all are "
        "counted in one cycle and equal values do "
        "not wait for each other.");
}

/* Rows of counts, as the host reads them. */
static void kept_counts(struct bl_plan *plan) {
    struct bl_counters counters = bl_plan_counters(plan);
    int bits = counters.bits[0] + counters.bits[1];
    if (!plan->program->counted_count || bits > bl_range_most("bl_histogram", "BIN_W")) return;
    int rows = (1 << bits) / BL_ROW_COUNTS;
    add(plan, "kept counts", MLAB_WORDS, rows > 1 ? rows : 1, BL_ROW_COUNTS * BL_COUNTER_BITS,
        plan->program->counted_count,
        "The counts of a histogram that is a result stay for the host, %d in a row, while others "
        "are counted.",
        BL_ROW_COUNTS);
}

void bl_buffers_make(struct bl_plan *plan) {
    memory_queues(plan);
    table_buffer(plan);
    kept_counts(plan);
    crossbar_queues(plan);
    link_buffers(plan);
    pair_queues(plan);
    bl_counters_settle(plan);
    counters_buffer(plan);
}
