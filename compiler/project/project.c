#include "project/project.h"

#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/path.h"
#include "board/board.h"
#include "emit/emit_verilog.h"
#include "project/project_inner.h"
#include "templates/templates.h"

struct bl_text *bl_project_file(struct bl_project *project, const char *name) {
    struct bl_output_file *file = BL_APPEND(project->arena, project->output);
    file->path = bl_format(project->arena, "project/%s", name);
    return &file->text;
}

/* Whether a module is there already: several tops share it. */
static bool has_module(const struct bl_project *project, const char *folder, const char *name) {
    const char *path = bl_format(project->arena, "%s/%s.v", folder, name);
    for (int i = 0; i < project->output->count; i++)
        if (!strcmp(project->output->items[i].path, path)) return true;
    return false;
}

struct bl_parts bl_project_parts(const struct bl_project *project, struct bl_text *text,
                                 const char *file) {
    return (struct bl_parts){
        .text = text,
        .file = file,
        .holes = {{"kind", project->kind},
                  {"pipeline", project->name},
                  {"board", project->board->title},
                  {"node", project->shell ? project->shell : project->top},
                  {"top", project->top},
                  {"device", project->board->part},
                  {"memory", project->memory ? project->memory->controller : "none"}}};
}

struct bl_parts bl_project_fusesoc_parts(struct bl_project *project) {
    const char *name = bl_format(project->arena, "%s_fusesoc.tcl", project->top);
    struct bl_parts parts = bl_project_parts(project, bl_project_file(project, name),
                                             "fusesoc.tcl");
    bl_part(&parts, "begin");
    return parts;
}

double bl_project_period(const struct bl_project *project, int clock) {
    return 1e9 / project->clocks[clock].hertz;
}

double bl_project_fastest(const struct bl_project *project) {
    double hertz = 0;
    for (int i = 0; i < project->clock_count; i++)
        if (project->clocks[i].hertz > hertz) hertz = project->clocks[i].hertz;
    return hertz;
}

bool bl_project_for_top(const struct bl_project *project, const char *path) {
    const char *name = bl_path_name(path);
    size_t length = strlen(project->top);
    bool top = !strncmp(name, project->top, length) && !strcmp(name + length, ".v");
    if (!strncmp(path, "../", 3)) return false; /* the node's own */
    return top || !strncmp(name, "bl_board_", 9) || !strncmp(name, "bl_clock_", 9);
}

const char *bl_project_path(const struct bl_project *project, const char *path,
                            const char *separator, const char *rounds) {
    struct bl_text text = {0};
    for (const char *at = path; *at; at++) {
        if (*at == '/') bl_text_add(&text, "%s", separator);
        else if (!strncmp(at, "[*]", 3)) bl_text_add(&text, "%s", rounds), at += 2;
        else bl_text_bytes(&text, at, 1);
    }
    const char *result = bl_strndup(project->arena, text.bytes, text.length);
    bl_text_free(&text);
    return result;
}

bool bl_project_is_output(const struct bl_project *project, const char *port) {
    for (int i = 0; i < project->top_circuit->ports.count; i++)
        if (!strcmp(project->top_circuit->ports.items[i].name, port))
            return project->top_circuit->ports.items[i].direction == BL_OUTPUT;
    return false;
}

static void list_file(struct bl_project *project, const char *path) {
    const char **item = BL_APPEND(project->arena, &project->files);
    *item = path;
}

static void list_rtl(struct bl_project *project) {
    for (int i = 0; i < project->output->count; i++) {
        const char *path = project->output->items[i].path;
        size_t length = strlen(path);
        if (!strncmp(path, "rtl/", 4) && !strcmp(path + length - 2, ".v"))
            list_file(project, bl_format(project->arena, "../%s", path));
    }
}

/* What the vendor's tool makes itself. */
static bool is_ip(const char *module) {
    return !strcmp(module, "bl_pll") || !strcmp(module, "bl_reset_release") ||
           bl_project_ip_module(module);
}

static bool use_all(struct bl_project *project, struct bl_templates *templates,
                    const struct bl_circuit *circuit) {
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_item *item = &circuit->items.items[i];
        if (item->kind != BL_ITEM_INSTANCE || is_ip(item->instance->module)) continue;
        const char *module = item->instance->module;
        if (project->shell &&
            (!strcmp(module, project->shell) || !strcmp(module, project->node->name)))
            continue;
        if (has_module(project, "rtl", module)) continue;
        if (!bl_templates_use(templates, module)) return false;
    }
    return true;
}

/* What the two modules instantiate, from boards/ or from the templates. */
static bool copy_modules(struct bl_project *project, const struct bl_home *home) {
    struct bl_templates templates;
    bool ok = bl_templates_list(project->arena, &templates, home->root);
    bl_templates_add(project->arena, &templates,
                     bl_format(project->arena, "%s/boards/common", home->root));
    if (project->memory)
        bl_templates_add(
            project->arena, &templates,
            bl_format(project->arena, "%s/boards/%s", home->root, project->memory->folder));
    const char *folder = bl_project_ip_folder(project);
    if (folder)
        bl_templates_add(project->arena, &templates,
                         bl_format(project->arena, "%s/boards/%s", home->root, folder));
    ok = ok && (!project->shell || use_all(project, &templates, project->shell_circuit)) &&
         use_all(project, &templates, project->top_circuit);
    for (int i = 0; ok && i < templates.count; i++) {
        struct bl_template *template = &templates.items[i];
        if (!template->used || has_module(project, "rtl", template->name)) continue;
        const char *name = bl_format(project->arena, "%s.v", template->name);
        list_file(project, name);
        if (has_module(project, "project", template->name)) continue;
        *bl_project_file(project, name) = template->text;
        template->text = (struct bl_text){0};
    }
    bl_templates_free(&templates);
    return ok;
}

static void emit_module(struct bl_project *project, const struct bl_circuit *circuit) {
    struct bl_text verilog = {0}, map = {0};
    const char *name = bl_format(project->arena, "%s.v", circuit->name);
    list_file(project, name);
    if (has_module(project, "project", circuit->name)) return;
    bl_emit_verilog(&verilog, &map, circuit,
                    project->plan ? project->plan->program->sources : NULL);
    bl_text_free(&map);
    *bl_project_file(project, name) = verilog;
}

static void write_projects(struct bl_project *project) {
    static const struct {
        const char *tool;
        void (*write[3])(struct bl_project *);
    } tools[] = {
        {"quartus_pro", {bl_project_quartus, bl_project_sdc, bl_project_platform}},
        {"quartus", {bl_project_quartus, bl_project_sdc, bl_project_platform}},
        {"vivado", {bl_project_vivado, bl_project_xdc, NULL}},
        {"ise", {bl_project_ise, NULL, NULL}},
        {"icestorm", {bl_project_icestorm, NULL, NULL}},
    };
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        for (int w = 0; w < 3 && !strcmp(tools[i].tool, project->board->family->tool); w++)
            if (tools[i].write[w]) tools[i].write[w](project);
    bl_project_fusesoc(project);
    bl_project_readme(project);
}

bool bl_project_write(struct bl_project *project, const struct bl_home *home) {
    list_rtl(project);
    if (!copy_modules(project, home)) return false;
    if (project->shell) emit_module(project, project->shell_circuit);
    emit_module(project, project->top_circuit);
    bl_project_scan(project);
    write_projects(project);
    return true;
}

bool bl_project_add(struct bl_output *output, const struct bl_plan *plan,
                    const struct bl_circuit *node, const struct bl_home *home,
                    const struct bl_project_joint *joint) {
    struct bl_project *project = BL_NEW(output->arena, struct bl_project, 1);
    *project = (struct bl_project){.arena = output->arena,
                                   .output = output,
                                   .system = plan->program->cluster.name,
                                   .kind = plan->program->body ? "Kernel" : "Pipeline",
                                   .name = node->name,
                                   .plan = plan,
                                   .board = plan->board,
                                   .node = node,
                                   .shape = bl_node_shape(plan)};
    project->memory = bl_memory_port_find(plan->board, project->shape.word_bytes);
    project->shell = bl_format(output->arena, "%s_shell", node->name);
    project->top = joint ? joint->top : bl_format(output->arena, "%s_board", node->name);
    project->joint = joint;
    if (joint) project->without = joint->without, project->gates = joint->gates;
    bl_project_shell(project);
    bl_project_top(project);
    return bl_project_write(project, home);
}

bool bl_project_is_limited(const struct bl_project *project,
                           const struct bl_project_crossing *cross) {
    return cross->kind != BL_CROSS_BITS || project->clock_count > 1;
}

static void fifo(const struct bl_project *project, struct bl_parts *parts,
                 const struct bl_project_crossing *cross) {
    double from = bl_project_period(project, cross->from),
           to = bl_project_period(project, cross->to);
    bl_part_set(parts, "from_clock", project->clocks[cross->from].name);
    bl_part_real(parts, "to_limit", 0.8 * to, 6);
    bl_part_real(parts, "from_limit", 0.8 * from, 6);
    bl_part_real(parts, "to_period", to, 6);
    bl_part(parts, "queue");
}

static void bits(const struct bl_project *project, struct bl_parts *parts,
                 const struct bl_project_crossing *cross) {
    bl_part(parts, "bits");
    bl_part_real(parts, "to_limit", 0.8 * bl_project_period(project, cross->to), 6);
    for (int i = 0; i < project->clock_count; i++) {
        bl_part_set(parts, "from_clock", project->clocks[i].name);
        if (i != cross->to) bl_part(parts, "bits of a clock");
    }
}

void bl_project_crossing(const struct bl_project *project, struct bl_parts *parts,
                         const struct bl_project_crossing *cross) {
    if (cross->to >= 0) bl_part_set(parts, "to_clock", project->clocks[cross->to].name);
    if (cross->kind == BL_CROSS_FIFO) fifo(project, parts, cross);
    else if (cross->kind == BL_CROSS_BITS) bits(project, parts, cross);
    else bl_part(parts, "gate");
}
