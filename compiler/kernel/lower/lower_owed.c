/* What kernels wait for, and the marks of channels on which one has failed. */
#include "base/arena.h"
#include "base/bits.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/lower/lower_inner.h"
#include "kernel/plan/kernel_plan.h"

enum { TVALID, TREADY, TKEEP = 3 }; /* parts of a stream */

/* ---- the ends of a kernel */

static const struct {
    const char *name;
    int width;
} NETS[] = {{"waiting", 8}, {"owes", 32}, {"failed", 1}, {"starved", 1}, {"move_length", 32}};
enum { NET_COUNT = sizeof NETS / sizeof *NETS, OF_THE_CIRCUIT = 2 };

/* A net with the kernel's prefix. */
static const char *of(struct bl_kernel_lowering *kl, const char *prefix, const char *what) {
    return bl_format(kl->lo->arena, "%s_%s", prefix, what);
}

void bl_kernel_owed_nets(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                         const char *prefix) {
    bl_circuit_net(kl->lo->circuit, BL_KERNEL_STEP_BITS, NULL, "%s_at", prefix);
    bl_circuit_net(kl->lo->circuit, 32, NULL, "%s_fault", prefix);
    for (int i = 0; i < NET_COUNT && bl_kernel_outer_ends(kernel, NULL); i++)
        bl_circuit_net(kl->lo->circuit, NETS[i].width, NULL, "%s_%s", prefix, NETS[i].name);
}

void bl_kernel_connect_owed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                            const char *prefix, struct bl_instance *inst) {
    bl_instance_connect(kl->lo->circuit, inst, "at", "%s_at", prefix);
    bl_instance_connect(kl->lo->circuit, inst, "fault", "%s_fault", prefix);
    bl_kernel_connect_missed(kl, kernel, inst);
    for (int i = OF_THE_CIRCUIT; i < NET_COUNT && bl_kernel_outer_ends(kernel, NULL); i++)
        bl_instance_connect(kl->lo->circuit, inst, NETS[i].name, "%s",
                            of(kl, prefix, NETS[i].name));
}

/* "a & b": the switch takes the end's number of a move. */
static const char *begins(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                          const char *prefix, const struct bl_kernel_outer *outer) {
    struct bl_arena *arena = kl->lo->arena;
    const char *side = outer->sends ? "from" : "to";
    int count = outer->sends ? kernel->target_count : kernel->source_count;
    const char *valid = bl_format(arena, "%s_%s_tvalid", prefix, side),
               *ready = bl_format(arena, "%s_%s_tready", prefix, side);
    return bl_format(arena, "%s & %s", bl_kernel_at(arena, valid, 1, outer->place, count),
                     bl_kernel_at(arena, ready, 1, outer->place, count));
}

static int count_channels(const struct bl_kernels *kernels) {
    return kernels->channel_count + kernels->bundle_count;
}

static const char *mark_of(struct bl_kernel_lowering *kl, const struct bl_kernel_outer *outer) {
    int channel = bl_kernel_channel_of(kl->kernels, outer->end);
    if (channel < 0) return "1'b0";
    return bl_kernel_at(kl->lo->arena, "marked", 1, channel, count_channels(kl->kernels));
}

/* What is connected of the ends, each behind those before it. */
static const char *const PORTS[] = {"begins", "tvalid", "tready", "tkeep", "marked"};
enum { PORT_COUNT = sizeof PORTS / sizeof *PORTS };

static void connect_ends(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                         const char *prefix, struct bl_instance *inst) {
    struct bl_kernel_outer outer[BL_MOST_OUTER_ENDS];
    const char *sends = "", *text[PORT_COUNT] = {NULL};
    struct bl_arena *arena = kl->lo->arena;
    int count = bl_kernel_outer_ends(kernel, outer);
    for (int i = 0; i < count; i++) {
        const struct bl_kernel_outer *at = &outer[i];
        const char *parts[] = {
            begins(kl, kernel, prefix, at), bl_kernel_outer_net(kl, at->end, !at->sends, TVALID),
            bl_kernel_outer_net(kl, at->end, !at->sends, TREADY),
            bl_kernel_outer_net(kl, at->end, !at->sends, TKEEP), mark_of(kl, at)};
        sends = bl_format(arena, "%d%s", at->sends, sends);
        for (int p = 0; p < PORT_COUNT; p++)
            text[p] = i ? bl_format(arena, "%s, %s", parts[p], text[p]) : parts[p];
    }
    bl_instance_set_bits(kl->lo->circuit, inst, "SENDS", bl_format(arena, "%d'b%s", count, sends));
    for (int p = 0; p < PORT_COUNT; p++)
        bl_instance_connect(kl->lo->circuit, inst, PORTS[p], count > 1 ? "{%s}" : "%s", text[p]);
}

static void count_owed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                       const char *prefix) {
    struct bl_circuit *circuit = kl->lo->circuit;
    struct bl_instance *inst = bl_kernel_instance(kl, "bl_kernel_owed", of(kl, prefix, "owed"),
                                                  "what its ends wait for");
    bl_instance_set(circuit, inst, "ENDS", bl_kernel_outer_ends(kernel, NULL));
    bl_instance_set(circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_set(circuit, inst, "LOG_PATIENCE", kl->sizes.log_patience);
    connect_ends(kl, kernel, prefix, inst);
    bl_instance_connect(circuit, inst, "length", "%s_move_length", prefix);
    bl_instance_connect(circuit, inst, "waits", "%s_waiting", prefix);
    bl_instance_connect(circuit, inst, "missing", "%s_owes", prefix);
    bl_instance_connect(circuit, inst, "starved", "%s_starved", prefix);
}

/* Whether it has a channel that it could mark. */
static bool marks(const struct bl_kernels *kernels, const struct bl_kernel *kernel) {
    struct bl_kernel_outer outer[BL_MOST_OUTER_ENDS];
    int count = bl_kernel_outer_ends(kernel, outer);
    for (int i = 0; i < count; i++)
        if (bl_kernel_channel_of(kernels, outer[i].end) >= 0) return true;
    return false;
}

void bl_kernel_lower_owed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                          const char *prefix) {
    struct bl_circuit *circuit = kl->lo->circuit;
    const char *waits = of(kl, prefix, "waits"), *missing = of(kl, prefix, "missing");
    if (!bl_kernel_outer_ends(kernel, NULL)) {
        bl_circuit_assign(circuit, waits, "{%s_at, 7'd0, %s_busy, 8'd0}", prefix, prefix);
        bl_circuit_assign(circuit, missing, "%s_fault", prefix);
        return;
    }
    count_owed(kl, kernel, prefix);
    if (!marks(kl->kernels, kernel))
        bl_circuit_net(circuit, 1, of(kl, prefix, "failed"), "unused_%s_failed", prefix);
    bl_circuit_assign(circuit, waits, "{%s_at, 7'd0, %s_busy, %s_waiting}", prefix, prefix, prefix);
    bl_circuit_assign(circuit, missing, "(|%s_state[31:24]) ? %s_fault : %s_owes", prefix, prefix,
                      prefix);
}

/* ---- marks */

static bool is_at(const struct bl_kernels *kernels, const struct bl_kernel *kernel, int channel) {
    struct bl_kernel_outer outer[BL_MOST_OUTER_ENDS];
    int count = bl_kernel_outer_ends(kernel, outer);
    for (int i = 0; i < count; i++)
        if (bl_kernel_channel_of(kernels, outer[i].end) == channel) return true;
    return false;
}

/* A kernel of this node on the channel has failed. */
static const char *failing(struct bl_kernel_lowering *kl, int channel) {
    const char *text = NULL;
    for (int i = 0; i < kl->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kl->kernels->kernels[i];
        if (is_at(kl->kernels, kernel, channel))
            text = bl_format(kl->lo->arena, "%s%skernel_%s_failed", text ? text : "",
                             text ? " | " : "", kernel->name);
    }
    return text ? text : "1'b0";
}

void bl_kernel_mark_nets(struct bl_kernel_lowering *kl) {
    int count = count_channels(kl->kernels);
    if (!count) return;
    bl_circuit_net(kl->lo->circuit, count, NULL, "failing");
    bl_circuit_net(kl->lo->circuit, count, NULL, "marked");
}

static void crossing(struct bl_kernel_lowering *kl, const char *name, const char *clock,
                     const char *from, const char *to) {
    struct bl_lowering *lo = kl->lo;
    int count = count_channels(kl->kernels);
    bl_circuit_net(lo->circuit, count, NULL, "%s", to);
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_synchroniser", name,
                                                   "channels on which a kernel has failed",
                                                   lo->program->range);
    bl_instance_set(lo->circuit, inst, "WIDTH", count);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", clock);
    bl_instance_connect(lo->circuit, inst, "s", "%s", from);
    bl_instance_connect(lo->circuit, inst, "m", "%s", to);
}

void bl_kernel_lower_marks(struct bl_kernel_lowering *kl) {
    struct bl_circuit *circuit = kl->lo->circuit;
    int count = count_channels(kl->kernels);
    if (!count) return;
    for (int i = 0; i < count; i++)
        bl_circuit_assign(circuit, bl_kernel_at(kl->lo->arena, "failing", 1, i, count), "%s",
                          failing(kl, i));
    bl_circuit_assign(circuit, BL_KERNEL_MARKS, count < 32 ? "{%d'd0, marked}" : "marked",
                      32 - count);
    if (!kl->lo->node->carrier.joined) {
        bl_circuit_assign(circuit, "marked", "failing");
        return;
    }
    if (kl->lo->program->cluster.network.carrier->channels) { /* silence ends what waits */
        bl_circuit_assign(circuit, "marked", "%d'd0", count);
        bl_circuit_net(circuit, 1, "&{1'b0, failing}", "unused_failing");
        return;
    }
    bl_circuit_net(circuit, count, NULL, "net_marked");
    crossing(kl, "failing_crossing", kl->lo->network.clock, "failing", "net_failing");
    crossing(kl, "marked_crossing", "clk", "net_marked", "far_marked");
    bl_circuit_assign(circuit, "marked", "failing | far_marked");
}

void bl_kernel_connect_marks(struct bl_kernel_lowering *kl, struct bl_instance *inst, int first,
                             int count) {
    static const char *const ports[] = {"failed", "marked"}, *const nets[] = {"net_failing",
                                                                              "net_marked"};
    const char *range = "";
    if (count_channels(kl->kernels) > 1)
        range = count > 1 ? bl_format(kl->lo->arena, "[%d:%d]", first + count - 1, first)
                          : bl_format(kl->lo->arena, "[%d]", first);
    for (int i = 0; i < 2; i++)
        bl_instance_connect(kl->lo->circuit, inst, ports[i], "%s%s", nets[i], range);
}
