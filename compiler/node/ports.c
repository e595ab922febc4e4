#include "node/ports.h"

#include <string.h>

#include "base/arena.h"
#include "ir/carried/axi.h"
#include "ir/carried/tlp.h"
#include "ir/network.h"

enum { REGISTER_ADDRESS_BITS = 16, HOST_ADDRESS_BITS = 64 };

static const struct bl_signal registers[] = {BL_AXI4_LITE(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              channel[] = {BL_AXI4_READ(BL_SIGNAL_IN, BL_SIGNAL_OUT)
                                               BL_AXI4_WRITE(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum {
    REGISTERS = sizeof registers / sizeof *registers,
    CHANNEL = sizeof channel / sizeof *channel
};

int bl_axi_width(int width, int address_bits, int word_bytes) {
    switch (width) {
    case BL_WIDTH_ADDRESS: return address_bits;
    case BL_WIDTH_WORD: return 8 * word_bytes;
    case BL_WIDTH_STROBES: return word_bytes;
    default: return width;
    }
}

static struct bl_node_port *add_port(struct bl_node *node, const char *word, enum bl_far_end far,
                                     int clock) {
    struct bl_node_port *port = BL_APPEND(node->arena, &node->ports);
    *port = (struct bl_node_port){.word = word, .far = far, .clock = clock};
    return port;
}

struct bl_pins bl_node_registers(struct bl_arena *arena) {
    struct bl_pins pins = {0};
    for (int i = 0; i < REGISTERS; i++)
        bl_pins_add(arena, &pins, &registers[i],
                    bl_axi_width(registers[i].width, REGISTER_ADDRESS_BITS, 0), "s_axil", "reg");
    return pins;
}

bool bl_node_has_register_port(const struct bl_node *node) {
    return !node->cluster->network.row->window;
}

static void add_channel(struct bl_node *node, int number) {
    struct bl_arena *arena = node->arena;
    struct bl_node_port *port = add_port(node, bl_format(arena, "channel %d", number),
                                         BL_FAR_MEMORY, node->memory_clock);
    const char *interface = bl_format(arena, "m_axi_ch%d", number),
               *path = bl_format(arena, "axi[%d]", number);
    for (int i = 0; i < CHANNEL; i++)
        bl_pins_add(
            arena, &port->pins, &channel[i],
            bl_axi_width(channel[i].width, node->memory.address_bits, node->memory.word_bytes),
            interface, path);
}

static const struct bl_signal tlp_outward[] = {BL_TLP_OUTWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)},
                              tlp_inward[] = {BL_TLP_INWARD(BL_SIGNAL_IN, BL_SIGNAL_OUT)};
enum {
    TLP_OUTWARD = sizeof tlp_outward / sizeof *tlp_outward,
    TLP_INWARD = sizeof tlp_inward / sizeof *tlp_inward
};

void bl_pins_add_tlp(struct bl_arena *arena, struct bl_pins *pins, const char *port,
                     const char *path) {
    const char *to = bl_format(arena, "%s.to", path), *from = bl_format(arena, "%s.from", path);
    for (int i = 0; i < TLP_OUTWARD; i++)
        bl_pins_add(arena, pins, &tlp_outward[i], tlp_outward[i].width,
                    bl_format(arena, "m_tlp_%s", port), to);
    for (int i = 0; i < TLP_INWARD; i++)
        bl_pins_add(arena, pins, &tlp_inward[i], tlp_inward[i].width,
                    bl_format(arena, "s_tlp_%s", port), from);
}

/* A master towards the host, with words as the channels have them, or a port of TLPs, and an
   interrupt, which is core's. */
static void add_host(struct bl_node *node) {
    static const struct bl_signal interrupt = {"irq", BL_OUTPUT, 1, false, 8, ""};
    struct bl_node_port *port = add_port(node, "host", BL_FAR_HOST, node->host_clock);
    const bool tlps = node->cluster->network.row->window;
    if (tlps) bl_pins_add_tlp(node->arena, &port->pins, "n", "tlp");
    for (int i = 0; i < CHANNEL && !tlps; i++)
        bl_pins_add(node->arena, &port->pins, &channel[i],
                    bl_axi_width(channel[i].width, HOST_ADDRESS_BITS, node->memory.word_bytes),
                    "m_axi_host", "host");
    bl_pins_add(node->arena, &add_port(node, "interrupt", BL_FAR_HOST, 0)->pins, &interrupt, 1,
                "host", NULL);
}

/* Of a port: that which it names, or the network's. */
static int clock_of(const struct bl_node *node, const struct bl_network_port *port) {
    for (int i = node->own_clocks; port->clock && i < node->clock_count; i++)
        if (!strcmp(node->clock_names[i], port->clock)) return i;
    return node->network_clock;
}

static void add_network(struct bl_node *node) {
    const struct bl_network_port *at = node->cluster->network.carrier->ports;
    for (; at->word; at++) {
        struct bl_node_port *port = add_port(node, at->word, BL_FAR_MEDIUM, clock_of(node, at));
        port->face = at->face;
        at->pins(node->arena, node->cluster, node->carrier.flit_bits, &port->pins);
    }
}

void bl_node_add_ports(struct bl_node *node) {
    if (bl_node_has_register_port(node))
        add_port(node, "registers", BL_FAR_HOST, 0)->pins = bl_node_registers(node->arena);
    for (int i = 0; i < node->memory.channels; i++) add_channel(node, i);
    if (node->host_clock >= 0) add_host(node);
    if (node->cluster->nodes > 1) add_network(node);
}

struct bl_pins bl_node_medium_pins(const struct bl_node *node) {
    struct bl_pins pins = {0};
    for (int i = 0; i < node->ports.count; i++)
        for (int p = 0;
             node->ports.items[i].far == BL_FAR_MEDIUM && p < node->ports.items[i].pins.count; p++)
            *BL_APPEND(node->arena, &pins) = node->ports.items[i].pins.items[p];
    return pins;
}
