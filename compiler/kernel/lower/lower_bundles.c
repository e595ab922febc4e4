/* The bundles of a node, between the kernels and the network's carrier. */
#include "base/arena.h"
#include "kernel/lower/lower_inner.h"
#include "lower/lower_network.h"

static const struct {
    const char *name;
    int width;
    bool back, sent_only;
} PARTS[] = {{"tvalid", 1, false, false},
             {"tready", 1, true, false},
             {"tdata", BL_KERNEL_WORD_BITS, false, false},
             {"tkeep", BL_KERNEL_WORD_GRANULES, false, false},
             {"tlast", 1, false, true}};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

static int ends_of(const struct bl_kernels *kernels) {
    return kernels->bundle_count * kernels->nodes;
}

/* Whether a kernel has this end. */
static bool has_end(const struct bl_kernels *kernels, bool sends, int number) {
    for (int k = 0; k < kernels->kernel_count; k++) {
        const struct bl_kernel *kernel = &kernels->kernels[k];
        const struct bl_kernel_end *ends = sends ? kernel->targets : kernel->sources;
        for (int i = 0; i < (sends ? kernel->target_count : kernel->source_count); i++)
            if (bl_kernel_at_peer(ends[i]) && ends[i].number == number) return true;
    }
    return false;
}

/* An end without a kernel sends nothing, and takes nothing. What of it nobody looks at is returned,
   behind `text`. */
static const char *rest(struct bl_kernel_lowering *kl, bool sends, int end, const char *text) {
    for (int i = 0; i < PART_COUNT; i++) {
        const char *name = bl_format(kl->lo->arena, "bundles_%s_%s", sends ? "sent" : "received",
                                     PARTS[i].name);
        const int width = PARTS[i].width;
        name = bl_kernel_at(kl->lo->arena, name, width, end, ends_of(kl->kernels));
        if (PARTS[i].sent_only && !sends) continue;
        if (PARTS[i].back == sends) text = bl_format(kl->lo->arena, "%s, %s", text, name);
        else bl_circuit_assign(kl->lo->circuit, name, "%d'd0", width);
    }
    return text;
}

void bl_kernel_lower_bundle_nets(struct bl_kernel_lowering *kl) {
    const struct bl_kernels *kernels = kl->kernels;
    const char *unused = "1'b0";
    if (!kernels->bundle_count) return;
    for (int i = 0; i < PART_COUNT; i++)
        for (int sent = PARTS[i].sent_only; sent < 2; sent++)
            bl_circuit_net(kl->lo->circuit, ends_of(kernels) * PARTS[i].width, NULL,
                           "bundles_%s_%s", sent ? "sent" : "received", PARTS[i].name);
    for (int sends = 0; sends < 2; sends++)
        for (int end = 0; end < ends_of(kernels); end++)
            if (!has_end(kernels, sends, end)) unused = rest(kl, sends, end, unused);
    bl_circuit_net(kl->lo->circuit, 1, bl_format(kl->lo->arena, "&{%s}", unused), "unused_ends");
}

static void parameters(struct bl_kernel_lowering *kl, struct bl_instance *inst) {
    struct bl_lowering *lo = kl->lo;
    const struct bl_parameter values[] = {{"NODES", lo->nodes},
                                          {"BUNDLES", kl->kernels->bundle_count},
                                          {"FIRST", kl->kernels->channel_count},
                                          {"CHAN_W", bl_max(1, lo->lane_bits)},
                                          {"ELEMS", lo->node->carrier.cut.elems},
                                          {"LOG_DEPTH", kl->sizes.log_bundle},
                                          {"ELEM_W", lo->node->carrier.cut.elem_bits},
                                          {"LOG_BUFFER", lo->node->carrier.links.log_depth},
                                          {"TURN_WORDS", bl_kernel_turn_words(lo)}};
    bl_instance_set_all(lo->circuit, inst, values, sizeof values / sizeof *values);
}

const char *bl_kernel_lower_bundles(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_channel_bundle", "bundles",
                                                   lo->program->cluster.network.carrier->title,
                                                   lo->program->cluster.network.range);
    parameters(kl, inst);
    bl_lower_network_clock(lo, inst);
    bl_instance_connect(lo->circuit, inst, "k_clk", "clk");
    bl_instance_connect(lo->circuit, inst, "k_rst", "rst");
    bl_instance_connect(lo->circuit, inst, "now", "{%d{1'b1}}", kl->kernels->bundle_count);
    for (int i = 0; i < PART_COUNT; i++)
        for (int sent = PARTS[i].sent_only; sent < 2; sent++)
            bl_instance_connect(
                lo->circuit, inst,
                bl_format(lo->arena, "%s_%s", sent ? "s_axis" : "m_axis", PARTS[i].name),
                "bundles_%s_%s", sent ? "sent" : "received", PARTS[i].name);
    bl_circuit_net(lo->circuit, 1, NULL, "bundles_protocol_error");
    bl_instance_connect(lo->circuit, inst, "protocol_error", "bundles_protocol_error");
    bl_kernel_connect_marks(kl, inst, kl->kernels->channel_count, kl->kernels->bundle_count);
    bl_kernel_connect_links(kl, inst, "b");
    return "bundles_protocol_error";
}
