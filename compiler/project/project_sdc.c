/* Quartus: timing constraints. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

/* The name of a clock of the node in the constraints: of the PLL's outputs the names are those that
 * ip.sh gives. */
static const char *clock_name(const struct bl_project *project, int clock) {
    const struct bl_project_clock *mine = &project->clocks[clock];
    return mine->source == BL_FROM_PLL ? bl_format(project->arena, "made_%d", mine->output)
                                       : mine->name;
}

static void clocks(struct bl_project *project, struct bl_text *text) {
    bool pin = false;
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_project_clock *clock = &project->clocks[i];
        pin |= clock->source == BL_FROM_PIN;
        if (clock->source == BL_FROM_PLL)
            bl_text_add(text, "# %s, %.6f MHz, is the PLL's clock %s\n", clock->name,
                        clock->hertz / 1e6, clock_name(project, i));
        else
            bl_text_add(text, "create_clock -name {%s} -period %.6f [get_ports {%s}]\n",
                        clock->name, bl_project_period(project, i), clock->net);
    }
    if (project->reference >= 0 && !pin)
        bl_text_add(text, "create_clock -name {%s} -period %.6f [get_ports {%s}]\n",
                    project->reference_port,
                    1e9 / project->board->clocks.items[project->reference].hertz,
                    project->reference_port);
    if (!strcmp(project->board->family->word, "stratix10"))
        return; /* there the IP's own constraints make the PLL's clocks */
    if (project->pll_count) bl_text_add(text, "derive_pll_clocks\n");
    bl_text_add(text, "derive_clock_uncertainty\n");
}

/* All in one place: what a crossing needs. `from` and `to` are clocks, the times are ns. */
static const char procedures[] =
    "\n# A queue between two clocks: the Gray counters within 0.8 of a period, all bits of one within that of each other; its memory\n"
    "# is read two clocks after it was written, so a word has a whole period.\n"
    "proc bl_fifo {path from to from_period to_period} {\n"
    "    foreach {counter chain clock period} [list wr to_m $from $to_period rd to_s $to $from_period] {\n"
    "        set source [get_keepers -nowarn -compatibility_mode [list \"$path|$counter\\[*\\]\" \"$path|${counter}_gray\\[*\\]\"]]\n"
    "        set target [get_keepers -nowarn -compatibility_mode \"$path|$chain|chain\\[*\\]\"]\n"
    "        if {[get_collection_size $source] == 0 || [get_collection_size $target] == 0} { bl_missing $path; continue }\n"
    "        set_max_skew -from $source -to $target -get_skew_value_from_clock_period src_clock_period -skew_value_multiplier 0.8\n"
    "        set_net_delay -from $source -to $target -max -get_value_from_clock_period dst_clock_period -value_multiplier 0.8\n"
    "        set_max_delay -from $source -to $target [expr {0.8 * $period}]\n"
    "        set_min_delay -from $source -to $target [expr {-$period}]\n"
    "    }\n"
    "    set memory [get_keepers -nowarn -compatibility_mode \"$path|*ram*\"]\n"
    "    if {[get_collection_size $memory] == 0} { bl_missing $path; return }\n"
    "    set_max_delay -from $memory -to [get_clocks $to] $to_period\n"
    "    set_min_delay -from $memory -to [get_clocks $to] [expr {-$to_period}]\n"
    "}\n"
    "# Bits that come from other clocks and do not depend on each other: within 0.8 of a period.\n"
    "proc bl_bits {path others period} {\n"
    "    set target [get_keepers -nowarn -compatibility_mode \"$path|chain\\[*\\]\"]\n"
    "    if {[get_collection_size $target] == 0} { bl_missing $path; return }\n"
    "    foreach other $others {\n"
    "        set_max_delay -from [get_clocks $other] -to $target [expr {0.8 * $period}]\n"
    "        set_min_delay -from [get_clocks $other] -to $target [expr {-$period}]\n"
    "    }\n"
    "}\n"
    "proc bl_missing {path} {\n"
    "    post_message -type warning \"bankloom: nothing of $path is in the netlist; its crossing is not constrained\"\n"
    "}\n\n";

static void crossings(struct bl_project *project, struct bl_text *text) {
    bl_text_bytes(text, procedures, sizeof procedures - 1);
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        const char *path = bl_project_path(project, cross->path, "|", "[*]");
        if (cross->kind == BL_CROSS_FIFO)
            bl_text_add(text, "bl_fifo {%s} {%s} {%s} %.6f %.6f\n", path,
                        clock_name(project, cross->from), clock_name(project, cross->to),
                        bl_project_period(project, cross->from),
                        bl_project_period(project, cross->to));
        if (cross->kind != BL_CROSS_BITS) continue;
        bl_text_add(text, "bl_bits {%s} {", path);
        for (int c = 0, first = 1; c < project->clock_count; c++)
            if (c != cross->to)
                bl_text_add(text, "%s%s", first ? "" : " ", clock_name(project, c)), first = 0;
        bl_text_add(text, "} %.6f\n", bl_project_period(project, cross->to));
    }
}

/* Pins that no clock has anything to do with; ports for IP at a fifth of their clock's period. */
static void ports(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "\n");
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        if (pin->negative || pin->port == project->reference_port || pin->bit > 0) continue;
        bl_text_add(text, "set_false_path -%s [get_ports {%s%s}]\n",
                    bl_project_is_output(project, pin->port) ? "to" : "from", pin->port,
                    pin->bit == 0 ? "[*]" : "");
    }
    bl_text_add(text,
                "\n# ports for the vendor's IP: a fifth of a period for what is behind them\n");
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        const char *bits = open->width > 1 ? "[*]" : "";
        if (open->is_clock) continue;
        if (open->clock < 0)
            bl_text_add(text, "set_false_path -%s [get_ports {%s%s}]\n",
                        open->direction == BL_INPUT ? "from" : "to", open->name, bits);
        else
            bl_text_add(text, "set_%s_delay -clock [get_clocks {%s}] %.6f [get_ports {%s%s}]\n",
                        open->direction == BL_INPUT ? "input" : "output",
                        clock_name(project, open->clock),
                        0.2 * bl_project_period(project, open->clock), open->name, bits);
    }
}

void bl_project_sdc(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.sdc", project->top));
    bl_text_add(
        text,
        "# Timing of pipeline %s on %s, periods in ns. Written by bankloom; never run through the vendor's tool.\n",
        project->node->name, project->board->title);
    clocks(project, text);
    crossings(project, text);
    ports(project, text);
}
