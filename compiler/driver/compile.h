/* What every verb begins with: a file becomes a program and a plan, and its errors reach the user.
 */
#ifndef BL_COMPILE_H
#define BL_COMPILE_H

#include "base/diag.h"
#include "driver/front.h"
#include "ir/plan.h"

struct bl_loaded;

struct bl_compilation {
    struct bl_arena *arena;
    struct bl_sources *sources;
    struct bl_diags *diags;
    const struct bl_overrides *overrides;
    bl_rules rules;
    const struct bl_program *program; /* NULL when it has errors */
    struct bl_plan *plan;             /* of a pipeline; may have errors, in `diags` */
    const void *planned;              /* of another kind: what its steps have made */
    const struct bl_node *node;       /* NULL without a program, and for a bus */
    const struct bl_circuit *circuit; /* of a node; NULL when the plan has errors */
};

/* Reads and checks; says nothing. Whether there is a program. To be freed either way. A file that
   `loaded` holds (NULL: none) is not read again: its memory is the compilation's from then on. */
bool bl_compile_front(struct bl_compilation *compilation, struct bl_loaded *loaded,
                      const char *path, const struct bl_overrides *overrides);
/* The same for a program that may be of any kind. */
bool bl_compile_front_any(struct bl_compilation *compilation, struct bl_loaded *loaded,
                          const char *path, const struct bl_overrides *overrides);
/* Plans the program that there is. */
void bl_compile_plan(struct bl_compilation *compilation, bl_rules rules);
/* Plans and lowers the program that there is, as its kind does; `path`: its file. */
void bl_compile_steps(struct bl_compilation *compilation, const char *path);
/* Whether what was asked for is for a program of its kind: fusion rules, changes of a cluster. Else
   that is reported. */
bool bl_compile_allows(struct bl_compilation *compilation);
/* Reads, checks, plans and lowers a program of any kind, and prints errors and warnings on stderr;
   when `json`, a program with errors gets them on stdout as one JSON document in place of that.
   Whether there were no errors. To be freed either way. */
bool bl_compile(struct bl_compilation *compilation, struct bl_loaded *loaded, const char *path,
                const struct bl_overrides *overrides, bl_rules rules, bool json);
void bl_compilation_free(struct bl_compilation *compilation);
/* Another plan of a checked program, all in the caller's arena; errors go to `diags`. */
struct bl_plan *bl_planned(struct bl_arena *arena, const struct bl_program *program, bl_rules rules,
                           struct bl_diags *diags);

#endif
