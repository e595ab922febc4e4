/* Unreliable channels, between the kernels and the template of the network that has them all. */
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "ir/network.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/lower/lower_inner.h"
#include "kernel/plan/kernel_plan.h"
#include "lower/lower.h"
#include "lower/lower_network.h"

static bool is_unreliable(const struct bl_kernel_lowering *kl) {
    return kl->lo->node->carrier.joined && kl->lo->program->cluster.network.carrier->channels;
}

/* Nets by channel between the kernels and that template, in the core's clock. */
static const struct {
    const char *name;
    int width;
} nets[] = {{"begins", 1}, {"length", 32}, {"missed", 1}, {"lost", 32}};
enum { NETS = sizeof nets / sizeof *nets, BEGINS = 0, LENGTH, MISSED, LOST };

static const char *at(struct bl_kernel_lowering *kl, int net, int channel) {
    return bl_kernel_at(kl->lo->arena, bl_format(kl->lo->arena, "channels_%s", nets[net].name),
                        nets[net].width, channel, kl->kernels->channel_count);
}

void bl_kernel_unreliable_nets(struct bl_kernel_lowering *kl) {
    for (int i = 0; i < NETS && is_unreliable(kl); i++)
        bl_circuit_net(kl->lo->circuit, nets[i].width * kl->kernels->channel_count, NULL,
                       "channels_%s", nets[i].name);
}

/* The place of the channel's receiving end among what a kernel takes; -1: it has none. */
static int take_of(const struct bl_kernel *kernel, int channel) {
    int takes = 0;
    for (int i = 0; i < kernel->source_count; i++) {
        const struct bl_kernel_end end = kernel->sources[i];
        if (bl_kernel_at_channel(end) && end.number == channel) return takes;
        takes += !bl_kernel_at_memory(end) && end.kind != BL_KERNEL_AT_VALUE;
    }
    return -1;
}

/* The moves that receive: as they begin. */
static void assign_moves(struct bl_kernel_lowering *kl, int channel) {
    struct bl_arena *arena = kl->lo->arena;
    const struct bl_kernel *kernel = kl->kernels->kernels;
    while (take_of(kernel, channel) < 0) kernel++;
    const int take = take_of(kernel, channel), takes = bl_kernel_takes(kernel);
    const char *valid = bl_format(arena, "kernel_%s_take_tvalid", kernel->name),
               *ready = bl_format(arena, "kernel_%s_take_tready", kernel->name);
    bl_circuit_assign(kl->lo->circuit, at(kl, BEGINS, channel), "%s & %s",
                      bl_kernel_at(arena, valid, 1, take, takes),
                      bl_kernel_at(arena, ready, 1, take, takes));
    bl_circuit_assign(kl->lo->circuit, at(kl, LENGTH, channel), "kernel_%s_take_length",
                      kernel->name);
    bl_circuit_assign(kl->lo->circuit,
                      bl_kernel_lost_net(arena, kl->kernels->channels[channel].name), "%s",
                      at(kl, LOST, channel));
}

void bl_kernel_connect_missed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                              struct bl_instance *inst) {
    const char *text = NULL;
    for (int i = 0; i < kl->kernels->channel_count && is_unreliable(kl); i++)
        if (take_of(kernel, i) >= 0)
            text = text ? bl_format(kl->lo->arena, "%s | %s", text, at(kl, MISSED, i))
                        : at(kl, MISSED, i);
    if (text) bl_instance_connect(kl->lo->circuit, inst, "missed", "%s", text);
}

/* Ends that the host joins, in the network's clock. */
static void join_ends(struct bl_kernel_lowering *kl, struct bl_instance *inst) {
    static const char *const kinds[] = {"to", "from"};
    struct bl_circuit *circuit = kl->lo->circuit;
    const int count = kl->kernels->channel_count;
    for (int k = 0; k < 2; k++) {
        bl_circuit_net(circuit, count, NULL, "channels_%s_valid", kinds[k]);
        bl_circuit_net(circuit, count * kl->lo->node_bits, NULL, "channels_%s_node", kinds[k]);
        for (int i = 0; i < count; i++) bl_kernel_lower_end(kl, i, kinds[k]);
        for (int node = 0; node < 2; node++) {
            const char *port = bl_format(kl->lo->arena, "%s_%s", kinds[k], node ? "node" : "valid");
            bl_instance_connect(circuit, inst, port, "channels_%s", port);
        }
    }
}

/* The host's view of what is lost. */
static void connect_log(struct bl_kernel_lowering *kl, struct bl_instance *inst) {
    struct bl_circuit *circuit = kl->lo->circuit;
    bl_instance_connect(circuit, inst, "log_on", BL_KERNEL_GAPS "[0]");
    bl_instance_connect(circuit, inst, "log_taken", BL_KERNEL_GAPS "[31:16]");
    bl_instance_connect(circuit, inst, "log_channel", BL_KERNEL_GAPS "_channel");
    bl_instance_connect(circuit, inst, "log_at", BL_KERNEL_GAPS "_at");
    bl_instance_connect(circuit, inst, "log_count", BL_KERNEL_GAPS "_count");
}

void bl_kernel_lower_unreliable(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    const struct bl_network *network = &lo->program->cluster.network;
    const int count = kl->kernels->channel_count;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, network->carrier->channels,
                                                   "channels", network->carrier->title,
                                                   network->range);
    bl_instance_set(lo->circuit, inst, "CHANNELS", count);
    bl_instance_connect(lo->circuit, inst, "k_clk", "clk");
    bl_instance_connect(lo->circuit, inst, "k_rst", "rst");
    join_ends(kl, inst);
    bl_instance_connect(lo->circuit, inst, "now", "%s", bl_kernel_send_now(kl));
    bl_kernel_connect_streams(kl, inst, "s_axis", "sent", 5);
    bl_kernel_connect_streams(kl, inst, "m_axis", "received", 4);
    for (int i = 0; i < NETS; i++)
        bl_instance_connect(lo->circuit, inst, nets[i].name, "channels_%s", nets[i].name);
    for (int i = 0; i < count; i++) assign_moves(kl, i);
    bl_instance_connect(lo->circuit, inst, "empties", count > 1 ? "%s[%d:0]" : "%s[0]",
                        BL_KERNEL_DROP, count - 1);
    connect_log(kl, inst);
    network->carrier->lower_channels(lo, inst);
}
