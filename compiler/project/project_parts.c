#include "project/project_parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "board/board.h"

struct bl_text *bl_project_file(struct bl_project *project, const char *name) {
    struct bl_output_file *file = BL_APPEND(project->arena, project->output);
    file->path = bl_format(project->arena, "project/%s", name);
    return &file->text;
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
    for (int i = 0; i < project->tops.count; i++)
        if (!strcmp(name, project->tops.items[i])) return true;
    return top ||
           (!project->shell && (!strncmp(name, "bl_board_", 9) || !strncmp(name, "bl_clock_", 9)));
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
