/* What every verb begins with: a file becomes a program and a plan, and its errors reach the user. */
#ifndef BL_COMPILE_H
#define BL_COMPILE_H

#include "diag.h"
#include "front.h"
#include "plan.h"

struct bl_compilation {
    struct bl_arena *arena;
    struct bl_sources sources;
    struct bl_diags *diags;
    const struct bl_program *program;
    struct bl_plan *plan;
};

/* Reads, checks and plans. False after the errors were printed on stderr; warnings are printed too. To be freed either way. */
bool bl_compile(struct bl_compilation *compilation, const char *path, const struct bl_overrides *overrides, bl_rules rules);
void bl_compilation_free(struct bl_compilation *compilation);

#endif
