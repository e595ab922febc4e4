/* Nets and instances as all of a node's kernels have them. */
#include "base/arena.h"
#include "kernel/lower/lower_inner.h"

const char *bl_kernel_at(struct bl_arena *arena, const char *name, int width, int place,
                         int count) {
    if (width * count == 1) return name;
    return width == 1 ? bl_format(arena, "%s[%d]", name, place)
                      : bl_format(arena, "%s[%d:%d]", name, width * (place + 1) - 1, width * place);
}

struct bl_instance *bl_kernel_instance(struct bl_kernel_lowering *kl, const char *module,
                                       const char *name, const char *comment) {
    struct bl_lowering *lo = kl->lo;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, module, name, comment,
                                                   lo->program->range);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
    return inst;
}

void bl_kernel_stream_nets(struct bl_kernel_lowering *kl, const char *name, bool last) {
    struct bl_circuit *circuit = kl->lo->circuit;
    bl_circuit_net(circuit, 1, NULL, "%s_tvalid", name);
    bl_circuit_net(circuit, 1, NULL, "%s_tready", name);
    bl_circuit_net(circuit, BL_KERNEL_WORD_BITS, NULL, "%s_tdata", name);
    bl_circuit_net(circuit, BL_KERNEL_WORD_GRANULES, NULL, "%s_tkeep", name);
    if (last) bl_circuit_net(circuit, 1, NULL, "%s_tlast", name);
}
