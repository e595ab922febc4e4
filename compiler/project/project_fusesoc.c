/* FuseSoC: a core file (CAPI2) of the node and of the board's top. Its target `board` has all that
 * the tool's own project has. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "output/output.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"

/* A file as the core names it: the core lies above project/, because it may only name files below
 * itself. */
static const char *from_core(struct bl_project *project, const char *path) {
    return strncmp(path, "../", 3) ? bl_format(project->arena, "project/%s", path) : path + 3;
}

/* The node's files, or those of the board. */
static void verilog_files(struct bl_project *project, struct bl_parts *parts, bool board) {
    for (int i = 0; i < project->files.count; i++) {
        if (bl_project_for_top(project, project->files.items[i]) != board) continue;
        bl_part_set(parts, "file", from_core(project, project->files.items[i]));
        bl_part(parts, board ? "file of the board" : "file of the node");
    }
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

/* The settings stand before the constraints, because they name IP whose constraints come first. The
   IP is made beside the tool's project, because that is where it has to be. */
static void board_files(struct bl_project *project, struct bl_parts *parts,
                        const struct tool_files *tool) {
    bl_part(parts, "board");
    verilog_files(project, parts, true);
    if (tool->settings) bl_part(parts, "settings");
    bl_part_set(parts, "extension", tool->extension);
    bl_part_set(parts, "file_type", tool->type);
    bl_part(parts, "constraints");
    if (bl_project_has_ip(project)) bl_part(parts, "ip");
}

/* The words of a command behind the first one, as items of a list. */
static const char *list_options(struct bl_project *project, const char *command,
                                const char *separator) {
    const char *at = command ? command : "", *list = "";
    for (at += strcspn(at, " "); *(at += strspn(at, " ")); at += strcspn(at, " "), separator = ", ")
        list = bl_format(project->arena, "%s%s\"%.*s\"", list, separator, (int)strcspn(at, " "),
                         at);
    return list;
}

/* What ISE calls a family. */
static const char *ise_family(const struct bl_project *project) {
    static const char *const names[][2] = {{"spartan3e", "Spartan3E"}, {"spartan2", "Spartan2"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], project->board->family->word)) return names[i][1];
    return project->board->family->title;
}

/* The part as device, package and speed: "xc3s1200e-ft256-4". */
static void set_ise_part(struct bl_project *project, struct bl_parts *parts) {
    const char *part = project->board->part, *dash = strchr(part, '-'), *last = strrchr(part, '-');
    int package = (int)(last > dash ? last - dash - 1 : 0);
    bl_part_set(parts, "family", ise_family(project));
    bl_part_set(parts, "device", bl_strndup(project->arena, part, (size_t)(dash - part)));
    bl_part_set(parts, "package", bl_format(project->arena, "%.*s", package, dash + 1));
    bl_part_set(parts, "speed", last);
}

/* The options that FuseSoC's back ends take: for Vivado no bitstream, and so no place and route,
   while ports are open. */
static void options(struct bl_project *project, struct bl_parts *parts, const char *tool) {
    bl_part_set(parts, "family", project->board->family->title);
    if (!strcmp(tool, "ise")) set_ise_part(project, parts);
    bl_part_set(parts, "yosys_options", list_options(project, project->board->yosys, ""));
    bl_part_set(parts, "nextpnr_options", list_options(project, project->board->place, ", "));
    bl_part_real(parts, "megahertz", bl_project_fastest(project) / 1e6, 3);
    bl_part(parts, "tools");
    bl_part(parts, tool);
}

/* "_8n16c32b": nodes, channels and bytes of a word; "" where a domain of a bus is on the board. */
static const char *shape(const struct bl_project *project) {
    if (!project->node->program) return "";
    return bl_format(project->arena, "_%dn%dc%db", project->node->cluster->nodes,
                     project->node->memory.channels, project->node->memory.word_bytes);
}

/* Of the node's Verilog, so that cores of two programs that are called alike can be in one library.
 */
static const char *identity(const struct bl_project *project) {
    enum { DIGITS = 8 };
    return bl_format(project->arena, "%.*s", DIGITS, bl_output_hash(project->output, "rtl/"));
}

void bl_project_fusesoc(struct bl_project *project) {
    struct bl_output_file *file = BL_APPEND(project->arena, project->output);
    file->path = bl_format(project->arena, "%s.core", project->top);
    const struct tool_files *tool = tool_of(project);
    struct bl_parts parts = bl_project_parts(project, &file->text, "board.core");
    bl_part_set(&parts, "cluster", project->system);
    bl_part_set(&parts, "board", project->board->word);
    bl_part_set(&parts, "tool", tool->name);
    bl_part_set(&parts, "shape", shape(project));
    bl_part_set(&parts, "identity", identity(project));
    bl_part(&parts, "begin");
    verilog_files(project, &parts, false);
    board_files(project, &parts, tool);
    bl_part(&parts, "targets");
    if (bl_project_has_ip(project)) bl_part(&parts, "ip hook");
    options(project, &parts, tool->name);
}
