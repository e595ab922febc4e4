/* Platform Designer: the node with its memory ports as a component. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

static const char *direction(enum bl_direction direction) {
    return direction == BL_INPUT ? "Input" : "Output";
}

static void interface(struct bl_text *text, const char *name, const char *kind, const char *side,
                      const char *clock) {
    bl_text_add(text, "\nadd_interface %s %s %s\n", name, kind, side);
    if (clock)
        bl_text_add(
            text,
            "set_interface_property %s associatedClock %s\nset_interface_property %s associatedReset rst\n",
            name, clock, name);
}

static void port(struct bl_text *text, const char *name, const struct bl_port *port,
                 const char *role) {
    bl_text_add(text, "add_interface_port %s %s %s %s %d\n", name, port->name, role,
                direction(port->direction), port->width);
    if (port->width > 1)
        bl_text_add(text, "set_port_property %s VHDL_TYPE STD_LOGIC_VECTOR\n", port->name);
}

static void module(struct bl_project *project, struct bl_text *text) {
    bl_text_add(
        text,
        "package require -exact qsys 16.1\n\nset_module_property NAME %s\nset_module_property VERSION 1.0\n"
        "set_module_property DISPLAY_NAME \"Pipeline %s\"\nset_module_property GROUP \"bankloom\"\n"
        "set_module_property DESCRIPTION \"One node of cluster %s\"\nset_module_property EDITABLE false\n\n",
        project->shell, project->node->name, project->plan->program->cluster.name);
    bl_text_add(
        text, "add_fileset synthesis QUARTUS_SYNTH\nset_fileset_property synthesis TOP_LEVEL %s\n",
        project->shell);
    for (int i = 0; i < project->files.count; i++) {
        const char *path = project->files.items[i], *slash = strrchr(path, '/'),
                   *name = slash ? slash + 1 : path;
        if (bl_project_for_top(project, path)) continue;
        bl_text_add(text, "add_fileset_file %s VERILOG PATH %s\n", name, path);
    }
}

static void clocks(struct bl_project *project, struct bl_text *text) {
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_port input = {
            .name = project->shape.clocks[i], .direction = BL_INPUT, .width = 1};
        interface(text, input.name, "clock", "end", NULL);
        bl_text_add(text, "set_interface_property %s clockRate %.0f\n", input.name,
                    project->clocks[i].hertz);
        port(text, input.name, &input, "clk");
    }
    const struct bl_port reset = {.name = "rst", .direction = BL_INPUT, .width = 1};
    interface(text, "rst", "reset", "end", NULL);
    bl_text_add(
        text,
        "set_interface_property rst associatedClock clk\nset_interface_property rst synchronousEdges BOTH\n");
    port(text, "rst", &reset, "reset");
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
static void ports(struct bl_project *project, struct bl_text *text, const char *name,
                  const char *prefix, bool memory) {
    for (int i = 0; i < project->shell_circuit->ports.count; i++) {
        const struct bl_port *item = &project->shell_circuit->ports.items[i];
        if (strncmp(item->name, prefix, strlen(prefix))) continue;
        const char *role = item->name + strlen(prefix);
        port(text, name, item, memory ? memory_role(project->memory, role) : role);
    }
}

static void registers(struct bl_project *project, struct bl_text *text) {
    interface(text, "registers", "axi4lite", "end", "clk");
    ports(project, text, "registers", "s_axil_", false);
}

static void memories(struct bl_project *project, struct bl_text *text) {
    const char *clock = project->shape.clocks[project->shape.memory_clock];
    for (int channel = 0; channel < project->shape.channels; channel++) {
        const char *name = bl_format(project->arena, "mem%d", channel);
        interface(text, name, project->memory->kind, "start", clock);
        if (!strcmp(project->memory->kind, "avalon"))
            bl_text_add(
                text,
                "set_interface_property %s addressUnits WORDS\nset_interface_property %s maximumPendingReadTransactions 64\n"
                "set_interface_property %s readLatency 0\n",
                name, name, name);
        ports(project, text, name, bl_format(project->arena, "mem%d_", channel), true);
    }
    interface(text, "memory_status", "conduit", "end", NULL);
    ports(project, text, "memory_status", "memory_", false);
}

static void links(struct bl_project *project, struct bl_text *text) {
    const char *clock = project->shape.clocks[project->shape.link_clock];
    for (int peer = 0; peer < project->shape.links; peer++)
        for (int side = 0; side < 2; side++) {
            const char *name = bl_format(project->arena, "%c_link%d", side ? 's' : 'm', peer);
            interface(text, name, "conduit", "end", clock);
            ports(project, text, name, bl_format(project->arena, "%s_", name), false);
        }
}

static void bus(struct bl_project *project, struct bl_text *text) {
    if (!project->shape.bus_lines) return;
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "s_bus" : "m_bus";
        interface(text, name, "conduit", "end",
                  side ? NULL : project->shape.clocks[project->shape.link_clock]);
        ports(project, text, name, side ? "s_bus_" : "m_bus_", false);
    }
}

void bl_project_platform(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s_hw.tcl", project->shell));
    bl_text_add(
        text,
        "# Platform Designer component: the node of pipeline %s with its memory ports. Written by bankloom; never run "
        "through the vendor's tool.\n",
        project->node->name);
    module(project, text);
    clocks(project, text);
    registers(project, text);
    memories(project, text);
    links(project, text);
    bus(project, text);
}
