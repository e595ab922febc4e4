#include "driver/compile.h"

#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/diag.h"
#include "driver/front.h"
#include "driver/offers.h"
#include "driver/steps.h"
#include "kind/kind.h"

static bool front(struct bl_compilation *compilation, struct bl_loaded *loaded, const char *path,
                  const struct bl_overrides *overrides, bool any) {
    struct bl_loaded own, *file = loaded;
    if (!loaded || !loaded->arena || strcmp(loaded->path, path)) {
        own = bl_front_load(path);
        file = &own;
    }
    *compilation = (struct bl_compilation){.arena = file->arena,
                                           .sources = file->sources,
                                           .diags = file->diags,
                                           .overrides = overrides};
    bool good = bl_steps_front(compilation, file, any);
    file->arena = NULL;
    return good;
}

bool bl_compile_front(struct bl_compilation *compilation, struct bl_loaded *loaded,
                      const char *path, const struct bl_overrides *overrides) {
    return front(compilation, loaded, path, overrides, false);
}

bool bl_compile_front_any(struct bl_compilation *compilation, struct bl_loaded *loaded,
                          const char *path, const struct bl_overrides *overrides) {
    return front(compilation, loaded, path, overrides, true);
}

void bl_compile_plan(struct bl_compilation *compilation, bl_rules rules) {
    compilation->rules = rules;
    bl_steps_plan(compilation);
}

struct bl_plan *bl_planned(struct bl_arena *arena, const struct bl_program *program, bl_rules rules,
                           struct bl_diags *diags) {
    struct bl_compilation compilation = {.arena = arena, .diags = diags, .program = program};
    bl_compile_plan(&compilation, rules);
    return compilation.plan;
}

static bool refuse_option(struct bl_compilation *c, const char *option) {
    if (option)
        bl_report(c->diags, BL_MSG_BUS_OPTION, c->program->kind->range(c->program), option,
                  "it is for the cluster of a pipeline");
    return !option;
}

bool bl_compile_allows(struct bl_compilation *c) {
    const struct bl_kind *kind = c->program->kind;
    if (!kind->passes && !refuse_option(c, c->rules != BL_ALL_RULES ? "--fuse" : NULL))
        return false;
    return kind->nodes || refuse_option(c, bl_override_first(c->arena, c->overrides, true));
}

void bl_compile_steps(struct bl_compilation *c, const char *path) {
    if (c->program && !c->diags->errors && c->program->kind->steps)
        c->program->kind->steps(c, path);
}

bool bl_compile(struct bl_compilation *c, struct bl_loaded *loaded, const char *path,
                const struct bl_overrides *overrides, bl_rules rules, bool json) {
    bl_compile_front_any(c, loaded, path, overrides);
    c->rules = rules;
    bl_compile_steps(c, path);
    bool ok = c->program && !c->diags->errors;
    if (!ok && json) bl_diags_print_json(c->diags, stdout);
    else bl_diags_print(c->diags, stderr, isatty(STDERR_FILENO));
    return ok;
}

void bl_compilation_free(struct bl_compilation *compilation) { bl_arena_free(compilation->arena); }
