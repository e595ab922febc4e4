#include "compile.h"

#include <unistd.h>
#include "arena.h"

bool bl_compile_quietly(struct bl_compilation *compilation, const char *path, const struct bl_overrides *overrides, bl_rules rules) {
    *compilation = (struct bl_compilation){.arena = bl_arena_new()};
    compilation->diags = bl_diags_new(compilation->arena, &compilation->sources);
    compilation->program = bl_front(compilation->arena, compilation->diags, path, overrides);
    if (compilation->program) compilation->plan = bl_plan_make(compilation->arena, compilation->program, rules, compilation->diags);
    return compilation->plan && !compilation->diags->errors;
}

bool bl_compile_json(struct bl_compilation *compilation, const char *path, const struct bl_overrides *overrides, bl_rules rules, bool json) {
    bool ok = bl_compile_quietly(compilation, path, overrides, rules);
    if (!ok && json) bl_diags_print_json(compilation->diags, stdout);
    else bl_diags_print(compilation->diags, stderr, isatty(STDERR_FILENO));
    return ok;
}

bool bl_compile(struct bl_compilation *compilation, const char *path, const struct bl_overrides *overrides, bl_rules rules) {
    return bl_compile_json(compilation, path, overrides, rules, false);
}

void bl_compilation_free(struct bl_compilation *compilation) { bl_arena_free(compilation->arena); }
