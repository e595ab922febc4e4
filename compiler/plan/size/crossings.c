/* The crossings of a node: what, from which clock to which, how deep and why. */
#include "base/bits.h"
#include "plan/size/crossings.h"
#include "base/arena.h"
#include "ir/cut.h"
#include "ir/pass.h"

enum {
    LENGTH_BITS = 8,
    SIDE_CYCLES = 4 /* of either side, for a place to be seen as taken or as free */
};

static bool has_stage(const struct bl_plan *plan, enum bl_stage_role role) {
    for (int p = 0; p < plan->pass_count; p++)
        if (bl_stage_find(&plan->passes[p], role)) return true;
    return false;
}

int bl_memory_clock(const struct bl_plan *plan) { return plan->program->cluster.memory.clock; }

int bl_network_clock(const struct bl_plan *plan) { return bl_node_network_clock(plan->node); }

/* Whether the halves of the channels change places between the steps. */
static bool plan_swaps(const struct bl_plan *plan) {
    for (int i = 1; i < plan->step_count; i++)
        if (plan->steps[i].read_side != plan->steps[0].read_side) return true;
    return false;
}

struct list {
    const struct bl_plan *plan;
    struct bl_crossing *items;
    int count;
};

/* Words on their way while a place is taken, seen, read and seen as free, at a word in every cycle
 * of the slower side. */
static const char *stream_reason(const struct list *list, int from, int to) {
    const struct bl_clock *clocks = list->plan->program->cluster.clocks;
    const struct bl_clock *slow = clocks[from].hertz < clocks[to].hertz ? &clocks[from]
                                                                        : &clocks[to];
    double words = SIDE_CYCLES * slow->hertz / clocks[from].hertz +
                   SIDE_CYCLES * slow->hertz / clocks[to].hertz;
    return bl_format(list->plan->arena,
                     "A place is free again %d cycles of %s and %d of %s after it was taken, %.1f "
                     "words at one a cycle "
                     "of %s; "
                     "%d deep because a column of distributed RAM is.",
                     SIDE_CYCLES, clocks[from].name, SIDE_CYCLES, clocks[to].name, words,
                     slow->name, 1 << BL_CROSSING_LOG_DEPTH);
}

static void add(struct list *list, const char *name, int from, int to, int depth, int width,
                int count, const char *reason) {
    list->items[list->count++] = (struct bl_crossing){name, from, to, depth, width, count, reason};
}

static void add_stream(struct list *list, const char *name, int from, int to, int width,
                       int count) {
    add(list, name, from, to, 1 << BL_CROSSING_LOG_DEPTH, width, count,
        stream_reason(list, from, to));
}

static void add_memory(struct list *list, int memory) {
    const struct bl_cluster *cluster = &list->plan->program->cluster;
    int word = 8 * cluster->memory.width,
        channels = bl_lanes(cluster) * (plan_swaps(list->plan) ? 2 : 1);
    add_stream(list, "read requests", 0, memory, BL_ADDRESS_BITS + LENGTH_BITS, channels);
    add_stream(list, "read words", memory, 0, word + 1, channels);
    if (!has_stage(list->plan, BL_STAGE_WRITES)) return;
    add_stream(list, "write requests", 0, memory, BL_ADDRESS_BITS + LENGTH_BITS, channels);
    add_stream(list, "write words", 0, memory, word + word / 8 + 1, channels);
    add_stream(list, "write responses", memory, 0, 1, channels);
}

static void add_network(struct list *list, int network) {
    const struct bl_cluster *cluster = &list->plan->program->cluster;
    struct bl_cut cut = list->plan->node->carrier.cut;
    int lanes = bl_lanes(cluster), node = bl_index_bits(cluster->nodes);
    int word = bl_cut_bits(cut) + cut.elems + 3;
    add_stream(list, "words to the network", 0, network, word + node + bl_index_bits(lanes), lanes);
    add_stream(list, "words from the network", network, 0, word + node, lanes);
    add(list, "what the lanes take", 0, network, 1 << BL_SELECTION_LOG_DEPTH, lanes * (node + 2), 1,
        "Epoch and source change only when a source has ended, and while there is no room the "
        "newest waits: the least depth will do.");
    add(list, "nodes that are ready", network, 0, 0, 1, cluster->nodes,
        "Single bits that do not depend on each other: no queue, bl_synchroniser.");
}

int bl_plan_crossings(const struct bl_plan *plan, struct bl_crossing crossings[BL_MOST_CROSSINGS]) {
    struct list list = {plan, crossings, 0};
    if (bl_memory_clock(plan)) add_memory(&list, bl_memory_clock(plan));
    if (bl_network_clock(plan)) add_network(&list, bl_network_clock(plan));
    return list.count;
}
