#include "driver/compile.h"

#include <unistd.h>
#include "base/arena.h"
#include "driver/steps.h"

static bool front(struct bl_compilation *compilation, const char *path,
                  const struct bl_overrides *overrides, bool any) {
    *compilation = (struct bl_compilation){.arena = bl_arena_new(), .overrides = overrides};
    compilation->diags = bl_diags_new(compilation->arena, &compilation->sources);
    return bl_steps_front(compilation, path, any);
}

bool bl_compile_front(struct bl_compilation *compilation, const char *path,
                      const struct bl_overrides *overrides) {
    return front(compilation, path, overrides, false);
}

bool bl_compile_front_any(struct bl_compilation *compilation, const char *path,
                          const struct bl_overrides *overrides) {
    return front(compilation, path, overrides, true);
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

bool bl_compile_json(struct bl_compilation *compilation, const char *path,
                     const struct bl_overrides *overrides, bl_rules rules, bool json) {
    if (bl_compile_front(compilation, path, overrides)) bl_compile_plan(compilation, rules);
    bool ok = compilation->plan && !compilation->diags->errors;
    if (!ok && json) bl_diags_print_json(compilation->diags, stdout);
    else bl_diags_print(compilation->diags, stderr, isatty(STDERR_FILENO));
    return ok;
}

bool bl_compile(struct bl_compilation *compilation, const char *path,
                const struct bl_overrides *overrides, bl_rules rules) {
    return bl_compile_json(compilation, path, overrides, rules, false);
}

void bl_compilation_free(struct bl_compilation *compilation) { bl_arena_free(compilation->arena); }
