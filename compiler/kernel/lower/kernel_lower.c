#include "kernel/lower/kernel_lower.h"

#include "base/arena.h"
#include "base/text.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/kernel_program.h"
#include "kernel/lower/lower_inner.h"
#include "lower/lower_control.h"
#include "lower/lower_network.h"

/* ---- registers */

static void register_nets(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    for (int i = 0; i < lo->node->registers->count; i++) {
        const struct bl_register *reg = &lo->node->registers->items[i];
        if (reg->network || reg->host) continue;
        const char *value = reg->config ? bl_format(lo->arena, "settings[%d:%d]",
                                                    32 * reg->word + 31, 32 * reg->word)
                                        : NULL;
        bl_circuit_net(lo->circuit, 32, value, "%s", reg->net);
    }
}

static void read_words(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    for (int i = 0; i < lo->node->registers->count; i++) {
        const struct bl_register *reg = &lo->node->registers->items[i];
        if (reg->config) continue;
        bl_circuit_assign(
            lo->circuit,
            bl_format(lo->arena, "read_words[%d:%d]", 32 * reg->word + 31, 32 * reg->word), "%s",
            reg->net);
    }
}

/* "start_WHAT | reply_WHAT", of all kernels of which `has` holds. */
static const char *any(struct bl_kernel_lowering *kl, const char *what,
                       int (*has)(const struct bl_kernel *kernel)) {
    const char *text = NULL;
    for (int i = 0; i < kl->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kl->kernels->kernels[i];
        if (has && !has(kernel)) continue;
        text = bl_format(kl->lo->arena, has ? "%s%s(|kernel_%s_%s)" : "%s%skernel_%s_%s",
                         text ? text : "", text ? " | " : "", kernel->name, what);
    }
    return text ? text : "1'b0";
}

/* ", NAME" of each word that the host writes: some of their bits mean nothing. */
static const char *config_words(const struct bl_kernel_lowering *kl) {
    const struct bl_regmap *map = kl->lo->node->registers;
    const char *text = "";
    for (int i = 0; i < map->count; i++)
        if (map->items[i].config && !map->items[i].network)
            text = bl_format(kl->lo->arena, "%s, %s", text, map->items[i].net);
    return text;
}

/* What the common registers say: a node is busy while one of its kernels is. */
static void status(struct bl_kernel_lowering *kl) {
    struct bl_circuit *circuit = kl->lo->circuit;
    bl_circuit_net(circuit, 1, any(kl, "busy", NULL), "unfinished");
    bl_circuit_assign(circuit, "done", "~unfinished");
    bl_circuit_assign(circuit, "busy", "unfinished");
    bl_circuit_assign(circuit, "clocks", "64'd0");
    bl_circuit_assign(circuit, "read_errors", "32'd0");
    bl_circuit_assign(circuit, "write_errors", "32'd0");
    bl_circuit_assign(circuit, "faults",
                      "{network_stopped, 1'b0, %s, %s, 1'b0, protocol_error, 1'b0}",
                      any(kl, "write_failed", bl_kernel_writers),
                      any(kl, "read_failed", bl_kernel_readers));
    bl_circuit_net(circuit, 1,
                   bl_format(kl->lo->arena, "&{1'b0, start, busy%s%s}",
                             kl->kernels->bundle_count ? ", node" : "", config_words(kl)),
                   "unused_bits");
}

/* A kernel that somebody waits for interrupts when it has ended, or failed, since the host looked,
   or when the network has stopped that it needs; so does DMA, and a reset until the host knows of
   it. */
static void interrupt(struct bl_kernel_lowering *kl) {
    struct bl_arena *arena = kl->lo->arena;
    const char *text = kl->dma ? "was_reset | dma_irq" : "was_reset";
    for (int i = 0; i < kl->kernels->kernel_count; i++) {
        const char *name = kl->kernels->kernels[i].name;
        bool talks = bl_kernel_talks(&kl->kernels->kernels[i]);
        text = bl_format(
            arena,
            "%s | (kernel_%s_seen[16] & (%s(kernel_%s_state != {kernel_%s_seen[31:24], "
            "8'd0, kernel_%s_seen[15:0]})))",
            text, name, talks ? "network_stopped | " : "", name, name, name);
    }
    bl_circuit_assign(kl->lo->circuit, "host_irq", "%s", text);
}

static struct bl_circuit *lower(struct bl_arena *arena, const struct bl_kernels_plan *plan,
                                bool open) {
    const struct bl_kernels *kernels = plan->kernels;
    struct bl_lowering *lo = bl_lower_begin(
        arena, plan->node,
        bl_format(arena, "Kernels on cluster %s: the circuit of one node.", kernels->name));
    struct bl_kernel_lowering kl = {
        .lo = lo, .kernels = kernels, .sizes = plan->sizes, .open = open};
    bl_kernel_find_axi(&kl);
    bl_circuit_heading(lo->circuit, "registers");
    bl_lower_registers(lo, false);
    register_nets(&kl);
    bl_circuit_net(lo->circuit, 1, NULL, "protocol_error");
    bl_circuit_heading(lo->circuit, "channels");
    for (int i = 0; i < kernels->channel_count; i++) {
        const char *name = kernels->channels[i].name;
        bl_kernel_stream_nets(&kl, bl_format(arena, "channel_%s_sent", name), true);
        bl_kernel_stream_nets(&kl, bl_format(arena, "channel_%s_received", name), false);
        if (kernels->channels[i].any) bl_kernel_join_nets(&kl, name);
    }
    bl_kernel_lower_bundle_nets(&kl);
    bl_kernel_unreliable_nets(&kl);
    bl_kernel_mark_nets(&kl);
    bl_kernel_meet_nets(&kl);
    bl_kernel_dropped_nets(&kl);
    bl_kernel_lower_port_nets(&kl);
    bl_circuit_heading(lo->circuit, "ports to memories");
    bl_kernel_lower_axi(&kl);
    bl_kernel_lower_dma(&kl);
    for (int i = 0; i < kernels->kernel_count; i++) bl_kernel_lower_one(&kl, &kernels->kernels[i]);
    bl_kernel_lower_owns(&kl);
    bl_kernel_lower_reductions(&kl);
    if (bl_lower_network_begin(lo)) bl_lower_carrier(lo);
    bl_kernel_lower_marks(&kl);
    bl_kernel_lower_dropped(&kl);
    bl_kernel_lower_channels(&kl);
    bl_circuit_heading(lo->circuit, "what the host sees");
    status(&kl);
    interrupt(&kl);
    read_words(&kl);
    return lo->circuit;
}

struct bl_circuit *bl_kernels_lower(struct bl_arena *arena, const struct bl_kernels_plan *plan) {
    return lower(arena, plan, false);
}
struct bl_circuit *bl_kernels_lower_open(struct bl_arena *arena,
                                         const struct bl_kernels_plan *plan) {
    return lower(arena, plan, true);
}
