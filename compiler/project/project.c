#include "project/project.h"

#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "board/board.h"
#include "emit/emit_verilog.h"
#include "ir/network.h"
#include "project/project_inner.h"
#include "project/project_ip.h"
#include "project/project_parts.h"
#include "templates/templates.h"

/* Whether a module is there already: several tops share it. */
static bool has_module(const struct bl_project *project, const char *folder, const char *name) {
    const char *path = bl_format(project->arena, "%s/%s.v", folder, name);
    for (int i = 0; i < project->output->count; i++)
        if (!strcmp(project->output->items[i].path, path)) return true;
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
            (!strcmp(module, project->shell) || !strcmp(module, project->circuit->name)))
            continue;
        if (has_module(project, "rtl", module)) continue;
        if (!bl_templates_use(templates, module)) return false;
    }
    return true;
}

static void copy_module(struct bl_project *project, struct bl_template *template, bool of_shell) {
    const char *name = bl_format(project->arena, "%s.v", template->name);
    if (!template->used || has_module(project, "rtl", template->name)) return;
    list_file(project, name);
    if (project->shell && !of_shell) *BL_APPEND(project->arena, &project->tops) = name;
    if (has_module(project, "project", template->name)) return;
    *bl_project_file(project, name) = template->text;
    template->text = (struct bl_text){0};
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
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    if (ip)
        bl_templates_add(
            project->arena, &templates,
            bl_format(project->arena, "%s/boards/%s", home->root, ip->folder(project)));
    ok = ok && (!project->shell || use_all(project, &templates, project->shell_circuit));
    bool *of_shell = BL_NEW(project->arena, bool, templates.count);
    for (int i = 0; i < templates.count; i++) of_shell[i] = templates.items[i].used;
    ok = ok && use_all(project, &templates, project->top_circuit);
    for (int i = 0; ok && i < templates.count; i++)
        copy_module(project, &templates.items[i], of_shell[i]);
    bl_templates_free(&templates);
    return ok;
}

static void emit_module(struct bl_project *project, const struct bl_circuit *circuit) {
    struct bl_text verilog = {0}, map = {0};
    const char *name = bl_format(project->arena, "%s.v", circuit->name);
    list_file(project, name);
    if (has_module(project, "project", circuit->name)) return;
    bl_emit_verilog(&verilog, &map, circuit,
                    project->node->program ? project->node->program->sources : NULL);
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

static const char *kind_of(const struct bl_node *node) {
    if (!node->program->body) return "Pipeline";
    return node->cluster->network.row->window ? "Cluster" : "Kernel";
}

bool bl_project_add(struct bl_output *output, const struct bl_node *node,
                    const struct bl_circuit *circuit, const struct bl_home *home,
                    const struct bl_project_joint *joint) {
    struct bl_project *project = BL_NEW(output->arena, struct bl_project, 1);
    *project = (struct bl_project){.arena = output->arena,
                                   .output = output,
                                   .system = node->cluster->name,
                                   .kind = kind_of(node),
                                   .name = circuit->name,
                                   .node = node,
                                   .board = node->board,
                                   .circuit = circuit};
    project->memory = bl_memory_port_find(node->board, node->memory.word_bytes);
    project->shell = bl_format(output->arena, "%s_shell", circuit->name);
    project->top = joint ? joint->top : bl_format(output->arena, "%s_board", circuit->name);
    project->joint = joint;
    if (joint) project->without = joint->without, project->gates = joint->gates;
    bl_project_shell(project);
    bl_project_top(project);
    return bl_project_write(project, home);
}
