/* Quartus: timing constraints. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"
#include "project/project_top.h"

/* The name of a clock of the node in the constraints: of the PLL's outputs the names are those that
 * ip.sh gives. */
static const char *clock_name(const struct bl_project *project, int clock) {
    const struct bl_project_clock *mine = &project->clocks[clock];
    return mine->source == BL_FROM_PLL ? bl_format(project->arena, "made_%d", mine->output)
                                       : mine->name;
}

static void clock(struct bl_project *project, struct bl_parts *parts, int number) {
    const struct bl_project_clock *clock = &project->clocks[number];
    bl_part_set(parts, "node_clock", clock->name);
    bl_part_set(parts, "clock", clock_name(project, number));
    bl_part_set(parts, "port", clock->net);
    bl_part_real(parts, "megahertz", clock->hertz / 1e6, 6);
    bl_part_real(parts, "period_ns", bl_project_period(project, number), 6);
    bl_part(parts, clock->source == BL_FROM_PLL  ? "clock of the PLL"
                   : clock->source == BL_FROM_IP ? "clock of the IP"
                                                 : "clock");
}

static void clocks(struct bl_project *project, struct bl_parts *parts) {
    bool pin = false;
    for (int i = 0; i < project->clock_count; i++) {
        pin |= project->clocks[i].source == BL_FROM_PIN;
        clock(project, parts, i);
    }
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *item = &project->pins.items[i];
        if (!item->is_clock || item->pin || item->clock_ns <= 0) continue;
        bl_part_set(parts, "clock", item->port);
        bl_part_set(parts, "port", item->port);
        bl_part_real(parts, "period_ns", item->clock_ns, 6);
        bl_part(parts, "clock");
    }
    if (project->reference >= 0 && !pin) {
        bl_part_set(parts, "clock", project->reference_port);
        bl_part_set(parts, "port", project->reference_port);
        bl_part_real(parts, "period_ns",
                     1e9 / project->board->clocks.items[project->reference].hertz, 6);
        bl_part(parts, "clock");
    }
    if (!strcmp(project->board->family->word, "stratix10"))
        return; /* there the IP's own constraints make the PLL's clocks */
    if (project->pll_count) bl_part(parts, "clocks of the PLL");
    bl_part(parts, "uncertainty");
}

/* All clocks but one, as a list. */
static const char *others(struct bl_project *project, int clock) {
    const char *list = "";
    for (int c = 0; c < project->clock_count; c++)
        if (c != clock)
            list = bl_format(project->arena, "%s%s%s", list, *list ? " " : "",
                             clock_name(project, c));
    return list;
}

static void crossings(struct bl_project *project, struct bl_parts *parts) {
    bool first = true;
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        if (cross->kind == BL_CROSS_GATE || !bl_project_is_limited(project, cross)) continue;
        if (first) bl_part(parts, "procedures");
        first = false;
        bl_part_set(parts, "path", bl_project_path(project, cross->path, "|", "[*]"));
        bl_part_real(parts, "to_period", bl_project_period(project, cross->to), 6);
        if (cross->kind == BL_CROSS_FIFO) {
            bl_part_set(parts, "from_clock", clock_name(project, cross->from));
            bl_part_set(parts, "to_clock", clock_name(project, cross->to));
            bl_part_real(parts, "from_period", bl_project_period(project, cross->from), 6);
        } else bl_part_set(parts, "other_clocks", others(project, cross->to));
        bl_part(parts, cross->kind == BL_CROSS_FIFO ? "queue" : "bits");
    }
}

/* Pins that no clock has anything to do with. */
static void pins(struct bl_project *project, struct bl_parts *parts) {
    bl_text_add(parts->text, "\n");
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        if (pin->is_clock || pin->bit > 0) continue;
        bl_part_set(parts, "side", bl_project_is_output(project, pin->port) ? "to" : "from");
        bl_part_set(parts, "port",
                    bl_format(project->arena, "%s%s", pin->port,
                              pin->bit == 0 || pin->width > 1 ? "[*]" : ""));
        bl_part(parts, "port without clock");
    }
}

/* Ports for IP at a fifth of their clock's period. */
static void ports(struct bl_project *project, struct bl_parts *parts) {
    bl_part(parts, "ports for IP");
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        bool in = open->direction == BL_INPUT, timed = open->clock >= 0;
        if (open->is_clock) continue;
        bl_part_set(parts, "port",
                    bl_format(project->arena, "%s%s", open->name, open->width > 1 ? "[*]" : ""));
        bl_part_set(parts, "side", timed ? in ? "input" : "output" : in ? "from" : "to");
        if (timed) {
            bl_part_set(parts, "clock", clock_name(project, open->clock));
            bl_part_real(parts, "delay_ns", 0.2 * bl_project_period(project, open->clock), 6);
        }
        bl_part(parts, timed ? "port" : "port without clock");
    }
}

void bl_project_sdc(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s.sdc", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name),
                                             "quartus.sdc");
    bl_part(&parts, "begin");
    clocks(project, &parts);
    crossings(project, &parts);
    pins(project, &parts);
    ports(project, &parts);
}
