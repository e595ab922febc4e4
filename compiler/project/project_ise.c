/* ISE: the list of files, the options of its synthesis, constraints, and a script that runs the
 * tools. */
#include "base/arena.h"
#include "project/project.h"
#include "project/project_inner.h"
#include "project/project_parts.h"
#include "project/project_top.h"

static void prj(struct bl_project *project) {
    struct bl_text *text = bl_project_file(project,
                                           bl_format(project->arena, "%s.prj", project->top));
    for (int i = 0; i < project->files.count; i++)
        bl_text_add(text, "verilog work \"%s\"\n", project->files.items[i]);
}

static void xst(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s.xst", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name), "ise.xst");
    bl_part(&parts, "all");
}

static void clocks(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->clock_count; i++) {
        const struct bl_project_clock *clock = &project->clocks[i];
        bl_part_set(parts, "port",
                    clock->source == BL_FROM_PIN ? project->reference_port : clock->net);
        bl_part_set(parts, "clock", clock->name);
        bl_part_real(parts, "period_ns", bl_project_period(project, i), 6);
        bl_part(parts, "clock");
    }
}

static void pins(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->pins.count; i++) {
        const struct bl_project_pin *pin = &project->pins.items[i];
        const char *bit = pin->bit >= 0 ? bl_format(project->arena, "<%d>", pin->bit) : "";
        bl_part_set(parts, "port", bl_format(project->arena, "%s%s", pin->port, bit));
        bl_part_set(parts, "clock", bl_format(project->arena, "%s_clock", pin->port));
        bl_part_set(parts, "net", pin->net ? bl_format(project->arena, "%s%s", pin->net, bit) : "");
        bl_part_set(parts, "pin", pin->pin);
        bl_part_set(parts, "attributes",
                    bl_format(project->arena, "%s%s%s", pin->standard ? " | IOSTANDARD = " : "",
                              pin->standard ? pin->standard : "",
                              pin->idle == BL_PIN_PULLED_DOWN ? " | PULLDOWN" : ""));
        bl_part(parts, "pin");
        bl_part_real(parts, "most_ns", pin->most_ns, 3);
        if (pin->most_ns > 0) bl_part(parts, "bounded pin");
        bl_part_real(parts, "period_ns", pin->clock_ns, 3);
        if (pin->clock_ns > 0) bl_part(parts, "forwarded clock");
    }
}

static void crossings(struct bl_project *project, struct bl_parts *parts) {
    for (int i = 0; i < project->crossings.count; i++) {
        const struct bl_project_crossing *cross = &project->crossings.items[i];
        if (!bl_project_is_limited(project, cross)) continue;
        bl_part_number(parts, "crossing", i);
        bl_part_set(parts, "path", cross->path);
        bl_part_set(parts, "netlist_path", bl_project_path(project, cross->path, "/", "*"));
        bl_project_crossing(project, parts, cross);
    }
}

static void ucf(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s.ucf", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name), "ise.ucf");
    bl_part(&parts, "begin");
    clocks(project, &parts);
    pins(project, &parts);
    crossings(project, &parts);
    bl_part_set(&parts, "gates", project->gates);
    if (project->gates) bl_part(&parts, "gates");
}

static void script(struct bl_project *project) {
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, "run.sh"), "ise.sh");
    bl_part(&parts, "all");
}

void bl_project_ise(struct bl_project *project) {
    prj(project);
    xst(project);
    ucf(project);
    script(project);
    const struct bl_parts settings = bl_project_fusesoc_parts(project);
    bl_part(&settings, "ise");
}
