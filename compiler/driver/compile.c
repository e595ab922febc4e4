#include "driver/compile.h"

#include <unistd.h>
#include "base/arena.h"
#include "driver/planned.h"

bool bl_compile_front(struct bl_compilation *compilation, const char *path,
                      const struct bl_overrides *overrides) {
    *compilation = (struct bl_compilation){.arena = bl_arena_new()};
    compilation->diags = bl_diags_new(compilation->arena, &compilation->sources);
    compilation->program = bl_front(compilation->arena, compilation->diags, path, overrides);
    return compilation->program;
}

bool bl_compile_front_any(struct bl_compilation *compilation, const char *path,
                          const struct bl_overrides *overrides) {
    *compilation = (struct bl_compilation){.arena = bl_arena_new()};
    compilation->diags = bl_diags_new(compilation->arena, &compilation->sources);
    compilation->program = bl_front_any(compilation->arena, compilation->diags, path, overrides);
    return compilation->program;
}

void bl_compile_plan(struct bl_compilation *compilation, bl_rules rules) {
    compilation->plan = bl_planned(compilation->arena, compilation->program, rules,
                                   compilation->diags);
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
