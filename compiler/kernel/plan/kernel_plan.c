#include "kernel/plan/kernel_plan.h"

#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "board/board.h"
#include "ir/network.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/kernel_program.h"
#include "node/node.h"

enum {
    LEAST_LOG_BUFFER = 4,
    MOST_LOG_BUFFER = 15,
    CIRCUIT_CYCLES = 16,  /* of a port's clock, without what lies beyond it, until data come */
    MOST_QUEUE = 1 << 29, /* words; more than any template takes */
    MOST_LOG_PIECE = 9,   /* a burst of 16 words is what a writer keeps until it is complete */
    LEAST_LOG_PATIENCE = 4,
    MOST_LOG_PATIENCE = 14
};

/* How long an end waits for a channel on which a kernel has failed: longer than words are on their
   way, and shorter than what a simulation takes for a standstill. */
static const double PATIENCE_S = 15e-6;

/* ---- registers */

const char *bl_kernel_argument_net(struct bl_arena *arena, int kernel, const char *argument) {
    return bl_format(arena, "argument%d_%s", kernel, argument);
}

const char *bl_kernel_own_argument_net(struct bl_arena *arena, int own, const char *argument) {
    return bl_format(arena, "own_argument%d_%s", own, argument);
}

/* Its net is called KIND_OF_WHAT. */
static void add(struct bl_arena *arena, struct bl_registers *list, const char *kind, const char *of,
                const char *what, bool config, const char *help) {
    const char *name = bl_format(arena, "%s_%s", of, what);
    bl_registers_add(arena, list, name, config, 1, help)->net = bl_format(arena, "%s_%s", kind,
                                                                          name);
}

/* Arguments are nets by the number of their kernel: names alone could meet those of another one. */
static void add_kernel(struct bl_arena *arena, struct bl_registers *list,
                       const struct bl_kernel *kernel, int number) {
    for (int i = 0; i < kernel->argument_count; i++)
        bl_registers_add(arena, list, bl_format(arena, "%s.%s", kernel->name, kernel->arguments[i]),
                         true, 1, "an argument")
            ->net = bl_kernel_argument_net(arena, number, kernel->arguments[i]);
    add(arena, list, "kernel", kernel->name, "go", true,
        "another number than before starts the kernel");
    add(arena, list, "kernel", kernel->name, "seen", true,
        "its state as the host has seen it; with bit 16 another one interrupts");
    add(arena, list, "kernel", kernel->name, "state", false,
        "bits 31..24 its error, at once, 15..0 the number of the last start that has ended");
    add(arena, list, "kernel", kernel->name, "clocks_low", false, "cycles of the last start");
    add(arena, list, "kernel", kernel->name, "clocks_high", false, "and above 2^32");
    add(arena, list, "kernel", kernel->name, "waits", false,
        "bits 31..16 its step, or the one that failed; bit 8: it runs; bit 7: its end 6..0 waits");
    add(arena, list, "kernel", kernel->name, "missing", false,
        "units of 4 bytes that the end waits for; with an error the address in memory");
}

static void add_own(struct bl_arena *arena, struct bl_registers *list,
                    const struct bl_kernel_own *own, int number) {
    for (int i = 0; i < own->argument_count; i++)
        bl_registers_add(arena, list, bl_format(arena, "%s.%s", own->name, own->arguments[i]), true,
                         1, "an argument of a module")
            ->net = bl_kernel_own_argument_net(arena, number, own->arguments[i]);
}

/* What is missing of channels: counts, and the gaps, one behind the other. */
static void add_gaps(struct bl_arena *arena, struct bl_registers *list,
                     const struct bl_kernels *kernels) {
    static const char *const helps[][2] = {
        {"count", "units of 4 bytes of the gap that is shown; 0: there is none"},
        {"channel", "its channel"},
        {"at", "its first unit, from the channel's joining on"}};
    for (int i = 0; i < kernels->channel_count; i++)
        add(arena, list, "channel", kernels->channels[i].name, "lost", false,
            "units of 4 bytes that were missing, modulo 2^32");
    bl_registers_add(arena, list, BL_KERNEL_GAPS, true, 1,
                     "bit 0: gaps are shown, and zeros wait; another number in 31..16 takes one")
        ->net = BL_KERNEL_GAPS;
    for (int i = 0; i < 3; i++) {
        const char *name = bl_format(arena, BL_KERNEL_GAPS "_%s", helps[i][0]);
        bl_registers_add(arena, list, name, false, 1, helps[i][1])->net = name;
    }
}

const char *bl_kernel_lost_net(struct bl_arena *arena, const char *channel) {
    return bl_format(arena, "channel_%s_lost", channel);
}

static struct bl_registers make_registers(struct bl_arena *arena,
                                          const struct bl_kernels *kernels) {
    struct bl_registers list = {0};
    for (int i = 0; i < kernels->kernel_count; i++)
        add_kernel(arena, &list, &kernels->kernels[i], i);
    for (int i = 0; i < kernels->own_count; i++) add_own(arena, &list, &kernels->owns[i], i);
    for (int i = 0; i < kernels->memory_count; i++) {
        if (!bl_kernels_use(kernels, i) || !bl_kernel_memory_row(&kernels->memories[i])->on_bus)
            continue;
        add(arena, &list, "memory", kernels->memories[i].name, "base_low", true,
            "bus address of the memory");
        add(arena, &list, "memory", kernels->memories[i].name, "base_high", true,
            "and its bits above 2^32");
        add(arena, &list, "memory", kernels->memories[i].name, "limit", true,
            "bytes of the memory / 4; moves beyond fail, all of them while it is 0");
    }
    for (int i = 0; i < kernels->channel_count; i++) {
        if (!bl_kernel_by_host(&kernels->channels[i])) continue;
        add(arena, &list, "channel", kernels->channels[i].name, "to", true,
            "bit 31: the node sends, to node bits 7..0");
        add(arena, &list, "channel", kernels->channels[i].name, "from", true,
            "bit 31: the node receives, from node bits 7..0");
    }
    if (bl_kernels_unreliable(kernels)) add_gaps(arena, &list, kernels);
    if (kernels->channel_count + kernels->bundle_count)
        bl_registers_add(arena, &list, BL_KERNEL_MARKS, false, 1,
                         "bit c: a kernel on channel c, of any node, has failed")
            ->net = BL_KERNEL_MARKS;
    if (!bl_kernels_received(kernels)) return list;
    bl_registers_add(arena, &list, BL_KERNEL_DROP, true, 1,
                     "bit c: while no kernel receives from channel c its words are dropped")
        ->net = BL_KERNEL_DROP;
    bl_registers_add(arena, &list, BL_KERNEL_DROPPED, false, 1,
                     "units of 4 bytes that were dropped, modulo 2^32")
        ->net = BL_KERNEL_DROPPED;
    return list;
}

static uint32_t find_register(const struct bl_node *node, const char *name) {
    const struct bl_register *reg = bl_regmap_find(node->registers, name);
    return reg ? bl_register_address(reg, 0) : 0;
}

uint32_t bl_kernel_register(const struct bl_node *node, const char *of, const char *what) {
    return find_register(node, bl_format(node->arena, "%s_%s", of, what));
}

uint32_t bl_kernel_marks_register(const struct bl_node *node) {
    return find_register(node, BL_KERNEL_MARKS);
}

uint32_t bl_kernel_drop_register(const struct bl_node *node) {
    return find_register(node, BL_KERNEL_DROP);
}
uint32_t bl_kernel_dropped_register(const struct bl_node *node) {
    return find_register(node, BL_KERNEL_DROPPED);
}

uint32_t bl_kernel_gaps_register(const struct bl_node *node) {
    return find_register(node, BL_KERNEL_GAPS);
}

uint32_t bl_kernel_own_register(const struct bl_node *node, const struct bl_kernel_own *own) {
    if (!own->argument_count) return 0;
    return find_register(node, bl_format(node->arena, "%s.%s", own->name, own->arguments[0]));
}

/* ---- sizes */

/* The queue holds the words on their way from a request to its data, at a word a cycle of the
   port's clock, and two bursts. */
static struct bl_kernel_port_sizes port_sizes(const struct bl_cluster *cluster, int clock,
                                              int64_t read_ps, int log_piece) {
    double words = 1e-12 * (double)read_ps * cluster->clocks[clock].hertz + CIRCUIT_CYCLES;
    if (words > MOST_QUEUE) words = MOST_QUEUE;
    int piece = (1 << log_piece) / BL_KERNEL_WORD_BYTES;
    return (struct bl_kernel_port_sizes){.log_piece = log_piece,
                                         .log_queue = bl_log2((int)words + 2 * piece),
                                         .clock = clock,
                                         .read_ps = read_ps};
}

/* Of the slowest memory on the bus, as one queue has the words of all. */
static int64_t host_read_ps(const struct bl_host *host) {
    bool gpu = host->gpus && host->gpu_read_ps > host->read_ps;
    return host->jitter_ps + (gpu ? host->gpu_read_ps : host->read_ps);
}

static struct bl_kernel_sizes sizes_of(const struct bl_cluster *cluster,
                                       const struct bl_kernels *kernels) {
    int words = 4, bundle = 4, piece = bl_min(MOST_LOG_PIECE, bl_log2(cluster->host->request));
    int64_t card_ps = (int64_t)(cluster->board->memory.read_ns * 1e3);
    for (int i = 0; i < kernels->channel_count; i++)
        words = bl_max(words, kernels->channels[i].words);
    for (int i = 0; i < kernels->bundle_count; i++)
        bundle = bl_max(bundle, kernels->bundles[i].words);
    const double hertz = cluster->clocks[0].hertz;
    return (struct bl_kernel_sizes){
        .log_patience = bl_max(LEAST_LOG_PATIENCE,
                               bl_min(MOST_LOG_PATIENCE, bl_log2((int)(PATIENCE_S * hertz)))),
        .host = port_sizes(cluster, cluster->host->clock, host_read_ps(cluster->host), piece),
        .card = port_sizes(cluster, cluster->memory.clock, card_ps, MOST_LOG_PIECE),
        .log_channel = bl_log2(words),
        .log_bundle = bl_log2(bundle)};
}

/* ---- the node */

static struct bl_carrier carrier_of(const struct bl_kernels *kernels) {
    const struct bl_cut cut = {BL_KERNEL_WORD_GRANULES, 8 * BL_KERNEL_GRANULE};
    return bl_carrier_of(cut, bl_max(1, kernels->channel_count + kernels->bundle_count));
}

static struct bl_node *make_node(struct bl_arena *arena, const struct bl_program *program,
                                 const struct bl_kernels *kernels) {
    const struct bl_carrier carrier = carrier_of(kernels);
    const bool channels = kernels->channel_count + kernels->bundle_count > 0;
    const struct bl_node_needs needs = {.as_run = "",
                                        .channels = bl_kernels_cards(kernels),
                                        .word_bytes = BL_KERNEL_WORD_BYTES,
                                        .joined = program->cluster.nodes > 1 && channels,
                                        .cut = carrier.cut,
                                        .streams = carrier.streams,
                                        .registers = make_registers(arena, kernels)};
    return bl_node_make(arena, program, &needs);
}

/* What is on a link at once: the carrier frees a flit as it arrives. */
static int log_buffer(const struct bl_kernels_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int flits = bl_max(plan->sizes.log_channel, plan->sizes.log_bundle);
    if (cluster->network.carrier->channels) /* rows as wide as the port, not words */
        return flits;
    if (cluster->network.carrier->sizes)
        flits = bl_log2(cluster->network.carrier->sizes(cluster, &plan->node->carrier).flits + 1);
    return bl_min(MOST_LOG_BUFFER, bl_max(LEAST_LOG_BUFFER, flits));
}

struct bl_kernels_plan *bl_kernels_plan(struct bl_arena *arena, const struct bl_program *program) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    struct bl_kernels_plan *plan = BL_NEW(arena, struct bl_kernels_plan, 1);
    *plan = (struct bl_kernels_plan){
        .arena = arena,
        .program = program,
        .kernels = kernels,
        .board = program->cluster.board,
        .node = make_node(arena, program, kernels),
        .sizes = sizes_of(&program->cluster, kernels),
        .copies = {bl_kernels_plan_copies(kernels, false), bl_kernels_plan_copies(kernels, true)}};
    if (program->cluster.nodes == 1) return plan;
    for (int i = 0; i < kernels->channel_count; i++)
        plan->node->carrier.barriers += kernels->channels[i].meets;
    plan->node->carrier.links.flit_cycles = 1;
    plan->node->carrier.links.log_depth = log_buffer(plan);
    return plan;
}
