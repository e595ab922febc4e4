/* Quartus: the project and its settings, and how to make the IP that it wants. */
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_ip.h"
#include "project/project_parts.h"
#include "project/project_top.h"

static bool pro(const struct bl_project *project) {
    return !strcmp(project->board->family->tool, "quartus_pro");
}
static bool stratix10(const struct bl_project *project) {
    return !strcmp(project->board->family->word, "stratix10");
}

static bool has_pll(const struct bl_project *project) { return pro(project) && project->pll_count; }

/* IP of Platform Designer. */
static bool deploys(const struct bl_project *project) {
    return has_pll(project) || stratix10(project);
}

bool bl_project_has_ip(const struct bl_project *project) {
    const struct bl_project_ip *row = bl_project_ip_of(project);
    return deploys(project) || (row && row->write);
}

static void global(struct bl_text *text, const char *name, const char *value) {
    bl_text_add(text, "set_global_assignment -name %s \"%s\"\n", name, value);
}

static void device(struct bl_project *project, struct bl_text *text) {
    global(text, "FAMILY", project->board->family->title);
    global(text, "DEVICE", project->board->part);
    global(text, "TOP_LEVEL_ENTITY", project->top);
    global(text, "PROJECT_OUTPUT_DIRECTORY", "output_files");
}

static void settings(struct bl_project *project, struct bl_text *text) {
    global(text, "NUM_PARALLEL_PROCESSORS", "ALL");
    for (int i = 0; i < project->board->settings.count; i++)
        global(text, project->board->settings.items[i].name,
               project->board->settings.items[i].value);
}

static void files(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "\n");
    for (int i = 0; i < project->files.count; i++)
        global(text, "VERILOG_FILE", project->files.items[i]);
}

/* Before the constraints: they name clocks that those of the IP make. */
static void ip_files(struct bl_project *project, int revision, struct bl_text *text) {
    if (has_pll(project)) global(text, "IP_FILE", "ip/bl_pll.ip");
    if (stratix10(project)) global(text, "IP_FILE", "ip/bl_reset_release.ip");
    struct bl_project_ip_file files[BL_IP_FILES];
    const struct bl_project_ip *row = bl_project_ip_of(project);
    for (int i = 0, count = row ? row->files(project, revision, files) : 0; i < count; i++)
        global(text, files[i].assignment, files[i].path);
}

static void pins(struct bl_project *project, struct bl_text *text) {
    bl_text_add(text, "\n# pins that the board's description names\n");
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        if (!pin->pin) {
            bl_text_add(text, "# place not published: set_location_assignment PIN_... -to {%s%s}\n",
                        pin->port, pin->width > 1 ? "[...]" : "");
            continue;
        }
        const char *bit = pin->bit >= 0 ? bl_format(project->arena, "[%d]", pin->bit) : "";
        bl_text_add(text, "set_location_assignment PIN_%s -to {%s%s%s}\n", pin->pin, pin->port, bit,
                    pin->negative ? "(n)" : "");
        if (pin->standard && !pin->negative)
            bl_text_add(text, "set_instance_assignment -name IO_STANDARD \"%s\" -to {%s%s}\n",
                        pin->standard, pin->port, bit);
    }
}

/* Ports for vendor IP: virtual pins until they are connected, so that the project compiles and can
 * be timed. Clocks cannot be virtual. */
static void opens(struct bl_project *project, struct bl_text *text) {
    bl_text_add(
        text, "\n# For the vendor's IP; take a line out when its port is connected. Memory: %s.\n",
        project->memory ? project->memory->controller : "none");
    for (int i = 0; i < project->opens.count; i++) {
        const struct bl_project_open *open = &project->opens.items[i];
        if (open->is_clock)
            bl_text_add(text, "# %s is a clock: the fitter chooses its pin until it is connected\n",
                        open->name);
        else
            bl_text_add(text, "set_instance_assignment -name VIRTUAL_PIN ON -to {%s%s}\n",
                        open->name, open->width > 1 ? "[*]" : "");
    }
}

static void gates(struct bl_project *project, struct bl_text *text) {
    for (int i = 0; i < project->crossings.count; i++)
        if (project->crossings.items[i].kind == BL_CROSS_GATE)
            bl_text_add(
                text,
                "set_instance_assignment -name IMPLEMENT_AS_OUTPUT_OF_LOGIC_CELL ON -to {%s|*}\n",
                bl_project_path(project, project->crossings.items[i].path, "|", "[*]"));
}

static void assignments(struct bl_project *project, struct bl_text *text) {
    pins(project, text);
    opens(project, text);
    gates(project, text);
}

/* FuseSoC adds family, part, top and files. */
static void fusesoc(struct bl_project *project) {
    struct bl_text *text = bl_project_fusesoc_parts(project).text;
    settings(project, text);
    ip_files(project, 0, text);
    assignments(project, text);
}

static void parameter(struct bl_text *text, const char *name, const char *value) {
    bl_text_add(text, " \\\n    --component-parameter=%s=%s", name, value);
}

static void pll_parameters(struct bl_project *project, struct bl_text *text) {
    parameter(text, "gui_reference_clock_frequency",
              bl_format(project->arena, "%.6f",
                        project->board->clocks.items[project->reference].hertz / 1e6));
    parameter(text, "gui_number_of_clocks", bl_format(project->arena, "%d", project->pll_count));
    parameter(text, "gui_use_locked", "1");
    parameter(text, "gui_clock_name_global", "1");
    for (int i = 0; i < project->pll_count; i++) {
        parameter(text, bl_format(project->arena, "gui_output_clock_frequency%d", i),
                  bl_format(project->arena, "%.6f", project->pll_hertz[i] / 1e6));
        parameter(text, bl_format(project->arena, "gui_clock_name_string%d", i),
                  bl_format(project->arena, "made_%d", i));
    }
}

static void deploy(struct bl_parts *parts, const char *component, const char *name,
                   const char *parameters) {
    bl_part_set(parts, "component", component);
    bl_part_set(parts, "instance", name);
    bl_part_set(parts, "parameters", parameters);
    bl_part(parts, "ip");
}

/* The IP that the project instantiates, made by the vendor's own command. */
static void ip(struct bl_project *project) {
    if (!deploys(project)) return;
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, "ip.sh"),
                                             "quartus_ip.sh");
    struct bl_text pll = {0};
    bl_part_set(&parts, "family", project->board->family->title);
    bl_part(&parts, "begin");
    if (has_pll(project)) {
        pll_parameters(project, &pll);
        deploy(&parts, "altera_iopll", "bl_pll", pll.bytes);
        bl_text_free(&pll);
    }
    if (stratix10(project)) deploy(&parts, "altera_s10_user_rst_clkgate", "bl_reset_release", "");
}

/* The settings of a revision, `of` NULL for the first. */
static void revision(struct bl_project *project, int number, const struct bl_project_revision *of) {
    const char *name = bl_format(project->arena, "%s%s", project->top, of ? of->suffix : "");
    struct bl_text *text = bl_project_file(project, bl_format(project->arena, "%s.qsf", name));
    bl_text_add(text,
                "# Pipeline %s on %s. Written by bankloom; never run through the vendor's tool.\n",
                project->circuit->name, project->board->title);
    device(project, text);
    settings(project, text);
    if (of) global(text, "VERILOG_MACRO", of->macro);
    files(project, text);
    ip_files(project, number, text);
    global(text, "SDC_FILE", bl_format(project->arena, "%s.sdc", project->top));
    assignments(project, text);
}

void bl_project_quartus(struct bl_project *project) {
    const struct bl_project_ip *row = bl_project_ip_of(project);
    const struct bl_project_revision *more = row ? row->revisions : NULL;
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.qpf", project->top));
    bl_text_add(text, "# Written by bankloom.\nPROJECT_REVISION = \"%s\"\n", project->top);
    for (int i = 0; more && more[i].suffix; i++)
        bl_text_add(text, "PROJECT_REVISION = \"%s%s\"\n", project->top, more[i].suffix);
    revision(project, 0, NULL);
    for (int i = 0; more && more[i].suffix; i++) revision(project, i + 1, &more[i]);
    fusesoc(project);
    ip(project);
    if (row && row->write) row->write(project);
}
