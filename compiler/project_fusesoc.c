/* FuseSoC: a core file (CAPI2) of the node and of the board's top. */
#include <string.h>
#include "arena.h"
#include "board.h"
#include "project.h"

static void fileset(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "filesets:\n  rtl:\n    files:\n");
    for (int i = 0; i < project->files.count; i++) {
        const char *path = project->files.items[i]; /* from project/; the core lies above it, because it may only name files below itself */
        if (!strncmp(path, "../", 3)) bl_text_add(text, "      - \"%s\"\n", path + 3);
        else bl_text_add(text, "      - \"project/%s\"\n", path);
    }
    bl_text_add(text, "    file_type: verilogSource-2005\n");
}

/* What each of FuseSoC's tools takes beside the Verilog: the family's tool, FuseSoC's name for it, the constraints' extension and type. */
struct tool_files { const char *tool, *name, *extension, *type; };

static const struct tool_files tools[] = {
    {"quartus_pro", "quartus", "sdc", "SDC"}, {"quartus", "quartus", "sdc", "SDC"}, {"vivado", "vivado", "xdc", "xdc"},
    {"ise", "ise", "ucf", "UCF"}, {"icestorm", "icestorm", "pcf", "PCF"},
};

static const struct tool_files *tool_of(const struct bl_project *project) {
    size_t i = 0;
    while (strcmp(tools[i].tool, project->board->family->tool)) i++;
    return &tools[i];
}

/* The options that FuseSoC's back ends take for the part, by tool. */
static void options(struct bl_project *project, struct bl_text *text, const struct tool_files *tool) {
    bl_text_add(text, "    tools:\n      %s:\n", tool->name);
    if (!strcmp(tool->name, "quartus"))
        bl_text_add(text, "        family: \"%s\"\n        device: \"%s\"\n", project->board->family->title, project->board->part);
    else if (!strcmp(tool->name, "vivado")) bl_text_add(text, "        part: \"%s\"\n        synth: vivado\n", project->board->part);
    else if (!strcmp(tool->name, "icestorm")) {
        bl_text_add(text, "        pnr: next\n        nextpnr_options: [--pcf-allow-unconstrained");
        const char *at = project->board->place ? project->board->place : "";
        for (at += strcspn(at, " "); *(at += strspn(at, " ")); at += strcspn(at, " "))
            bl_text_add(text, ", \"%.*s\"", (int)strcspn(at, " "), at);
        bl_text_add(text, "]\n");
    }
    else {
        const char *part = project->board->part, *dash = strchr(part, '-'), *last = strrchr(part, '-');
        bl_text_add(text, "        family: \"%s\"\n        device: \"%.*s\"\n        package: \"%.*s\"\n        speed: \"%s\"\n",
                    project->board->family->title, (int)(dash - part), part, (int)(last > dash ? last - dash - 1 : 0), dash + 1, last);
    }
}

void bl_project_fusesoc(struct bl_project *project) {
    struct bl_output_file *file = BL_APPEND(project->arena, project->output);
    struct bl_text *text = &file->text;
    file->path = bl_format(project->arena, "%s.core", project->top);
    const struct tool_files *tool = tool_of(project);
    bl_text_add(text, "CAPI=2:\n# Written by bankloom.\nname: \"bankloom:%s:%s:1.0\"\ndescription: \"Pipeline %s on %s\"\n\n",
                project->plan->program->cluster.name, project->node->name, project->node->name, project->board->word);
    fileset(project, text);
    bl_text_add(text, "  board:\n    files:\n      - \"project/%s.%s\": {file_type: %s}\n\n", project->top, tool->extension, tool->type);
    bl_text_add(text, "targets:\n  default: &default\n    filesets: [rtl]\n    toplevel: %s\n"
                      "  lint:\n    <<: *default\n    default_tool: verilator\n    tools:\n      verilator:\n        mode: lint-only\n"
                      "  board:\n    filesets: [rtl, board]\n    toplevel: %s\n    default_tool: %s\n",
                project->shell, project->top, tool->name);
    options(project, text, tool);
}
