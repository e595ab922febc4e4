#include "lower/lower_host.h"

#include "ir/carried/axi.h"
#include "ir/dma.h"
#include "ir/port.h"
#include "lower/lower_memory.h"
#include "lower/lowering.h"
#include "lower/lowering_inner.h"
#include "node/ports.h"
#include "plan/size/crossings.h"

enum { HOST_ADDRESS_BITS = 64 };

static const struct bl_signal axi[] = {BL_AXI4_READ(BL_SIGNAL_IN, BL_SIGNAL_OUT)
                                           BL_AXI4_WRITE(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum { AXI = sizeof axi / sizeof *axi };

/* Bits of a card's address: a channel's number above an address in it. */
static int card_bits(const struct bl_lowering *lo) {
    return BL_ADDRESS_BITS + bl_max(1, bl_log2(lo->node->memory.channels));
}

static int width_of(const struct bl_lowering *lo, int i, int address_bits) {
    return bl_axi_width(axi[i].width, address_bits, lo->word_bits / 8);
}

void bl_lower_axi_nets(struct bl_lowering *lo, const char *prefix, int address_bits, int times) {
    for (int i = 0; i < AXI; i++)
        bl_circuit_net(lo->circuit, times * width_of(lo, i, address_bits), NULL, "%s_%s", prefix,
                       axi[i].name);
}

static void connect_axi(struct bl_lowering *lo, struct bl_instance *inst, const char *port,
                        const char *net) {
    for (int i = 0; i < AXI; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", port, axi[i].name),
                            "%s_%s", net, axi[i].name);
}

static struct bl_instance *instance(struct bl_lowering *lo, const char *module, const char *name,
                                    const char *comment) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, module, name, comment,
                                                   lo->program->cluster.host->range);
    bl_instance_set(lo->circuit, inst, "DATA_W", lo->word_bits);
    return inst;
}

static void clocked(struct bl_lowering *lo, struct bl_instance *inst) {
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
}

/* ---- what the host writes, and reads */

/* The nets of the host's words; a count has eight bits of its word. */
static void register_nets(struct bl_lowering *lo) {
    for (int i = 0; i < lo->node->registers->count; i++) {
        const struct bl_register *reg = &lo->node->registers->items[i];
        if (!reg->host) continue;
        bl_circuit_net(lo->circuit, 32,
                       reg->config ? bl_format(lo->arena, "settings[%d:%d]", 32 * reg->word + 31,
                                               32 * reg->word)
                                   : NULL,
                       "%s", reg->net);
    }
}

static void connect_module(struct bl_lowering *lo, struct bl_instance *inst, const char *module) {
    static const char *const addresses[] = {"table", "status"}, *const counts[] = {"posted",
                                                                                   "seen"};
    for (int i = 0; i < 2; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", module, addresses[i]),
                            "{host_%s_%s_high, host_%s_%s_low}", module, addresses[i], module,
                            addresses[i]);
    for (int i = 0; i < 2; i++)
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_%s", module, counts[i]),
                            "host_%s_%s[7:0]", module, counts[i]);
    bl_circuit_net(
        lo->circuit, 24,
        bl_format(lo->arena, "host_%s_posted[31:8] ^ host_%s_seen[31:8]", module, module),
        "unused_host_%s", module);
    bl_circuit_net(lo->circuit, 8, NULL, "host_%s_done", module);
    bl_circuit_net(lo->circuit, 1, NULL, "host_%s_failed", module);
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_done", module), "host_%s_done",
                        module);
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "%s_failed", module),
                        "host_%s_failed", module);
}

/* No kernel copies anything. */
static void no_kernel(struct bl_lowering *lo, struct bl_instance *inst, const char *module) {
    static const struct {
        const char *port, *net;
        int width;
    } unused[] = {{"s_k%s_tready", "unused_k%s_tready", 1},
                  {"m_k%s_tvalid", "unused_k%s_tvalid", 1},
                  {"m_k%s_tdata", "unused_k%s_tdata", 48}};
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_k%s_tvalid", module), "1'b0");
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s_k%s_tdata", module), "160'd0");
    bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "m_k%s_tready", module), "1'b1");
    for (int i = 0; i < 3; i++) {
        const char *net = bl_circuit_net(lo->circuit, unused[i].width, NULL, unused[i].net, module);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, unused[i].port, module), "%s",
                            net);
    }
}

/* Copies of kernels in front of a module, nets copy_MODULE_* with a place for each. */
static void kernels(struct bl_lowering *lo, struct bl_instance *dma, const char *module,
                    int copies) {
    static const struct {
        const char *port, *dma;
        int width;
    } streams[] = {{"m", "s_k%s", 160}, {"s_done", "m_k%s", 48}};
    static const char *const parts[] = {"tvalid", "tready", "tdata"};
    static const char *const ends[] = {"done", "clocks", "result"};
    struct bl_circuit *circuit = lo->circuit;
    struct bl_instance *inst = bl_circuit_instance(
        circuit, "bl_dma_kernels", bl_format(lo->arena, "dma_%s_kernels", module),
        "copies of kernels, in turn", lo->program->cluster.host->range);
    bl_instance_set(circuit, inst, "PORTS", copies);
    bl_instance_set(circuit, inst, "FIRST", bl_dma_usual()->kernels.first);
    clocked(lo, inst);
    for (int i = 0; i < 3; i++) {
        bl_instance_connect(circuit, inst, bl_format(lo->arena, "s_%s", parts[i]), "copy_%s_%s",
                            module, parts[i]);
        bl_instance_connect(circuit, inst, ends[i], "copy_%s_%s", module, ends[i]);
    }
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 3; i++) {
            const char *net = bl_circuit_net(circuit, i < 2 ? 1 : streams[s].width, NULL,
                                             "dma_%s_%s_%s", module, s ? "ended" : "begun",
                                             parts[i]);
            bl_instance_connect(
                circuit, inst, bl_format(lo->arena, "%s_%s", streams[s].port, parts[i]), "%s", net);
            bl_instance_connect(circuit, dma,
                                bl_format(lo->arena, "%s_%s",
                                          bl_format(lo->arena, streams[s].dma, module), parts[i]),
                                "%s", net);
        }
}

static void kernel_side(struct bl_lowering *lo, struct bl_instance *dma, const char *module,
                        int copies) {
    if (copies) kernels(lo, dma, module, copies);
    else no_kernel(lo, dma, module);
}

/* ---- the way of the data */

static void dma(struct bl_lowering *lo, const char *host, const struct bl_dma_nets *nets) {
    struct bl_instance *inst = instance(lo, "bl_dma", "dma",
                                        "between the host's memory and the channels");
    bl_instance_set(lo->circuit, inst, "CARD_W", card_bits(lo));
    clocked(lo, inst);
    connect_module(lo, inst, "read");
    connect_module(lo, inst, "write");
    kernel_side(lo, inst, "read", nets->copies[0]);
    kernel_side(lo, inst, "write", nets->copies[1]);
    bl_instance_connect(lo->circuit, inst, "irq", "%s", nets->irq);
    connect_axi(lo, inst, "m_host", host);
    connect_axi(lo, inst, "m_card", "card");
    bl_circuit_assign(lo->circuit, "host_state",
                      "{14'd0, host_write_failed, host_read_failed, host_write_done, "
                      "host_read_done}");
}

static const char *const halves[] = {"bl_read_crossing", "bl_write_crossing"};

static void crossing(struct bl_lowering *lo, bool write, const char *from, const char *to) {
    struct bl_instance *inst = instance(
        lo, halves[write], bl_format(lo->arena, "host_%s_crossing", write ? "write" : "read"),
        bl_format(lo->arena, "to the host's clock: what is %s", write ? "written" : "read"));
    bl_instance_set(lo->circuit, inst, "ADDR_W", HOST_ADDRESS_BITS);
    bl_instance_set(lo->circuit, inst, "LOG_DEPTH", BL_CROSSING_LOG_DEPTH);
    clocked(lo, inst);
    bl_instance_connect(lo->circuit, inst, "mem_clk", "%s", lo->host.clock);
    bl_instance_connect(lo->circuit, inst, "mem_rst", "%s", lo->host.reset);
    bl_lower_half(lo, inst, "s_axi", from, write);
    bl_lower_half(lo, inst, "m_axi", to, write);
}

/* What core's side of a port of the host's clock is called. */
static const char *host_side(struct bl_lowering *lo, const char *port) {
    if (!lo->host_crosses) return port;
    bl_lower_axi_nets(lo, "host", HOST_ADDRESS_BITS, 1);
    for (int write = 0; write < 2; write++) crossing(lo, write, "host", port);
    return "host";
}

static void window(struct bl_lowering *lo, const char *owns, const char *busy) {
    struct bl_instance *inst = instance(lo, "bl_dma_window", "dma_window",
                                        "the channels, one behind the other");
    bl_lower_axi_nets(lo, "window", BL_ADDRESS_BITS, lo->node->memory.channels);
    bl_circuit_net(lo->circuit, 1, NULL, "%s", owns);
    bl_instance_set(lo->circuit, inst, "CHANNELS", lo->node->memory.channels);
    bl_instance_set(lo->circuit, inst, "CARD_W", card_bits(lo));
    bl_instance_set(lo->circuit, inst, "ADDR_W", BL_ADDRESS_BITS);
    clocked(lo, inst);
    bl_instance_connect(lo->circuit, inst, "node_busy", "%s", busy);
    bl_instance_connect(lo->circuit, inst, "owns", "%s", owns);
    connect_axi(lo, inst, "s_card", "card");
    connect_axi(lo, inst, "m_axi", "window");
}

/* The channel is the host's, or the pipeline's. */
static void share(struct bl_lowering *lo, int channel) {
    const char *pipe = bl_format(lo->arena, "pipe%d", channel),
               *memory = bl_lower_channel(lo, channel, false);
    bl_lower_channel(lo, channel, true);
    bl_lower_axi_nets(lo, pipe, BL_ADDRESS_BITS, 1);
    struct bl_instance *inst = instance(lo, "bl_dma_share",
                                        bl_format(lo->arena, "share_ch%d", channel),
                                        bl_format(lo->arena, "channel %d", channel));
    bl_instance_set(lo->circuit, inst, "ADDR_W", BL_ADDRESS_BITS);
    bl_instance_connect(lo->circuit, inst, "owns", "host_owns");
    connect_axi(lo, inst, "s0_axi", pipe);
    for (int i = 0; i < AXI; i++) {
        int width = width_of(lo, i, BL_ADDRESS_BITS);
        bl_instance_connect(lo->circuit, inst, bl_format(lo->arena, "s1_axi_%s", axi[i].name),
                            width > 1 ? "window_%s[%d:%d]" : "window_%s[%d]", axi[i].name,
                            width > 1 ? width * (channel + 1) - 1 : channel, width * channel);
    }
    connect_axi(lo, inst, "m_axi", memory);
}

void bl_lower_dma(struct bl_lowering *lo, const struct bl_dma_nets *nets) {
    register_nets(lo);
    bl_lower_axi_nets(lo, "card", card_bits(lo), 1);
    dma(lo, host_side(lo, nets->port), nets);
    window(lo, nets->owns, nets->busy);
}

void bl_lower_host(struct bl_lowering *lo) {
    if (!lo->program->cluster.host) return;
    bl_circuit_heading(lo->circuit, "the host's port, and its way to the channels");
    bl_lower_dma(lo, &(struct bl_dma_nets){.port = "m_axi_host",
                                           .irq = "host_irq",
                                           .owns = "host_owns",
                                           .busy = "unfinished"});
    for (int i = 0; i < lo->node->memory.channels; i++) share(lo, i);
}
