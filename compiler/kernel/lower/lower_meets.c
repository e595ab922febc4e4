/* Barriers that the network counts: a kernel's end of each, in place of the channel's. */
#include "base/arena.h"
#include "kernel/lower/lower_inner.h"
#include "lower/lower_network.h"

enum { GRANULES = BL_KERNEL_WORD_GRANULES };

void bl_kernel_meet_nets(struct bl_kernel_lowering *kl) {
    int count = kl->lo->node->carrier.barriers;
    if (!count) return;
    bl_circuit_net(kl->lo->circuit, count, NULL, "barrier_enters");
    bl_circuit_net(kl->lo->circuit, count, NULL, "barrier_leaves");
}

/* What is left of the channel carries the marks of kernels that have failed, and no words. */
void bl_kernel_lower_idle(struct bl_kernel_lowering *kl, int channel) {
    static const char *const ended[] = {"tvalid", "tdata", "tkeep", "tlast"};
    static const int widths[] = {1, BL_KERNEL_WORD_BITS, GRANULES, 1};
    struct bl_circuit *circuit = kl->lo->circuit;
    struct bl_arena *arena = kl->lo->arena;
    const char *name = kl->kernels->channels[channel].name;
    bl_kernel_stream_nets(kl, bl_format(arena, "idle_%s_sent", name), true);
    bl_kernel_stream_nets(kl, bl_format(arena, "idle_%s_received", name), false);
    for (int i = 0; i < 4; i++)
        bl_circuit_assign(circuit, bl_format(arena, "idle_%s_sent_%s", name, ended[i]), "%d'd0",
                          widths[i]);
    bl_circuit_assign(circuit, bl_format(arena, "idle_%s_received_tready", name), "1'b1");
    bl_circuit_net(circuit, 1,
                   bl_format(arena,
                             "&{1'b0, idle_%s_sent_tready, idle_%s_received_tvalid, "
                             "idle_%s_received_tdata, idle_%s_received_tkeep}",
                             name, name, name, name),
                   "unused_idle_%s", name);
}

static void lower_meet(struct bl_kernel_lowering *kl, const char *name, int number) {
    static const char *const sent[] = {"tvalid", "tready"}, *const received[] = {"tvalid", "tready",
                                                                                 "tdata", "tkeep"};
    struct bl_lowering *lo = kl->lo;
    const int count = lo->node->carrier.barriers;
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_channel_meet", bl_format(lo->arena, "%s_end", name),
        "a kernel's end of a barrier", lo->program->cluster.network.range);
    bl_instance_set(lo->circuit, inst, "GRANULES", GRANULES);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "k_clk", "clk");
    bl_instance_connect(lo->circuit, inst, "k_rst", "rst");
    bl_instance_connect(lo->circuit, inst, "enters", "%s",
                        bl_kernel_at(lo->arena, "barrier_enters", 1, number, count));
    bl_instance_connect(lo->circuit, inst, "leaves", "%s",
                        bl_kernel_at(lo->arena, "barrier_leaves", 1, number, count));
    for (int i = 0; i < 2; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_axis_%s", sent[i]),
                            "channel_%s_sent_%s", name, sent[i]);
    for (int i = 0; i < 4; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "m_axis_%s", received[i]),
                            "channel_%s_received_%s", name, received[i]);
    bl_circuit_net(lo->circuit, 1,
                   bl_format(lo->arena,
                             "&{1'b0, channel_%s_sent_tdata, channel_%s_sent_tkeep, "
                             "channel_%s_sent_tlast}",
                             name, name, name),
                   "unused_%s_sent", name);
}

void bl_kernel_lower_meets(struct bl_kernel_lowering *kl) {
    for (int i = 0, number = 0; i < kl->kernels->channel_count; i++)
        if (kl->kernels->channels[i].meets) lower_meet(kl, kl->kernels->channels[i].name, number++);
}
