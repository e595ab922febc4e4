/* Yosys, nextpnr-ice40 and icestorm: pins and a Makefile. */
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

static void pcf(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.pcf", project->top));
    bl_text_add(text, "# Pipeline %s on %s. Written by bankloom.\n", project->node->name,
                project->board->title);
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        bl_text_add(text, "set_io %s%s %s\n", pin->port,
                    pin->bit >= 0 ? bl_format(project->arena, "[%d]", pin->bit) : "", pin->pin);
    }
}

/* One frequency for all clocks, the fastest: that is all nextpnr-ice40 takes on its command line.
 */
void bl_project_icestorm(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project, "Makefile");
    pcf(project);
    bl_text_add(
        text,
        "# 'make' synthesises, places and routes %s. What has no pin goes to any that is free.\nTOP  := %s\nVERILOG :=",
        project->top, project->top);
    for (int i = 0; i < project->files.count; i++)
        bl_text_add(text, " \\\n    %s", project->files.items[i]);
    bl_text_add(
        text,
        "\n\n$(TOP).bin: $(TOP).asc\n\ticepack $< $@\n\n$(TOP).asc: $(TOP).json $(TOP).pcf\n"
        "\t%s --freq %.3f --pcf $(TOP).pcf --pcf-allow-unconstrained --json $< --asc $@\n\n"
        "$(TOP).json: $(VERILOG)\n\tyosys -q -p 'read_verilog $^; %s -top $(TOP) -json $@'\n\nclean:\n"
        "\trm -f $(TOP).json $(TOP).asc $(TOP).bin\n.PHONY: clean\n",
        project->board->place ? project->board->place : "nextpnr-ice40",
        bl_project_fastest(project) / 1e6, project->board->yosys);
}
