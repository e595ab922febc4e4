/* ISE: the list of files, the options of its synthesis, constraints, and a script that runs the
 * tools. */
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"

static void prj(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.prj", project->top));
    for (int i = 0; i < project->files.count; i++)
        bl_text_add(text, "verilog work \"%s\"\n", project->files.items[i]);
}

/* Hierarchy is kept, because the constraints name what is in it. */
static void xst(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.xst", project->top));
    bl_text_add(
        text,
        "set -tmpdir \"xst_tmp\"\nset -xsthdpdir \"xst\"\nrun\n-ifn %s.prj\n-ifmt mixed\n-ofn %s\n-ofmt NGC\n-p %s\n-top %s\n"
        "-opt_mode Speed\n-opt_level 1\n-keep_hierarchy Soft\n-netlist_hierarchy Rebuilt\n-hierarchy_separator /\n"
        "-bus_delimiter <>\n-case Maintain\n-equivalent_register_removal NO\n-iobuf NO\n",
        project->top, project->top, project->board->part, project->top);
}

/* Where a clock comes in: the pin in front of its buffer, or the port. */
static void clocks(struct bl_project *project, struct bl_text *text) {
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_project_clock *clock = &project->clocks[i];
        const char *port = clock->source == BL_FROM_PIN ? project->reference_port : clock->net;
        bl_text_add(
            text,
            "NET \"%s\" TNM_NET = \"%s\";\nTIMESPEC \"TS_%s\" = PERIOD \"%s\" %.6f ns HIGH 50%%;\n",
            port, clock->name, clock->name, clock->name, bl_project_period(project, i));
    }
}

static void pins(struct bl_project *project, struct bl_text *text) {
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        const char *bit = pin->bit >= 0 ? bl_format(project->arena, "<%d>", pin->bit) : "";
        bl_text_add(text, "NET \"%s%s\" LOC = \"%s\"", pin->port, bit, pin->pin);
        if (pin->standard) bl_text_add(text, " | IOSTANDARD = %s", pin->standard);
        bl_text_add(text, ";\n");
    }
}

static void group(struct bl_text *text, const char *path, const char *what, const char *kind,
                  const char *name, int number) {
    bl_text_add(text, "INST \"%s/%s\" TNM = %s \"x%d_%s\";\n", path, what, kind, number, name);
}

static void limit(struct bl_text *text, int number, const char *from, const char *to, double ns) {
    bl_text_add(text,
                "TIMESPEC \"TS_x%d_%s\" = FROM \"x%d_%s\" TO \"x%d_%s\" %.6f ns DATAPATHONLY;\n",
                number, from, number, from, number, to, ns);
}

static void fifo(struct bl_project *project, struct bl_text *text,
                 const struct bl_project_crossing *cross, int number) {
    const char *path = bl_project_path(project, cross->path, "/", "*");
    double from = bl_project_period(project, cross->from),
           to = bl_project_period(project, cross->to);
    bl_text_add(text, "\n# queue %s: %s to %s\n", cross->path, project->clocks[cross->from].name,
                project->clocks[cross->to].name);
    group(text, path, "wr_*", "FFS", "wr", number);
    group(text, path, "rd_*", "FFS", "rd", number);
    group(text, path, "to_m/chain_*", "FFS", "to_m", number);
    group(text, path, "to_s/chain_*", "FFS", "to_s", number);
    group(text, path, "Mram_ram*", "RAMS", "ram", number);
    limit(text, number, "wr", "to_m", 0.8 * to);
    limit(text, number, "rd", "to_s", 0.8 * from);
    bl_text_add(text,
                "TIMESPEC \"TS_x%d_ram\" = FROM \"x%d_ram\" TO \"%s\" %.6f ns DATAPATHONLY;\n",
                number, number, project->clocks[cross->to].name, to);
}

static void bits(struct bl_project *project, struct bl_text *text,
                 const struct bl_project_crossing *cross, int number) {
    bl_text_add(text, "\n# bits %s: to %s\n", cross->path, project->clocks[cross->to].name);
    group(text, bl_project_path(project, cross->path, "/", "*"), "chain_*", "FFS", "chain", number);
    for (int i = 0; i < project->clock_count; i++)
        if (i != cross->to)
            bl_text_add(
                text,
                "TIMESPEC \"TS_x%d_%s\" = FROM \"%s\" TO \"x%d_chain\" %.6f ns DATAPATHONLY;\n",
                number, project->clocks[i].name, project->clocks[i].name, number,
                0.8 * bl_project_period(project, cross->to));
}

static void ucf(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.ucf", project->top));
    bl_text_add(text,
                "# Pipeline %s on %s. Written by bankloom; never run through the vendor's tool.\n",
                project->node->name, project->board->title);
    clocks(project, text);
    pins(project, text);
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        if (cross->kind == BL_CROSS_FIFO) fifo(project, text, cross, i);
        else if (cross->kind == BL_CROSS_BITS) bits(project, text, cross, i);
        else
            bl_text_add(
                text,
                "\n# asynchronous gate\nINST \"%s\" KEEP_HIERARCHY = TRUE;\nNET \"%s/*\" S;\n",
                bl_project_path(project, cross->path, "/", "*"),
                bl_project_path(project, cross->path, "/", "*"));
    }
}

/* The ports for vendor IP have no pads, so what they feed must not be trimmed, and no bitstream
 * comes out until they are connected. */
static void script(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project, "run.sh");
    bl_text_add(
        text,
        "#!/bin/sh\n# Synthesis, mapping and timing with ISE. The ports for IP have no pads until they are connected: then "
        "take out '-iobuf NO' in the\n# .xst file, '-aul' and '-u' below, and go on with par\n# and bitgen. Memory: %s.\n"
        "cd \"$(dirname \"$0\")\" && mkdir -p xst xst_tmp || exit 1\nset -e\n",
        project->memory->controller);
    bl_text_add(
        text,
        "xst -ifn %s.xst -ofn %s.syr\nngdbuild -p %s -aul -uc %s.ucf %s.ngc %s.ngd\n"
        "map -u -w -p %s -o %s_map.ncd %s.ngd %s.pcf\ntrce -v 10 %s_map.ncd %s.pcf -o %s.twr\n",
        project->top, project->top, project->board->part, project->top, project->top, project->top,
        project->board->part, project->top, project->top, project->top, project->top, project->top,
        project->top);
}

/* The same for ISE's own project: the options of the .xst as the properties that it calls them, and
 * map's -u. */
static void fusesoc(struct bl_project *project) {
    static const char *const synthesis[][2] = {
        {"Optimization Goal", "Speed"}, {"Optimization Effort", "Normal"},
        {"Keep Hierarchy", "Soft"},     {"Netlist Hierarchy", "Rebuilt"},
        {"Hierarchy Separator", "/"},   {"Bus Delimiter", "<>"},
        {"Case", "Maintain"},           {"Equivalent Register Removal", "false"},
        {"Add I/O Buffers", "false"}};
    struct bl_text *text = bl_project_fusesoc_file(project);
    bl_text_add(
        text,
        "# The ports for IP have no pads until they are connected: then take out Add I/O Buffers,\n"
        "# Allow Unmatched and Trim.\n");
    for (size_t i = 0; i < sizeof synthesis / sizeof *synthesis; i++)
        bl_text_add(text, "project set \"%s\" \"%s\" -process \"Synthesize - XST\"\n",
                    synthesis[i][0], synthesis[i][1]);
    bl_text_add(
        text, "project set \"Allow Unmatched LOC Constraints\" \"true\" -process \"Translate\"\n");
    bl_text_add(text, "project set \"Trim Unconnected Signals\" \"false\" -process \"Map\"\n");
}

void bl_project_ise(struct bl_project *project) {
    prj(project);
    xst(project);
    ucf(project);
    script(project);
    fusesoc(project);
}
