/* What the host empties of channels, at their receiving ends. */
#include "base/arena.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/lower/lower_inner.h"

enum { COUNT_BITS = 16 };

void bl_kernel_dropped_nets(struct bl_kernel_lowering *kl) {
    int ends = bl_kernels_received(kl->kernels);
    if (ends) bl_circuit_net(kl->lo->circuit, COUNT_BITS * ends, NULL, "dropped_words");
}

void bl_kernel_connect_dropped(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                               struct bl_kernel_end end) {
    struct bl_circuit *circuit = kl->lo->circuit;
    if (!bl_kernel_is_joined(kl->kernels, end)) {
        bl_circuit_net(circuit, COUNT_BITS, NULL, "unused_%s_dropped", inst->name);
        bl_instance_connect(circuit, inst, "drop", "1'b0");
        bl_instance_connect(circuit, inst, "dropped", "unused_%s_dropped", inst->name);
        return;
    }
    bl_instance_connect(circuit, inst, "drop", BL_KERNEL_DROP "[%d]", end.number);
    bl_instance_connect(circuit, inst, "dropped", "%s",
                        bl_kernel_at(kl->lo->arena, "dropped_words", COUNT_BITS, kl->dropped++,
                                     bl_kernels_received(kl->kernels)));
}

void bl_kernel_lower_dropped(struct bl_kernel_lowering *kl) {
    int ends = bl_kernels_received(kl->kernels);
    if (!ends) return;
    struct bl_instance *inst = bl_kernel_instance(kl, "bl_channel_dropped", "emptied",
                                                  "what is emptied of channels");
    bl_instance_set(kl->lo->circuit, inst, "ENDS", ends);
    bl_instance_connect(kl->lo->circuit, inst, "dropped", "dropped_words");
    bl_instance_connect(kl->lo->circuit, inst, "count", BL_KERNEL_DROPPED);
}
