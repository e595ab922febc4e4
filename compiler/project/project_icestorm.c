/* Yosys, nextpnr-ice40 and icestorm: pins and a Makefile. */
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"
#include "project/project_top.h"

static void pcf(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.pcf", project->top));
    bl_text_add(text, "# Pipeline %s on %s. Written by bankloom.\n", project->circuit->name,
                project->board->title);
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        bl_text_add(text, "set_io %s%s %s\n", pin->port,
                    pin->bit >= 0 ? bl_format(project->arena, "[%d]", pin->bit) : "", pin->pin);
    }
}

void bl_project_icestorm(struct bl_project *project) {
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, "Makefile"),
                                             "icestorm.mk");
    struct bl_text files = {0};
    for (int i = 0; i < project->files.count; i++)
        bl_text_add(&files, " \\\n    %s", project->files.items[i]);
    bl_part_set(&parts, "files", files.bytes);
    bl_part_set(&parts, "nextpnr", project->board->place ? project->board->place : "nextpnr-ice40");
    bl_part_set(&parts, "yosys", project->board->yosys);
    bl_part_real(&parts, "megahertz", bl_project_fastest(project) / 1e6, 3);
    bl_part(&parts, "all");
    bl_text_free(&files);
    pcf(project);
}
