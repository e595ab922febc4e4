/* The module around the node: complete AXI4-Lite, and in front of every channel the port that the
 * board's memory controller takes. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "node/ports.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_ip.h"

/* What the registers' AXI4-Lite lacks of a complete one, in the core's clock. */
static const struct {
    const char *name;
    enum bl_direction direction;
    int width;
} LITE[] = {
    {"awprot", BL_INPUT, 3},
    {"arprot", BL_INPUT, 3},
};

static bool starts(const char *text, const char *with) {
    return !strncmp(text, with, strlen(with));
}

static int width_of(const struct bl_project *project, int width) {
    int word = 8 * project->node->memory.word_bytes;
    return width == BL_PORT_WORD      ? word
           : width == BL_PORT_STROBES ? word / 8
           : width == BL_PORT_ADDRESS ? project->node->memory.address_bits
                                      : width;
}

/* The channels that bring requests to the registers. */
static const char *const REQUESTS[] = {"aw", "w", "ar"};

/* What a port of the registers is connected to. Requests wait until the node is up: neither side of
 * a handshake sees the other before. NULL for a port that has no part in that. */
static const char *request_net(struct bl_circuit *shell, const char *port) {
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++) {
        const char *valid = bl_format(shell->arena, "s_axil_%svalid", REQUESTS[i]),
                   *ready = bl_format(shell->arena, "s_axil_%sready", REQUESTS[i]);
        if (!strcmp(port, valid)) return bl_format(shell->arena, "%s & node_up", valid);
        if (strcmp(port, ready)) continue;
        const char *net = bl_circuit_net(shell, 1, NULL, "node_%sready", REQUESTS[i]);
        bl_circuit_assign(shell, ready, "%s & node_up", net);
        return net;
    }
    return NULL;
}

/* The node's ports but those of its memory channels go through. */
static void node_ports(struct bl_project *project, struct bl_instance *node) {
    struct bl_circuit *shell = project->shell_circuit;
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    for (int i = 0; i < project->circuit->ports.count; i++) {
        const struct bl_port *port = &project->circuit->ports.items[i];
        bool memory = starts(port->name, "m_axi_ch") ||
                      (ip && ip->inside_shell && ip->inside_shell(port->name));
        const char *net = strcmp(port->name, "rst") ? request_net(shell, port->name) : "node_rst";
        if (memory) bl_circuit_net(shell, port->width, NULL, "%s", port->name);
        else
            bl_circuit_port(shell, port->direction, port->width, "%s", port->name)->clock =
                port->clock;
        bl_instance_connect(shell, node, port->name, "%s", net ? net : port->name);
    }
    bl_circuit_port(shell, BL_OUTPUT, 1, "node_up")->clock = project->node->clocks[0];
    bl_circuit_assign(shell, "node_up", "~ports_shut");
}

static void lite_ports(struct bl_project *project) {
    struct bl_circuit *shell = project->shell_circuit;
    const char *inputs = "1'b0";
    if (!bl_node_has_register_port(project->node)) return;
    for (size_t i = 0; i < sizeof LITE / sizeof *LITE; i++) {
        const char *name = bl_format(shell->arena, "s_axil_%s", LITE[i].name);
        bl_circuit_port(shell, LITE[i].direction, LITE[i].width, "%s", name)->clock =
            project->node->clocks[0];
        if (LITE[i].direction == BL_OUTPUT) bl_circuit_assign(shell, name, "%d'd0", LITE[i].width);
        else inputs = bl_format(shell->arena, "%s, %s", inputs, name);
    }
    bl_circuit_net(shell, 1, bl_format(shell->arena, "&{%s}", inputs), "unused_lite");
}

/* The node's reset comes after the ports are shut, and ends when their memories owe nothing. */
static void node_reset(struct bl_project *project) {
    struct bl_circuit *shell = project->shell_circuit;
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    bl_circuit_net(shell, 1, NULL, "node_rst");
    bl_circuit_net(shell, 1, NULL, "ports_shut");
    if (project->node->memory.channels) {
        bl_circuit_net(shell, project->node->memory.channels, NULL, "channel_busy");
        bl_circuit_net(shell, 8 * project->node->memory.channels, NULL, "unused_strays");
    }
    struct bl_instance *inst = bl_circuit_instance(shell, "bl_node_reset", "reset_order",
                                                   "ports, node, memory, node, ports",
                                                   (struct bl_range){0});
    bl_instance_connect(shell, inst, "clk", "clk");
    bl_instance_connect(shell, inst, "request", "rst");
    bl_instance_connect(shell, inst, "busy", ip && ip->shell_busy ? ip->shell_busy : "ports_busy");
    bl_instance_connect(shell, inst, "shut", "ports_shut");
    bl_instance_connect(shell, inst, "rst", "node_rst");
}

/* What shuts the ports, in the memory's clock. */
static const char *memory_reset(struct bl_project *project, const char *clock) {
    struct bl_circuit *shell = project->shell_circuit;
    if (!project->node->memory_clock) return "ports_shut";
    bl_circuit_net(shell, 1, NULL, "memory_rst");
    struct bl_instance *inst = bl_circuit_instance(shell, "bl_synchroniser", "memory_reset",
                                                   "the same, as the memory's clock sees it",
                                                   (struct bl_range){0});
    bl_instance_set(shell, inst, "WIDTH", 1);
    bl_instance_connect(shell, inst, "clk", "%s", clock);
    bl_instance_connect(shell, inst, "s", "ports_shut");
    bl_instance_connect(shell, inst, "m", "memory_rst");
    return "memory_rst";
}

/* Whether any port still waits, as a register: the other clock sees no glitch of it. */
static void busy_ports(struct bl_project *project, const char *clock) {
    struct bl_circuit *shell = project->shell_circuit;
    bl_circuit_net(shell, 1, NULL, "ports_busy");
    struct bl_instance *inst = bl_circuit_instance(
        shell, "bl_capture", "busy_ports", "answers that are outstanding", (struct bl_range){0});
    bl_instance_set(shell, inst, "WIDTH", 1);
    bl_instance_connect(shell, inst, "clk", "%s", clock);
    bl_instance_connect(shell, inst, "take", "1'b1");
    bl_instance_connect(shell, inst, "d",
                        project->node->memory.channels ? "|channel_busy" : "1'b0");
    bl_instance_connect(shell, inst, "q", "ports_busy");
}

static void port_settings(struct bl_project *project, struct bl_instance *inst) {
    bl_instance_set(project->shell_circuit, inst, "ADDR_W", project->node->memory.address_bits);
    bl_instance_set(project->shell_circuit, inst, "DATA_W", 8 * project->node->memory.word_bytes);
}

static void connect_channel(struct bl_project *project, struct bl_instance *inst, int channel) {
    const char *of_channel = bl_format(project->arena, "m_axi_ch%d_", channel);
    for (int i = 0; i < project->circuit->ports.count; i++) {
        const char *name = project->circuit->ports.items[i].name;
        if (starts(name, of_channel))
            bl_instance_connect(project->shell_circuit, inst,
                                bl_format(project->arena, "s_axi_%s", name + strlen(of_channel)),
                                "%s", name);
    }
}

/* The bit of a channel in a net that has one for each: that of a lone channel is the net. */
static const char *channel_bit(const struct bl_project *project, const char *net, int channel) {
    return project->node->memory.channels == 1 ? net
                                               : bl_format(project->arena, "%s[%d]", net, channel);
}

static void memory_port(struct bl_project *project, int channel, const char *clock,
                        const char *reset) {
    struct bl_circuit *shell = project->shell_circuit;
    const struct bl_memory_port *kind = project->memory;
    struct bl_instance *inst = bl_circuit_instance(
        shell, kind->module, bl_format(project->arena, "port_ch%d", channel),
        bl_format(project->arena, "channel %d", channel), (struct bl_range){0});
    port_settings(project, inst);
    bl_instance_connect(shell, inst, "clk", "%s", clock);
    bl_instance_connect(shell, inst, "rst", "%s", reset);
    bl_instance_connect(shell, inst, "calibrated", "memory_calibrated");
    bl_instance_connect(shell, inst, "error", "%s", channel_bit(project, "channel_error", channel));
    bl_instance_connect(shell, inst, "busy", "%s", channel_bit(project, "channel_busy", channel));
    bl_instance_connect(shell, inst, "strays", "unused_strays[%d:%d]", 8 * channel + 7,
                        8 * channel);
    connect_channel(project, inst, channel);
    for (int i = 0; i < kind->signal_count; i++) {
        const struct bl_memory_signal *signal = &kind->signals[i];
        const char *name = bl_format(project->arena, "mem%d_%s", channel, signal->name);
        bl_circuit_port(shell, signal->direction, width_of(project, signal->width), "%s", name)
            ->clock = clock;
        bl_instance_connect(shell, inst,
                            bl_format(project->arena, "%s_%s", kind->prefix, signal->name), "%s",
                            name);
    }
}

void bl_project_shell(struct bl_project *project) {
    struct bl_circuit *shell = project->shell_circuit = bl_circuit_new(
        project->arena, project->shell,
        bl_format(project->arena, "The node of pipeline %s with the memory ports of %s.",
                  project->circuit->name, project->board->word));
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    bl_circuit_heading(shell, "the node");
    struct bl_instance *node = BL_NEW(project->arena, struct bl_instance, 1);
    *node = (struct bl_instance){.module = project->circuit->name, .name = "board_node"};
    node_ports(project, node);
    lite_ports(project);
    struct bl_item *item = BL_APPEND(project->arena, &shell->items);
    *item = (struct bl_item){.kind = BL_ITEM_INSTANCE, .instance = node};
    bl_circuit_heading(shell, "its memory channels");
    const char *clock = project->node->clocks[project->node->memory_clock];
    bl_circuit_port(shell, BL_INPUT, 1, "memory_calibrated")->clock = "";
    bl_circuit_port(shell, BL_OUTPUT, 1, "memory_error")->clock = clock;
    if (project->node->memory.channels)
        bl_circuit_net(shell, project->node->memory.channels, NULL, "channel_error");
    else bl_circuit_net(shell, 1, "memory_calibrated", "unused_calibrated");
    node_reset(project);
    const char *reset = memory_reset(project, clock);
    busy_ports(project, clock);
    if (ip && ip->shell) ip->shell(project);
    for (int channel = 0; channel < project->node->memory.channels; channel++)
        memory_port(project, channel, clock, reset);
    bl_circuit_assign(shell, "memory_error",
                      project->node->memory.channels ? "|channel_error" : "1'b0");
}
