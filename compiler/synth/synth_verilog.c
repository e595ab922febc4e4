#include "synth/synth_verilog.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/path.h"
#include "templates/templates.h"

static const char *folder_of(struct bl_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/');
    return slash ? bl_strndup(arena, file, (size_t)(slash - file)) : ".";
}

static const char *base_of(struct bl_arena *arena, const char *file) {
    const char *name = bl_path_name(file);
    return bl_strndup(arena, name, strlen(name) - strlen(".v"));
}

bool bl_verilog_collect(struct bl_output *output, const char **top, const char *file,
                        const char *board, const struct bl_home *home) {
    struct bl_arena *arena = output->arena;
    struct bl_templates templates;
    *top = base_of(arena, file);
    if (access(file, R_OK)) {
        fprintf(stderr, "bankloom: cannot read %s: %s\n", file, strerror(errno));
        return false;
    }
    if (!bl_templates_list(arena, &templates, home->root)) return false;
    bl_templates_add(arena, &templates, bl_format(arena, "%s/boards/%s", home->root, board));
    bl_templates_add(arena, &templates, folder_of(arena, file));
    for (int i = 0; i < templates.count; i++)
        if (!strcmp(templates.items[i].name, *top)) templates.items[i].path = file;
    bool ok = bl_templates_use(&templates, *top);
    for (int i = 0; i < templates.count && ok; i++) {
        struct bl_template *template = &templates.items[i];
        if (!template->used) continue;
        struct bl_output_file *copy = BL_APPEND(arena, output);
        copy->path = bl_format(arena, "rtl/%s.v", template->name);
        copy->text = template->text;
        template->text = (struct bl_text){0};
    }
    bl_templates_free(&templates);
    return ok;
}
