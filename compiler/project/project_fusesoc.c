/* FuseSoC: a core file (CAPI2) of the node and of the board's top. Its target `board` has all that
 * the tool's own project has. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

/* A file as the core names it: the core lies above project/, because it may only name files below
 * itself. */
static const char *from_core(struct bl_project *project, const char *path) {
    return strncmp(path, "../", 3) ? bl_format(project->arena, "project/%s", path) : path + 3;
}

static void rtl_files(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "filesets:\n  rtl:\n    files:\n");
    for (int i = 0; i < project->files.count; i++)
        if (!bl_project_for_top(project, project->files.items[i]))
            bl_text_add(text, "      - \"%s\"\n", from_core(project, project->files.items[i]));
    bl_text_add(text, "    file_type: verilogSource-2005\n");
}

/* What each of FuseSoC's tools takes beside the Verilog: the family's tool, FuseSoC's name for it,
   whether its project has settings that FuseSoC's back end knows no option for, the constraints'
   extension and type. */
struct tool_files {
    const char *tool, *name;
    bool settings;
    const char *extension, *type;
};

static const struct tool_files tools[] = {
    {"quartus_pro", "quartus", true, "sdc", "SDC"}, {"quartus", "quartus", true, "sdc", "SDC"},
    {"vivado", "vivado", true, "xdc", "xdc"},       {"ise", "ise", true, "ucf", "UCF"},
    {"icestorm", "icestorm", false, "pcf", "PCF"},
};

static const struct tool_files *tool_of(const struct bl_project *project) {
    size_t i = 0;
    while (strcmp(tools[i].tool, project->board->family->tool)) i++;
    return &tools[i];
}

/* The settings stand before the constraints, because they name IP whose constraints come first. */
static void board_files(struct bl_project *project, struct bl_text *text,
                        const struct tool_files *tool) {
    bl_text_add(text, "  board:\n    files:\n");
    for (int i = 0; i < project->files.count; i++)
        if (bl_project_for_top(project, project->files.items[i]))
            bl_text_add(text, "      - \"%s\": {file_type: verilogSource-2005}\n",
                        from_core(project, project->files.items[i]));
    if (tool->settings)
        bl_text_add(text, "      - \"project/%s_fusesoc.tcl\": {file_type: tclSource}\n",
                    project->top);
    bl_text_add(text, "      - \"project/%s.%s\": {file_type: %s}\n", project->top, tool->extension,
                tool->type);
    if (bl_project_has_ip(
            project)) /* beside the tool's project, because that is where the IP has to be */
        bl_text_add(
            text,
            "      - \"project/ip.sh\": {file_type: user, copyto: ip.sh}\n\nscripts:\n  ip:\n    cmd: [sh, ip.sh]\n");
}

/* The words of a command behind the first one, as items of a list. */
static void list_options(struct bl_text *text, const char *command, const char *separator) {
    const char *at = command ? command : "";
    for (at += strcspn(at, " "); *(at += strspn(at, " ")); at += strcspn(at, " "), separator = ", ")
        bl_text_add(text, "%s\"%.*s\"", separator, (int)strcspn(at, " "), at);
}

static void icestorm_options(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "        pnr: next\n        yosys_synth_options: [");
    list_options(text, project->board->yosys, "");
    bl_text_add(text,
                "]\n        nextpnr_options: [\"--freq\", \"%.3f\", \"--pcf-allow-unconstrained\"",
                bl_project_fastest(project) / 1e6);
    list_options(text, project->board->place, ", ");
    bl_text_add(text, "]\n");
}

/* What ISE calls a family. */
static const char *ise_family(const struct bl_project *project) {
    static const char *const names[][2] = {{"spartan3e", "Spartan3E"}, {"spartan2", "Spartan2"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], project->board->family->word)) return names[i][1];
    return project->board->family->title;
}

/* The part as device, package and speed: "xc3s1200e-ft256-4". */
static void ise_options(struct bl_project *project, struct bl_text *text) {
    const char *part = project->board->part, *dash = strchr(part, '-'), *last = strrchr(part, '-');
    bl_text_add(
        text,
        "        family: \"%s\"\n        device: \"%.*s\"\n        package: \"%.*s\"\n        speed: \"%s\"\n",
        ise_family(project), (int)(dash - part), part, (int)(last > dash ? last - dash - 1 : 0),
        dash + 1, last);
}

/* The options that FuseSoC's back ends take, by tool. */
static void options(struct bl_project *project, struct bl_text *text,
                    const struct tool_files *tool) {
    bl_text_add(text, "    tools:\n      %s:\n", tool->name);
    if (!strcmp(tool->name, "quartus"))
        bl_text_add(text, "        family: \"%s\"\n        device: \"%s\"\n",
                    project->board->family->title, project->board->part);
    else if (!strcmp(tool->name,
                     "vivado")) /* no bitstream, and so no place and route, while ports are open */
        bl_text_add(text, "        part: \"%s\"\n        synth: vivado\n        pnr: none\n",
                    project->board->part);
    else if (!strcmp(tool->name, "icestorm")) icestorm_options(project, text);
    else ise_options(project, text);
}

void bl_project_fusesoc(struct bl_project *project) {
    struct bl_output_file *file = BL_APPEND(project->arena, project->output);
    struct bl_text *text = &file->text;
    file->path = bl_format(project->arena, "%s.core", project->top);
    const struct tool_files *tool = tool_of(project);
    bl_text_add(
        text,
        "CAPI=2:\n# Written by bankloom.\nname: \"bankloom:%s:%s:1.0\"\ndescription: \"Pipeline %s on %s\"\n\n",
        project->plan->program->cluster.name, project->node->name, project->node->name,
        project->board->word);
    rtl_files(project, text);
    board_files(project, text, tool);
    bl_text_add(
        text,
        "\ntargets:\n  default:\n    filesets: [rtl]\n    toplevel: %s\n"
        "  lint:\n    filesets: [rtl]\n    toplevel: %s\n    default_tool: verilator\n    tools:\n      verilator:\n"
        "        mode: lint-only\n  board:\n    filesets: [rtl, board]\n    toplevel: %s\n    default_tool: %s\n",
        project->shell, project->shell, project->top, tool->name);
    if (bl_project_has_ip(project)) bl_text_add(text, "    hooks:\n      pre_build: [ip]\n");
    options(project, text, tool);
}
