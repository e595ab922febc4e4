#include "lower/ports.h"

#include "base/arena.h"
#include "ir/carried/axi.h"
#include "lower/lower.h"
#include "lower/lower_inner.h"
#include "plan/route/exchange.h"

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

static struct bl_node_port *add_port(struct bl_arena *arena, struct bl_node_ports *ports,
                                     const char *word, int clock) {
    struct bl_node_port *port = BL_APPEND(arena, ports);
    *port = (struct bl_node_port){.word = word, .clock = clock};
    return port;
}

struct bl_pins bl_register_pins(const struct bl_plan *plan) {
    struct bl_pins pins = {0};
    for (int i = 0; i < REGISTERS; i++)
        bl_pins_add(plan->arena, &pins, &registers[i],
                    bl_axi_width(registers[i].width, REGISTER_ADDRESS_BITS, 0), "s_axil", "reg");
    return pins;
}

static void add_channel(struct bl_arena *arena, struct bl_node_ports *ports,
                        const struct bl_node_shape *shape, int number) {
    struct bl_node_port *port = add_port(arena, ports, bl_format(arena, "channel %d", number),
                                         shape->memory_clock);
    const char *interface = bl_format(arena, "m_axi_ch%d", number),
               *path = bl_format(arena, "axi[%d]", number);
    for (int i = 0; i < CHANNEL; i++)
        bl_pins_add(arena, &port->pins, &channel[i],
                    bl_axi_width(channel[i].width, shape->address_bits, shape->word_bytes),
                    interface, path);
}

/* A master towards the host, with words as the channels have them, and an interrupt, which is
   core's. */
static void add_host(struct bl_arena *arena, struct bl_node_ports *ports,
                     const struct bl_node_shape *shape) {
    static const struct bl_signal interrupt = {"irq", BL_OUTPUT, 1, false, 8, ""};
    struct bl_node_port *port = add_port(arena, ports, "host", shape->host_clock);
    for (int i = 0; i < CHANNEL; i++)
        bl_pins_add(arena, &port->pins, &channel[i],
                    bl_axi_width(channel[i].width, HOST_ADDRESS_BITS, shape->word_bytes),
                    "m_axi_host", "host");
    bl_pins_add(arena, &add_port(arena, ports, "interrupt", 0)->pins, &interrupt, 1, "host", NULL);
}

struct bl_pins bl_network_pins(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int flit_bits = bl_flit_bits(cluster, bl_cut_of_exchange(plan));
    struct bl_pins pins = {0};
    if (cluster->nodes > 1) cluster->network.row->pins(plan->arena, cluster, flit_bits, &pins);
    return pins;
}

struct bl_node_ports bl_node_ports(const struct bl_plan *plan) {
    const struct bl_node_shape shape = bl_node_shape(plan);
    struct bl_node_ports ports = {0};
    add_port(plan->arena, &ports, "registers", 0)->pins = bl_register_pins(plan);
    for (int i = 0; i < shape.channels; i++) add_channel(plan->arena, &ports, &shape, i);
    if (shape.host_clock >= 0) add_host(plan->arena, &ports, &shape);
    if (plan->program->cluster.nodes == 1) return ports;
    struct bl_node_port *network = add_port(plan->arena, &ports, "network", shape.network_clock);
    network->face = plan->program->cluster.network.row->face;
    network->pins = bl_network_pins(plan);
    return ports;
}
