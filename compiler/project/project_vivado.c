/* Vivado: a script that makes the project, and its constraints. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"
#include "project/project_top.h"

void bl_project_vivado(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s.tcl", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name), "vivado.tcl");
    bl_part_set(&parts, "ports_for",
                project->node->program ? "the vendor's IP" : "the user's logic");
    bl_part(&parts, "begin");
    for (int i = 0; i < project->files.count; i++) {
        bl_part_set(&parts, "file", project->files.items[i]);
        bl_part(&parts, "file");
    }
    bl_part(&parts, "end");
    parts = bl_project_fusesoc_parts(project);
    bl_part(&parts, "vivado");
}

/* ---- constraints */

static void clock(struct bl_parts *parts, const char *name, const char *port, double period) {
    bl_part_set(parts, "clock", name);
    bl_part_set(parts, "port", port);
    bl_part_real(parts, "period_ns", period, 6);
    bl_part(parts, "clock");
}

/* What the PLL makes gets the node's name for it; the rest comes in by ports. */
static void clocks(struct bl_project *project, struct bl_parts *parts) {
    bool pin = false;
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_project_clock *mine = &project->clocks[i];
        const char *port = mine->source == BL_FROM_PIN ? project->reference_port : mine->net;
        pin |= mine->source == BL_FROM_PIN;
        if (mine->source != BL_FROM_PLL)
            clock(parts, mine->name, port, bl_project_period(project, i));
    }
    if (project->reference >= 0 && !pin)
        clock(parts, project->reference_port, project->reference_port,
              1e9 / project->board->clocks.items[project->reference].hertz);
    for (int i = 0; i < project->clock_count; i++) {
        bl_part_set(parts, "clock", project->clocks[i].name);
        bl_part_number(parts, "output", project->clocks[i].output);
        if (project->clocks[i].source == BL_FROM_PLL) bl_part(parts, "clock of the PLL");
    }
}

/* A clock that comes in with the data of the pin before it. */
static void forwarded_clock(struct bl_project *project, struct bl_parts *parts,
                            const struct bl_project_pin *pin) {
    bl_part_set(parts, "clock", bl_format(project->arena, "%s_clock", pin->port));
    bl_part_real(parts, "period_ns", pin->clock_ns, 3);
    bl_part(parts, "forwarded clock");
}

static void pins(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        const char *bit = pin->bit >= 0 ? bl_format(project->arena, "[%d]", pin->bit) : "";
        bl_part_set(parts, "port", bl_format(project->arena, "%s%s", pin->port, bit));
        bl_part_set(parts, "pin", pin->pin);
        bl_part_set(parts, "standard", pin->standard);
        bl_part(parts, "pin");
        if (pin->standard) bl_part(parts, "standard");
        if (pin->idle == BL_PIN_PULLED_DOWN) bl_part(parts, "pulled down");
        if (pin->idle == BL_PIN_TERMINATED) bl_part(parts, "terminated");
        if (pin->clock_ns > 0) forwarded_clock(project, parts, pin);
    }
    for (int i = 0; i < project->board->settings.count; i++) {
        bl_part_set(parts, "setting", project->board->settings.items[i].name);
        bl_part_set(parts, "value", project->board->settings.items[i].value);
        bl_part(parts, "setting");
    }
}

static void crossings(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        bl_part_set(parts, "path", cross->path);
        bl_part_set(parts, "netlist_path", bl_project_path(project, cross->path, "/", "[*]"));
        bl_part_set(parts, "pattern", bl_project_path(project, cross->path, "/", "*"));
        bl_project_crossing(project, parts, cross);
    }
}

static void gates(const struct bl_project *project, struct bl_parts *parts) {
    bl_part_set(parts, "gates", project->gates);
    if (project->gates) bl_part(parts, "gates");
}

/* The bits of a port that its first stands for: all, but where a clock comes in on another. */
static const char *bits_of(const struct bl_project *project, const struct bl_project_pin *pin) {
    if (pin->bit < 0) return "";
    for (int i = 0; i < project->pins.count; i++)
        if (project->pins.items[i].clock_ns > 0 && !strcmp(project->pins.items[i].port, pin->port))
            return "[0]";
    return "[*]";
}

/* Between a pin and the gates behind its buffer. */
static void bounded_pin(struct bl_project *project, struct bl_parts *parts,
                        const struct bl_project_pin *pin) {
    bool out = bl_project_is_output(project, pin->port);
    bl_part_set(parts, "net", bl_format(project->arena, "%s%s", pin->net, bits_of(project, pin)));
    bl_part_set(parts, "pin_direction", out ? "OUT" : "IN");
    bl_part_set(parts, "other_side", out ? "from" : "to");
    bl_part_real(parts, "most_ns", pin->most_ns, 3);
    bl_part(parts, "bounded port");
}

/* Pins that belong to no clock. */
static void false_pins(struct bl_project *project, struct bl_parts *parts) {
    bl_text_add(parts->text, "\n");
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        if (pin->is_clock || pin->bit > 0 || pin->clock_ns > 0 || pin->idle == BL_PIN_OF_PAIR)
            continue;
        bl_part_set(parts, "side", bl_project_is_output(project, pin->port) ? "to" : "from");
        bl_part_set(parts, "port",
                    bl_format(project->arena, "%s%s", pin->port, bits_of(project, pin)));
        if (pin->most_ns > 0) bounded_pin(project, parts, pin);
        else bl_part(parts, "port without clock");
    }
}

/* Ports that belong to no clock; the others are behind a fifth of a period. */
static void ports(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        bool in = open->direction == BL_INPUT, timed = open->clock >= 0;
        if (open->is_clock) continue;
        bl_part_set(parts, "port",
                    bl_format(project->arena, "%s%s", open->name, open->width > 1 ? "[*]" : ""));
        bl_part_set(parts, "side", timed ? in ? "input" : "output" : in ? "from" : "to");
        if (timed) {
            bl_part_set(parts, "clock", project->clocks[open->clock].name);
            bl_part_real(parts, "delay_ns", 0.2 * bl_project_period(project, open->clock), 6);
        }
        bl_part(parts, timed ? "port" : "port without clock");
    }
}

void bl_project_xdc(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s.xdc", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name), "vivado.xdc");
    bl_part(&parts, "begin");
    clocks(project, &parts);
    pins(project, &parts);
    crossings(project, &parts);
    gates(project, &parts);
    false_pins(project, &parts);
    ports(project, &parts);
}
