/* Platform Designer: the node with its memory ports as a component. */
#include <string.h>
#include "base/arena.h"
#include "base/path.h"
#include "node/ports.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"

static const char *direction(enum bl_direction direction) {
    return direction == BL_INPUT ? "Input" : "Output";
}

static void interface(struct bl_parts *parts, const char *name, const char *kind, const char *side,
                      const char *clock) {
    bl_part_set(parts, "interface", name);
    bl_part_set(parts, "interface_kind", kind);
    bl_part_set(parts, "side", side);
    bl_part_set(parts, "clock", clock);
    bl_part(parts, "interface");
    if (clock) bl_part(parts, "in a clock");
}

/* Of the last interface. */
static void port(struct bl_parts *parts, const struct bl_port *port, const char *role) {
    bl_part_set(parts, "port", port->name);
    bl_part_set(parts, "role", role);
    bl_part_set(parts, "direction", direction(port->direction));
    bl_part_number(parts, "width", port->width);
    bl_part(parts, "port");
    if (port->width > 1) bl_part(parts, "vector");
}

static void module(struct bl_project *project, struct bl_parts *parts) {
    bl_part_set(parts, "cluster", project->system);
    bl_part(parts, "begin");
    for (int i = 0; i < project->files.count; i++) {
        const char *path = project->files.items[i];
        if (bl_project_for_top(project, path)) continue;
        bl_part_set(parts, "file_name", bl_path_name(path));
        bl_part_set(parts, "path", path);
        bl_part(parts, "file");
    }
}

static void clocks(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->node->clock_count; i++) {
        const struct bl_port input = {
            .name = project->node->clocks[i], .direction = BL_INPUT, .width = 1};
        interface(parts, input.name, "clock", "end", NULL);
        bl_part_real(parts, "hertz", project->clocks[i].hertz, 0);
        bl_part(parts, "clock");
        port(parts, &input, "clk");
    }
    const struct bl_port reset = {.name = "rst", .direction = BL_INPUT, .width = 1};
    interface(parts, "rst", "reset", "end", NULL);
    bl_part(parts, "reset");
    port(parts, &reset, "reset");
}

/* What Platform Designer calls a signal of a memory port. */
static const char *memory_role(const struct bl_memory_port *memory, const char *signal) {
    for (int i = 0; i < memory->signal_count; i++)
        if (!strcmp(signal, memory->signals[i].name) && memory->signals[i].role)
            return memory->signals[i].role;
    return signal;
}

/* All ports of the shell whose names begin with `prefix`; a role is what follows it, or what the
 * memory's table says. */
static void ports(struct bl_project *project, struct bl_parts *parts, const char *prefix,
                  bool memory) {
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const struct bl_port *item = &project->shell_circuit->ports.items[i];
        if (strncmp(item->name, prefix, strlen(prefix))) continue;
        const char *role = item->name + strlen(prefix);
        port(parts, item, memory ? memory_role(project->memory, role) : role);
    }
}

static void registers(struct bl_project *project, struct bl_parts *parts) {
    if (bl_node_has_register_port(project->node)) {
        interface(parts, "registers", "axi4lite", "end", "clk");
        ports(project, parts, "s_axil_", false);
    }
    interface(parts, "node_status", "conduit", "end", "clk");
    ports(project, parts, "node_", false);
}

static void memories(struct bl_project *project, struct bl_parts *parts) {
    const char *clock = project->node->clocks[project->node->memory_clock];
    for (int channel = 0; channel < project->node->memory.channels; channel++) {
        const char *name = bl_format(project->arena, "mem%d", channel);
        interface(parts, name, project->memory->kind, "start", clock);
        if (!strcmp(project->memory->kind, "avalon")) bl_part(parts, "avalon");
        ports(project, parts, bl_format(project->arena, "mem%d_", channel), true);
    }
    interface(parts, "memory_status", "conduit", "end", NULL);
    ports(project, parts, "memory_", false);
}

/* The host port, as the node has it or as the board's IP has. */
static void host(struct bl_project *project, struct bl_parts *parts) {
    static const char *const prefixes[] = {"m_axi_host_", "RdAst", "RdDma", "WrAst",
                                           "WrDma",       "pcie_", "host_"};
    if (project->node->host_clock < 0) return;
    interface(parts, "host", "conduit", "end", project->node->clocks[project->node->host_clock]);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        for (int p = 0; p < project->shell_circuit->ports.count; p++) {
            const struct bl_port *item = &project->shell_circuit->ports.items[p];
            if (!strncmp(item->name, prefixes[i], strlen(prefixes[i])))
                port(parts, item, item->name);
        }
}

/* An interface for each that the pins name. */
static void network(struct bl_project *project, struct bl_parts *parts) {
    const struct bl_pins pins = bl_node_medium_pins(project->node);
    const char *clock = project->node->clocks[project->node->network_clock];
    for (int i = 0; i < pins.count; i++) {
        const struct bl_pin *pin = &pins.items[i];
        bool again = false;
        for (int j = 0; j < i; j++) again |= !strcmp(pins.items[j].interface, pin->interface);
        if (again) continue;
        interface(parts, pin->interface, "conduit", "end", pin->clockless ? NULL : clock);
        ports(project, parts, bl_format(project->arena, "%s_", pin->interface), false);
    }
}

void bl_project_platform(struct bl_project *project) {
    if (!project->shell) return;
    const char *name = bl_format(project->arena, "%s_hw.tcl", project->shell);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name),
                                             "platform.tcl");
    module(project, &parts);
    clocks(project, &parts);
    registers(project, &parts);
    memories(project, &parts);
    host(project, &parts);
    network(project, &parts);
}
