/* Vivado: a script that makes the project, and its constraints. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

static void out_of_context(struct bl_text *text) {
    bl_text_add(
        text,
        "set_property -name {STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS} -value {-mode out_of_context} "
        "-objects [get_runs synth_1]\n");
}

void bl_project_vivado(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.tcl", project->top));
    bl_text_add(
        text,
        "# Pipeline %s on %s: 'vivado -source %s.tcl' makes and opens the project. Written by bankloom; never run "
        "through the vendor's tool.\n",
        project->node->name, project->board->title, project->top);
    bl_text_add(text,
                "set here [file dirname [file normalize [info script]]]\n"
                "create_project -force -part {%s} {%s} [file join $here vivado]\n",
                project->board->part, project->top);
    for (int i = 0; i < project->files.count; i++)
        bl_text_add(text, "add_files -norecurse -fileset sources_1 [file join $here {%s}]\n",
                    project->files.items[i]);
    bl_text_add(text,
                "add_files -norecurse -fileset constrs_1 [file join $here {%s.xdc}]\n"
                "set_property top {%s} [get_filesets sources_1]\n",
                project->top, project->top);
    bl_text_add(
        text,
        "# The ports for the vendor's IP are open: without pads for them the design can be synthesised, placed and timed.\n"
        "# Take this out when they are connected. Memory: %s.\n",
        project->memory->controller);
    out_of_context(text);
    bl_text_add(text, "update_compile_order -fileset sources_1\n");
    text = bl_project_fusesoc_file(project);
    bl_text_add(
        text,
        "# Out when the ports for the vendor's IP are connected, and in the core pnr: none.\n");
    out_of_context(text);
}

/* ---- constraints */

/* What the PLL makes gets the node's name for it; the rest comes in by ports. */
static void clocks(struct bl_project *project, struct bl_text *text) {
    bool pin = false;
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_project_clock *clock = &project->clocks[i];
        const char *port = clock->source == BL_FROM_PIN ? project->reference_port : clock->net;
        pin |= clock->source == BL_FROM_PIN;
        if (clock->source != BL_FROM_PLL)
            bl_text_add(text, "create_clock -name {%s} -period %.6f [get_ports {%s}]\n",
                        clock->name, bl_project_period(project, i), port);
    }
    if (project->reference >= 0 && !pin)
        bl_text_add(text, "create_clock -name {%s} -period %.6f [get_ports {%s}]\n",
                    project->reference_port,
                    1e9 / project->board->clocks.items[project->reference].hertz,
                    project->reference_port);
    for (int i = 0; i < project->clock_count; i++)
        if (project->clocks[i].source == BL_FROM_PLL)
            bl_text_add(text,
                        "create_generated_clock -name {%s} [get_pins {board_pll/mmcm/CLKOUT%d}]\n",
                        project->clocks[i].name, project->clocks[i].output);
}

static void pins(struct bl_project *project, struct bl_text *text) {
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        const char *bit = pin->bit >= 0 ? bl_format(project->arena, "[%d]", pin->bit) : "";
        bl_text_add(text, "set_property PACKAGE_PIN %s [get_ports {%s%s}]\n", pin->pin, pin->port,
                    bit);
        if (pin->standard)
            bl_text_add(text, "set_property IOSTANDARD %s [get_ports {%s%s}]\n", pin->standard,
                        pin->port, bit);
    }
    for (int i = 0; i < project->board->settings.count; i++)
        bl_text_add(text, "set_property %s %s [current_design]\n",
                    project->board->settings.items[i].name,
                    project->board->settings.items[i].value);
}

/* A Gray counter: its flip-flops may have been merged with those of the binary one. */
static void counter(struct bl_text *text, const char *path, const char *name, const char *chain,
                    double launch, double capture) {
    const char *from = "[get_cells -quiet [list", *to = "chain_reg[*]}]";
    bl_text_add(
        text,
        "set_max_delay -datapath_only -from %s {%s/%s_reg[*]} {%s/%s_gray_reg[*]}]] -to [get_cells {%s/%s/%s %.6f\n",
        from, path, name, path, name, path, chain, to, 0.8 * capture);
    bl_text_add(
        text,
        "set_bus_skew -from %s {%s/%s_reg[*]} {%s/%s_gray_reg[*]}]] -to [get_cells {%s/%s/%s %.6f\n",
        from, path, name, path, name, path, chain, to, 0.8 * launch);
    bl_text_add(text, "set_property ASYNC_REG TRUE [get_cells {%s/%s/%s\n", path, chain, to);
}

static void fifo(struct bl_project *project, struct bl_text *text,
                 const struct bl_project_crossing *cross) {
    const char *path = bl_project_path(project, cross->path, "/", "[*]"),
               *any = bl_project_path(project, cross->path, "/", "*");
    double from = bl_project_period(project, cross->from),
           to = bl_project_period(project, cross->to);
    bl_text_add(text, "\n# queue %s: %s to %s\n", cross->path, project->clocks[cross->from].name,
                project->clocks[cross->to].name);
    counter(text, path, "wr", "to_m", from, to);
    counter(text, path, "rd", "to_s", to, from);
    bl_text_add(
        text,
        "set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ \"%s/ram_reg*\" && IS_PRIMITIVE}] "
        "-to [get_clocks {%s}] %.6f\n",
        any, project->clocks[cross->to].name, to);
}

static void bits(struct bl_project *project, struct bl_text *text,
                 const struct bl_project_crossing *cross) {
    const char *path = bl_project_path(project, cross->path, "/", "[*]");
    bl_text_add(text,
                "\n# bits %s: to %s\nset_property ASYNC_REG TRUE [get_cells {%s/chain_reg[*]}]\n",
                cross->path, project->clocks[cross->to].name, path);
    for (int i = 0; i < project->clock_count; i++)
        if (i != cross->to)
            bl_text_add(
                text,
                "set_max_delay -datapath_only -from [get_clocks {%s}] -to [get_cells {%s/chain_reg[*]}] %.6f\n",
                project->clocks[i].name, path, 0.8 * bl_project_period(project, cross->to));
}

static void gate(struct bl_project *project, struct bl_text *text,
                 const struct bl_project_crossing *cross) {
    const char *path = bl_project_path(project, cross->path, "/", "[*]"),
               *any = bl_project_path(project, cross->path, "/", "*");
    bl_text_add(
        text,
        "\n# asynchronous gate %s\nset_property DONT_TOUCH TRUE [get_cells {%s}]\n"
        "set_property ALLOW_COMBINATORIAL_LOOPS TRUE [get_nets -hierarchical -filter {NAME =~ \"%s/*\"}]\n",
        cross->path, path, any);
}

/* Pins and ports that belong to no clock; the others are behind a fifth of a period. */
static void ports(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "\n");
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        bool clock = project->reference >= 0 && !strncmp(pin->port, project->reference_port,
                                                         strlen(project->reference_port) - 1);
        if (!clock && pin->bit <= 0)
            bl_text_add(text, "set_false_path -%s [get_ports {%s%s}]\n",
                        bl_project_is_output(project, pin->port) ? "to" : "from", pin->port,
                        pin->bit == 0 ? "[*]" : "");
    }
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        const char *all = open->width > 1 ? "[*]" : "";
        if (open->is_clock) continue;
        if (open->clock < 0)
            bl_text_add(text, "set_false_path -%s [get_ports {%s%s}]\n",
                        open->direction == BL_INPUT ? "from" : "to", open->name, all);
        else
            bl_text_add(text, "set_%s_delay -clock [get_clocks {%s}] %.6f [get_ports {%s%s}]\n",
                        open->direction == BL_INPUT ? "input" : "output",
                        project->clocks[open->clock].name,
                        0.2 * bl_project_period(project, open->clock), open->name, all);
    }
}

void bl_project_xdc(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.xdc", project->top));
    bl_text_add(
        text,
        "# Pipeline %s on %s, times in ns. Written by bankloom; never run through the vendor's tool.\n",
        project->node->name, project->board->title);
    clocks(project, text);
    pins(project, text);
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        if (cross->kind == BL_CROSS_FIFO) fifo(project, text, cross);
        else if (cross->kind == BL_CROSS_BITS) bits(project, text, cross);
        else gate(project, text, cross);
    }
    ports(project, text);
}
