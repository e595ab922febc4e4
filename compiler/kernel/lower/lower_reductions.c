/* Reductions: a tree of operators, and what copies its result. */
#include "base/arena.h"
#include "kernel/lower/lower_inner.h"

static const char *const PARTS[] = {"tvalid", "tready", "tdata", "tkeep", "tlast"};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

/* {the last port's PART, ..., the first one's} */
static const char *ports(struct bl_kernel_lowering *kl, int first, int count, const char *part) {
    const char *text = NULL;
    for (int i = first + count - 1; i >= first; i--)
        text = bl_format(kl->lo->arena, "%s%sport_%s_%s", text ? text : "{", text ? ", " : "",
                         kl->kernels->ports[i].name, part);
    return bl_format(kl->lo->arena, "%s}", text);
}

static void connect_ports(struct bl_kernel_lowering *kl, struct bl_instance *inst, const char *port,
                          int first, int count) {
    for (int i = 0; i < PART_COUNT; i++)
        bl_instance_connect(kl->lo->circuit, inst,
                            bl_format(kl->lo->arena, "%s_%s", port, PARTS[i]), "%s",
                            ports(kl, first, count, PARTS[i]));
}

static void connect_stream(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                           const char *port, const char *stream) {
    for (int i = 0; i < PART_COUNT; i++)
        bl_instance_connect(kl->lo->circuit, inst,
                            bl_format(kl->lo->arena, "%s_%s", port, PARTS[i]), "%s_%s", stream,
                            PARTS[i]);
}

static struct bl_instance *instance(struct bl_kernel_lowering *kl, const char *module,
                                    const struct bl_kernel_reduction *reduction,
                                    const char *comment) {
    struct bl_instance *inst = bl_kernel_instance(kl, module, reduction->name, comment);
    bl_instance_set(kl->lo->circuit, inst, "OUTPUTS", reduction->outputs);
    bl_instance_set(kl->lo->circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    connect_ports(kl, inst, "m_axis", reduction->first_port + reduction->inputs,
                  reduction->outputs);
    return inst;
}

static void copy(struct bl_kernel_lowering *kl, const struct bl_kernel_reduction *reduction,
                 const char *stream) {
    struct bl_instance *inst = instance(kl, "bl_kernel_copy", reduction, "a stream for each node");
    connect_stream(kl, inst, "s_axis", stream);
}

static void built_in(struct bl_kernel_lowering *kl, const struct bl_kernel_reduction *reduction) {
    struct bl_instance *inst = instance(kl, "bl_kernel_reduce", reduction,
                                        "what all nodes send, combined, for each node");
    struct bl_circuit *circuit = kl->lo->circuit;
    bl_instance_set(circuit, inst, "INPUTS", reduction->inputs);
    bl_instance_set(circuit, inst, "ELEM_W", 8 * reduction->bytes);
    bl_instance_set(circuit, inst, "SIGNED", reduction->is_signed);
    bl_instance_set(circuit, inst, "OPERATION", reduction->combine);
    connect_ports(kl, inst, "s_axis", reduction->first_port, reduction->inputs);
}

/* Input `number` of a tree, or what module number - inputs gives. */
static const char *stream_of(struct bl_kernel_lowering *kl,
                             const struct bl_kernel_reduction *reduction, int number) {
    if (number < reduction->inputs)
        return bl_format(kl->lo->arena, "port_%s",
                         kl->kernels->ports[reduction->first_port + number].name);
    return bl_format(kl->lo->arena, "port_%s_%d", reduction->name, number);
}

/* A module of the user's own, for two streams of a tree. */
static void combine(struct bl_kernel_lowering *kl, const struct bl_kernel_reduction *reduction,
                    int number) {
    const struct bl_kernel_own *own = &kl->kernels->owns[reduction->own];
    struct bl_instance *inst = bl_kernel_instance(
        kl, own->name, bl_format(kl->lo->arena, "%s_%d", reduction->name, number),
        bl_format(kl->lo->arena, "kernel %s", own->name));
    int input = 2 * number;
    inst->written = true;
    bl_kernel_connect_arguments(kl, inst, reduction->own);
    for (int p = 0; p < own->port_count; p++) {
        const struct bl_kernel_port *port = &kl->kernels->ports[own->first_port + p];
        int stream = port->in ? input++ : reduction->inputs + number;
        connect_stream(kl, inst, port->name, stream_of(kl, reduction, stream));
    }
}

static void tree(struct bl_kernel_lowering *kl, const struct bl_kernel_reduction *reduction) {
    int inputs = reduction->inputs;
    for (int i = 0; i < inputs - 1; i++)
        bl_kernel_stream_nets(kl, stream_of(kl, reduction, inputs + i), true);
    for (int i = 0; i < inputs - 1; i++) combine(kl, reduction, i);
    copy(kl, reduction, stream_of(kl, reduction, 2 * inputs - 2));
}

void bl_kernel_lower_reductions(struct bl_kernel_lowering *kl) {
    if (kl->kernels->reduction_count) bl_circuit_heading(kl->lo->circuit, "reductions");
    for (int i = 0; i < kl->kernels->reduction_count; i++) {
        const struct bl_kernel_reduction *reduction = &kl->kernels->reductions[i];
        if (reduction->inputs == 1) copy(kl, reduction, stream_of(kl, reduction, 0));
        else if (reduction->own < 0) built_in(kl, reduction);
        else tree(kl, reduction);
    }
}
