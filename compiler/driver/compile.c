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

bool bl_compile_planned(struct bl_compilation *compilation, const char *path) {
    bl_steps_plan(compilation);
    bl_offers_add(compilation, path);
    return true;
}

static bool refuse_option(struct bl_compilation *c, const char *option) {
    if (option)
        bl_report(c->diags, BL_MSG_BUS_OPTION, c->program->kind->range(c->program), option,
                  "it is for the cluster of a pipeline");
    return !option;
}

bool bl_compile_no_rules(struct bl_compilation *c, const char *path) {
    (void)path;
    return refuse_option(c, c->rules != BL_ALL_RULES ? "--fuse" : NULL);
}

bool bl_compile_no_plan(struct bl_compilation *c, const char *path) {
    return bl_compile_no_rules(c, path) &&
           refuse_option(c, bl_override_first(c->arena, c->overrides, true));
}

struct bl_plan *bl_planned(struct bl_arena *arena, const struct bl_program *program, bl_rules rules,
                           struct bl_diags *diags) {
    struct bl_compilation compilation = {.arena = arena, .diags = diags, .program = program};
    bl_compile_plan(&compilation, rules);
    return compilation.plan;
}

bool bl_compile_json(struct bl_compilation *compilation, struct bl_loaded *loaded, const char *path,
                     const struct bl_overrides *overrides, bl_rules rules, bool json) {
    if (bl_compile_front(compilation, loaded, path, overrides)) bl_compile_plan(compilation, rules);
    bool ok = compilation->plan && !compilation->diags->errors;
    if (!ok) bl_offers_add(compilation, path);
    if (!ok && json) bl_diags_print_json(compilation->diags, stdout);
    else bl_diags_print(compilation->diags, stderr, isatty(STDERR_FILENO));
    return ok;
}

bool bl_compile(struct bl_compilation *compilation, struct bl_loaded *loaded, const char *path,
                const struct bl_overrides *overrides, bl_rules rules) {
    return bl_compile_json(compilation, loaded, path, overrides, rules, false);
}

void bl_compilation_free(struct bl_compilation *compilation) { bl_arena_free(compilation->arena); }
