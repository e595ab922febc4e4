/* The ends of channels: each has one kernel, on each node where it is used. */
#include "check/check_inner.h"
#include "kernel/check/check_inner.h"

static bool has_end(const struct bl_kernel *kernel, bool sends, int channel) {
    const struct bl_kernel_end *ends = sends ? kernel->targets : kernel->sources;
    int count = sends ? kernel->target_count : kernel->source_count;
    for (int i = 0; i < count; i++)
        if (bl_kernel_at_channel(ends[i]) && ends[i].number == channel) return true;
    return false;
}

/* The kernel that has this end of a channel, or NULL; of two the second is reported. */
static const struct bl_kernel *owner_of(struct bl_kernel_check *kc, bool sends, int channel) {
    const struct bl_kernel *owner = NULL;
    for (int i = 0; i < kc->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kc->made[i];
        if (!has_end(kernel, sends, channel)) continue;
        if (owner)
            bl_report(kc->check->diags, BL_MSG_KERNEL_END_TAKEN,
                      kc->kernel_trees.items[i]->name.range, sends ? "send" : "receive",
                      kc->channels[channel].name, owner->name, kernel->name);
        else owner = kernel;
    }
    return owner;
}

/* On a node where the channel has this end the kernel is, and nowhere else. */
static void check_node(struct bl_kernel_check *kc, int channel, bool sends,
                       const struct bl_kernel *kernel, int node) {
    const struct bl_kernel_channel *c = &kc->channels[channel];
    int peer = (sends ? c->to : c->from)[node];
    bool on = kernel && kernel->on && kernel->on[node];
    struct bl_range range = channel < kc->channel_trees.count
                                ? kc->channel_trees.items[channel]->name.range
                                : kc->kernel_trees.items[0]->name.range; /* of a barrier */
    if (peer >= 0 && !on)
        bl_report(kc->check->diags, BL_MSG_KERNEL_NO_END, range, sends ? "sends" : "receives",
                  c->name, node, sends ? "from which" : "to which", peer,
                  sends ? "receives" : "sends");
    else if (peer < 0 && on)
        bl_report(kc->check->diags, BL_MSG_KERNEL_NOT_ON, range, kernel->name,
                  sends ? "sends on" : "receives from", c->name, node,
                  sends ? "sources" : "destinations");
}

int bl_kernel_movers(const struct bl_kernel_check *kc, int port) {
    int count = 0;
    for (int k = 0; k < kc->kernels->kernel_count; k++) {
        const struct bl_kernel *kernel = &kc->made[k];
        bool in = kc->kernels->ports[port].in;
        const struct bl_kernel_end *ends = in ? kernel->targets : kernel->sources;
        for (int i = 0; i < (in ? kernel->target_count : kernel->source_count); i++)
            count += ends[i].kind == BL_KERNEL_AT_PORT && ends[i].number == port;
    }
    return count;
}

static void check_ports(struct bl_kernel_check *kc) {
    for (int i = 0; i < kc->own_ports; i++) {
        const struct bl_kernel_port *port = &kc->kernels->ports[i];
        int count = bl_kernel_movers(kc, i);
        if (count != 1 && !kc->owns[port->own].operates)
            bl_report(kc->check->diags, BL_MSG_KERNEL_PORT_END,
                      kc->own_trees.items[port->own]->name.range, port->in ? "input" : "output",
                      port->name, kc->kernels->owns[port->own].name,
                      count ? "of more than one kernel" : "of none that moves");
    }
}

/* Of a channel of any nodes: some kernel, on whatever nodes. */
static void check_any(struct bl_kernel_check *kc, int channel, bool sends,
                      const struct bl_kernel *kernel) {
    if (!kernel)
        bl_report(kc->check->diags, BL_MSG_KERNEL_ANY_END,
                  kc->channel_trees.items[channel]->name.range,
                  sends ? "sends on" : "receives from", kc->channels[channel].name);
}

static void check_end(struct bl_kernel_check *kc, int channel, bool sends) {
    int errors = kc->check->diags->errors;
    const struct bl_kernel *kernel = owner_of(kc, sends, channel);
    if (kc->channels[channel].any) {
        check_any(kc, channel, sends, kernel);
        return;
    }
    for (int node = 0; node < kc->cluster->nodes && errors == kc->check->diags->errors; node++)
        check_node(kc, channel, sends, kernel, node);
}

void bl_kernel_check_ends(struct bl_kernel_check *kc) {
    check_ports(kc);
    for (int channel = 0; channel < kc->kernels->channel_count; channel++)
        for (int sends = 0; sends < 2; sends++) check_end(kc, channel, sends);
}
