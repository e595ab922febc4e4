/* The AXI ports behind which memories lie, and what shares each of them. */
#include "base/arena.h"
#include "ir/carried/axi.h"
#include "ir/dma.h"
#include "ir/port.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/lower/lower_inner.h"
#include "lower/lower_host.h"
#include "lower/lower_memory.h"
#include "node/ports.h"

static const struct bl_signal reads[] = {BL_AXI4_READ(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              writes[] = {BL_AXI4_WRITE(BL_SIGNAL_IN, BL_SIGNAL_OUT)};

/* A half of a port: the reading one or the writing one. */
struct half {
    const struct bl_signal *signals;
    int count;
};
static struct half half_of(bool write) {
    return write ? (struct half){writes, sizeof writes / sizeof *writes}
                 : (struct half){reads, sizeof reads / sizeof *reads};
}

static int width_of(const struct bl_signal *signal, int address_bits) {
    return bl_axi_width(signal->width, address_bits, BL_KERNEL_WORD_BYTES);
}

/* ---- the ports */

static struct bl_kernel_axi *port_of(const struct bl_kernel_lowering *kl, int memory) {
    const struct bl_kernel_memory *of = &kl->kernels->memories[memory];
    return &kl->axi[bl_kernel_memory_row(of)->on_bus ? 0 : 1 + of->number];
}

const struct bl_kernel_axi *bl_kernel_axi(const struct bl_kernel_lowering *kl, int memory) {
    return port_of(kl, memory);
}

static void count_ends(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel, bool write) {
    const struct bl_kernel_end *ends = write ? kernel->targets : kernel->sources;
    int count = write ? kernel->target_count : kernel->source_count;
    for (int i = 0; i < count; i++)
        if (bl_kernel_at_memory(ends[i]) && !bl_kernel_copies_at(kernel, write, i))
            port_of(kl, ends[i].number)->ends[write]++;
}

static struct bl_kernel_axi host_port(const struct bl_kernel_lowering *kl) {
    return (struct bl_kernel_axi){.name = "host",
                                  .pins = "m_axi_host",
                                  .about = "memories behind the host port",
                                  .domain = &kl->lo->host,
                                  .sizes = &kl->sizes.host,
                                  .address_bits = BL_KERNEL_ADDRESS_BITS,
                                  .range = kl->lo->program->cluster.host->range};
}

static struct bl_kernel_axi channel_port(const struct bl_kernel_lowering *kl, int channel) {
    struct bl_arena *arena = kl->lo->arena;
    return (struct bl_kernel_axi){.name = bl_format(arena, "ch%d", channel),
                                  .pins = bl_format(arena, "m_axi_ch%d", channel),
                                  .about = bl_format(arena, "memory channel %d", channel),
                                  .domain = &kl->lo->memory,
                                  .sizes = &kl->sizes.card,
                                  .address_bits = BL_ADDRESS_BITS,
                                  .range = kl->lo->program->cluster.memory.range};
}

/* Both sides are at the host port, and what stands below keeps them apart. */
static bool apart(const struct bl_kernel_lowering *kl) {
    int ends = kl->axi[0].ends[0] + kl->axi[0].ends[1],
        copies = bl_kernel_count_copies(kl->kernels, false, NULL) +
                 bl_kernel_count_copies(kl->kernels, true, NULL);
    return kl->dma && ends + copies && kl->lo->program->cluster.dma->row->apart;
}

void bl_kernel_find_axi(struct bl_kernel_lowering *kl) {
    int channels = kl->lo->node->memory.channels;
    kl->dma = channels > 0;
    kl->axi_count = 1 + channels;
    kl->axi = BL_NEW(kl->lo->arena, struct bl_kernel_axi, kl->axi_count);
    kl->axi[0] = host_port(kl);
    for (int i = 0; i < channels; i++) kl->axi[1 + i] = channel_port(kl, i);
    for (int i = 0; i < kl->kernels->kernel_count; i++) {
        const struct bl_kernel *kernel = &kl->kernels->kernels[i];
        count_ends(kl, kernel, false);
        count_ends(kl, kernel, true);
    }
    kl->axi[0].apart = apart(kl);
}

const char *bl_kernel_bus_address(const struct bl_kernel_lowering *kl, const char *address) {
    if (!kl->axi[0].apart) return address;
    return bl_format(kl->lo->arena, "%s | {1'b1, %d'd0}", address, BL_KERNEL_SIDE);
}

static int masters(const struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                   bool write) {
    return axi->ends[write] + kl->dma;
}

/* "ch3_readers_araddr" */
static const char *bundle(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                          bool write, const struct bl_signal *signal) {
    return bl_format(kl->lo->arena, "%s_%s_%s", axi->name, write ? "writers" : "readers",
                     signal->name);
}

/* A signal's place of a master. */
static const char *place_of(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                            bool write, const struct bl_signal *signal, int place) {
    return bl_kernel_at(kl->lo->arena, bundle(kl, axi, write, signal),
                        width_of(signal, axi->address_bits), place, masters(kl, axi, write));
}

/* ---- the ends of kernels */

/* The bits of a master's address below BL_KERNEL_SIDE; that one says that it is a kernel's. */
static const char *of_kernel(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                             bool write, const struct bl_signal *signal, int place) {
    const char *all = bundle(kl, axi, write, signal);
    int low = axi->address_bits * place;
    bl_circuit_assign(kl->lo->circuit,
                      bl_format(kl->lo->arena, "%s[%d]", all, low + BL_KERNEL_SIDE), "1'b1");
    return bl_format(kl->lo->arena, "%s[%d:%d]", all, low + BL_KERNEL_SIDE - 1, low);
}

/* An address of an end has more bits than the port: those above are 0. */
static const char *widened(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                           bool write, const struct bl_signal *signal, int place) {
    bool address = signal->width == BL_WIDTH_ADDRESS;
    const char *low = address && axi->apart ? of_kernel(kl, axi, write, signal, place)
                                            : place_of(kl, axi, write, signal, place);
    int above = axi->apart ? BL_KERNEL_ADDRESS_BITS - BL_KERNEL_SIDE
                           : BL_KERNEL_ADDRESS_BITS - axi->address_bits;
    if (!address || !above) return low;
    const char *net = bl_circuit_net(kl->lo->circuit, above, NULL, "unused_%s_%s_%d", axi->name,
                                     signal->name, place);
    return bl_format(kl->lo->arena, "{%s, %s}", net, low);
}

void bl_kernel_connect_axi(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                           const struct bl_kernel_axi *axi, bool write, int place) {
    const struct half half = half_of(write);
    bl_instance_connect(kl->lo->circuit, inst, "host_clk", "%s", axi->domain->clock);
    bl_instance_connect(kl->lo->circuit, inst, "host_rst", "%s", axi->domain->reset);
    for (int i = 0; i < half.count; i++)
        bl_instance_connect(kl->lo->circuit, inst,
                            bl_format(kl->lo->arena, "m_axi_%s", half.signals[i].name), "%s",
                            widened(kl, axi, write, &half.signals[i], place));
}

/* ---- what shares a port */

static void port_nets(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi, bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++)
        bl_circuit_net(kl->lo->circuit,
                       masters(kl, axi, write) * width_of(&half.signals[i], axi->address_bits),
                       NULL, "%s", bundle(kl, axi, write, &half.signals[i]));
}

/* A signal of the port as the node's pins have it. */
static const char *pins_of(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                           const struct bl_signal *signal) {
    const char *name = bl_format(kl->lo->arena, "%s_%s", axi->pins, signal->name);
    if (!axi->apart || signal->width != BL_WIDTH_ADDRESS) return name;
    return bl_format(kl->lo->arena, "{%s_%.2suser, %s[%d:0]}", axi->pins, signal->name, name,
                     BL_KERNEL_SIDE - 1);
}

/* The pins that say whose a burst is, in place of a bit of the address. */
static void side_pin(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi, bool write) {
    const char *half = write ? "aw" : "ar";
    if (!axi->apart) return;
    bl_circuit_port(kl->lo->circuit, BL_OUTPUT, 1, "%s_%suser", axi->pins, half)->clock =
        axi->domain->clock;
    bl_circuit_assign(kl->lo->circuit,
                      bl_format(kl->lo->arena, "%s_%saddr[%d]", axi->pins, half, BL_KERNEL_SIDE),
                      "1'b0");
}

/* A half of the port that nobody uses. */
static void idle_half(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi, bool write) {
    const struct half half = half_of(write);
    const char *inputs = "1'b0";
    for (int i = 0; i < half.count; i++) {
        const struct bl_signal *signal = &half.signals[i];
        const char *name = bl_format(kl->lo->arena, "%s_%s", axi->pins, signal->name);
        if (signal->direction == BL_INPUT)
            inputs = bl_format(kl->lo->arena, "%s, %s", inputs, name);
        else bl_circuit_assign(kl->lo->circuit, name, "%d'd0", width_of(signal, axi->address_bits));
    }
    bl_circuit_net(kl->lo->circuit, 1, bl_format(kl->lo->arena, "&{%s}", inputs), "unused_%s_%s",
                   axi->name, write ? "writes" : "reads");
}

/* A signal between two names of it; `outer` is nearer to the memory. */
static void pass(struct bl_kernel_lowering *kl, const struct bl_signal *signal, const char *inner,
                 const char *outer) {
    bool in = signal->direction == BL_INPUT;
    bl_circuit_assign(kl->lo->circuit, in ? inner : outer, "%s", in ? outer : inner);
}

/* One takes the port as it is. */
static void single(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi, bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++)
        pass(kl, &half.signals[i], bundle(kl, axi, write, &half.signals[i]),
             pins_of(kl, axi, &half.signals[i]));
}

static void join_half(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                      const struct bl_kernel_axi *axi, bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++) {
        const char *name = half.signals[i].name;
        bl_instance_connect(kl->lo->circuit, inst, bl_format(kl->lo->arena, "s_axi_%s", name), "%s",
                            bundle(kl, axi, write, &half.signals[i]));
        bl_instance_connect(kl->lo->circuit, inst, bl_format(kl->lo->arena, "m_axi_%s", name), "%s",
                            pins_of(kl, axi, &half.signals[i]));
    }
}

static void join(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi, bool write) {
    struct bl_lowering *lo = kl->lo;
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, write ? "bl_axi_write_join" : "bl_axi_read_join",
        bl_format(lo->arena, "%s_join_%s", axi->name, write ? "writers" : "readers"),
        bl_format(lo->arena, "%s, in turn", axi->about), axi->range);
    bl_instance_set(lo->circuit, inst, "PORTS", masters(kl, axi, write));
    bl_instance_set(lo->circuit, inst, "ADDR_W", axi->address_bits);
    bl_instance_set(lo->circuit, inst, "DATA_W", BL_KERNEL_WORD_BITS);
    bl_instance_connect(lo->circuit, inst, "clk", "%s", axi->domain->clock);
    bl_instance_connect(lo->circuit, inst, "rst", "%s", axi->domain->reset);
    join_half(kl, inst, axi, write);
}

void bl_kernel_lower_axi(struct bl_kernel_lowering *kl) {
    for (int i = 0; i < kl->axi_count; i++)
        for (int write = 0; write < 2; write++) {
            const struct bl_kernel_axi *axi = &kl->axi[i];
            int count = masters(kl, axi, write);
            side_pin(kl, axi, write);
            if (count) port_nets(kl, axi, write);
            if (!count) idle_half(kl, axi, write);
            else if (count == 1) single(kl, axi, write);
            else join(kl, axi, write);
        }
}

/* ---- DMA */

/* The master called PREFIX_araddr and so on has the last place at a port. */
static void last_master(struct bl_kernel_lowering *kl, const struct bl_kernel_axi *axi,
                        const char *prefix) {
    for (int write = 0; write < 2; write++) {
        const struct half half = half_of(write);
        for (int i = 0; i < half.count; i++)
            pass(kl, &half.signals[i],
                 bl_format(kl->lo->arena, "%s_%s", prefix, half.signals[i].name),
                 place_of(kl, axi, write, &half.signals[i], axi->ends[write]));
    }
}

/* The window's place of a channel as nets PREFIX_*, of core's clock. */
static void window_half(struct bl_kernel_lowering *kl, int channel, const char *prefix,
                        bool write) {
    const struct half half = half_of(write);
    for (int i = 0; i < half.count; i++) {
        const struct bl_signal *signal = &half.signals[i];
        const char *all = bl_format(kl->lo->arena, "window_%s", signal->name);
        pass(kl, signal,
             bl_kernel_at(kl->lo->arena, all, width_of(signal, BL_ADDRESS_BITS), channel,
                          kl->axi_count - 1),
             bl_format(kl->lo->arena, "%s_%s", prefix, signal->name));
    }
}

static void dma_of_channel(struct bl_kernel_lowering *kl, int channel) {
    struct bl_lowering *lo = kl->lo;
    const char *outer = bl_format(lo->arena, "dma_ch%d", channel), *inner = outer;
    if (lo->memory_crosses) inner = bl_format(lo->arena, "window_ch%d", channel);
    bl_lower_axi_nets(lo, inner, BL_ADDRESS_BITS, 1);
    if (lo->memory_crosses) bl_lower_axi_nets(lo, outer, BL_ADDRESS_BITS, 1);
    for (int write = 0; write < 2; write++) {
        window_half(kl, channel, inner, write);
        if (lo->memory_crosses) bl_lower_channel_crossing(lo, channel, write, inner, outer);
    }
    last_master(kl, &kl->axi[1 + channel], outer);
}

void bl_kernel_lower_dma(struct bl_kernel_lowering *kl) {
    struct bl_lowering *lo = kl->lo;
    if (!kl->dma) return;
    bl_circuit_heading(lo->circuit, "DMA between the host port and the memory channels");
    bl_lower_axi_nets(lo, "dma_host", BL_KERNEL_ADDRESS_BITS, 1);
    bl_circuit_net(lo->circuit, 1, NULL, "dma_irq");
    bl_kernel_copy_nets(kl);
    const struct bl_dma_nets nets = {.port = "dma_host",
                                     .irq = "dma_irq",
                                     .owns = "unused_owns",
                                     .busy = "1'b0",
                                     .copies = {bl_kernel_count_copies(kl->kernels, false, NULL),
                                                bl_kernel_count_copies(kl->kernels, true, NULL)}};
    bl_lower_dma(lo, &nets);
    last_master(kl, &kl->axi[0], "dma_host");
    for (int i = 0; i < kl->axi_count - 1; i++) dma_of_channel(kl, i);
}
