/* Modules of the user's own: their streams are those of moves. */
#include "base/arena.h"
#include "kernel/kernel_own.h"
#include "kernel/lower/lower_inner.h"

void bl_kernel_connect_arguments(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                                 int number) {
    const struct bl_kernel_own *own = &kl->kernels->owns[number];
    struct bl_arena *arena = kl->lo->arena;
    for (int i = 0; i < own->argument_count; i++)
        bl_instance_connect(kl->lo->circuit, inst, bl_kernel_own_port(arena, own, i), "%s",
                            bl_kernel_own_argument_net(arena, number, own->arguments[i]));
}

static void connect(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                    const struct bl_kernel_port *port) {
    static const char *const parts[] = {"tvalid", "tready", "tdata", "tkeep", "tlast"};
    for (int i = 0; i < 5; i++)
        bl_instance_connect(kl->lo->circuit, inst,
                            bl_format(kl->lo->arena, "%s_%s", port->name, parts[i]), "port_%s_%s",
                            port->name, parts[i]);
}

static bool operates(const struct bl_kernel_lowering *kl, const struct bl_kernel_port *port) {
    return port->own >= 0 && kl->kernels->owns[port->own].operates;
}

void bl_kernel_lower_port_nets(struct bl_kernel_lowering *kl) {
    for (int i = 0; i < kl->kernels->port_count; i++) {
        const struct bl_kernel_port *port = &kl->kernels->ports[i];
        if (!operates(kl, port))
            bl_kernel_stream_nets(kl, bl_format(kl->lo->arena, "port_%s", port->name), true);
    }
}

/* The tlast of an output means nothing: what takes moves out of it knows how long they are. */
static void unused(struct bl_kernel_lowering *kl) {
    const char *text = "1'b0";
    for (int i = 0; i < kl->kernels->port_count; i++) {
        const struct bl_kernel_port *port = &kl->kernels->ports[i];
        if (!port->in && !operates(kl, port))
            text = bl_format(kl->lo->arena, "%s, port_%s_tlast", text, port->name);
    }
    bl_circuit_net(kl->lo->circuit, 1, bl_format(kl->lo->arena, "&{%s}", text), "unused_last");
}

/* A stream as three ports, data, valid and ready: all words of a move are full then, and it is
   known how many they are. */
static void open_stream(struct bl_kernel_lowering *kl, const struct bl_kernel_port *port) {
    struct bl_circuit *circuit = kl->lo->circuit;
    enum bl_direction ahead = port->in ? BL_OUTPUT : BL_INPUT,
                      back = port->in ? BL_INPUT : BL_OUTPUT;
    const char *net = bl_format(kl->lo->arena, "port_%s", port->name),
               *pin = bl_format(kl->lo->arena, "opencl_%s", port->name);
    bl_circuit_port(circuit, ahead, 1, "%s_valid", pin);
    bl_circuit_port(circuit, back, 1, "%s_ready", pin);
    bl_circuit_port(circuit, ahead, BL_KERNEL_WORD_BITS, "%s_data", pin);
    static const char *const parts[] = {"valid", "ready", "data"};
    for (int i = 0; i < 3; i++) {
        const char *outer = bl_format(kl->lo->arena, "%s_%s", pin, parts[i]),
                   *inner = bl_format(kl->lo->arena, "%s_t%s", net, parts[i]);
        bool out = port->in == (i != 1);
        bl_circuit_assign(circuit, out ? outer : inner, "%s", out ? inner : outer);
    }
    if (port->in) {
        bl_circuit_net(circuit, 1,
                       bl_format(kl->lo->arena, "&{1'b0, %s_tkeep, %s_tlast}", net, net),
                       "unused_opencl_%s", port->name);
        return;
    }
    bl_circuit_assign(circuit, bl_format(kl->lo->arena, "%s_tkeep", net), "8'hff");
    bl_circuit_assign(circuit, bl_format(kl->lo->arena, "%s_tlast", net), "1'b0");
}

void bl_kernel_lower_owns(struct bl_kernel_lowering *kl) {
    if (!kl->kernels->port_count) return;
    bl_circuit_heading(kl->lo->circuit, "modules of the program's own");
    for (int i = 0; i < kl->kernels->own_count; i++) {
        const struct bl_kernel_own *own = &kl->kernels->owns[i];
        if (own->operates) continue;
        for (int p = 0; p < own->port_count && kl->open; p++)
            open_stream(kl, &kl->kernels->ports[own->first_port + p]);
        if (kl->open) continue;
        struct bl_instance *inst = bl_kernel_instance(
            kl, own->name, bl_format(kl->lo->arena, "own_%s", own->name),
            bl_format(kl->lo->arena, "kernel %s", own->name));
        inst->written = true;
        bl_kernel_connect_arguments(kl, inst, i);
        for (int p = 0; p < own->port_count; p++)
            connect(kl, inst, &kl->kernels->ports[own->first_port + p]);
    }
    unused(kl);
}
