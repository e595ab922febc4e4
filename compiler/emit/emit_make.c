/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one
 * program. */
#include "emit/emit_bench.h"

#include <string.h>

#include "base/arena.h"
#include "emit/parts.h"

/* The object files of the stages of the user's own, and which functions each of them has. */
struct stages {
    const char *objects, *functions;
};

static void add_file(struct bl_arena *arena, const struct bl_program *program,
                     const struct bl_own *own, struct stages *stages) {
    const char *functions = "";
    if (strcmp(own->golden_file, own->name)) return;
    for (int i = 0; i < program->own_count; i++)
        if (!strcmp(program->owns[i]->golden_file, own->name))
            functions = bl_format(arena, "%s %s", functions, program->owns[i]->name);
    stages->objects = bl_format(arena, "%s stages/%s.o", stages->objects, own->name);
    stages->functions = bl_format(arena, "%sFUNCTIONS_%s :=%s\n", stages->functions, own->name,
                                  functions);
}

static void emit(struct bl_text *text, const struct bl_program *program, const char *file) {
    struct stages stages = {"", ""};
    for (int i = 0; i < program->own_count; i++)
        add_file(program->arena, program, program->owns[i], &stages);
    bl_part(&(struct bl_parts){.text = text,
                               .file = file,
                               .values = {['N'] = program->pipeline,
                                          ['P'] = program->symbol,
                                          ['O'] = stages.objects,
                                          ['F'] = stages.functions}},
            "all");
}

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan) {
    emit(text, plan->program, "bench.mk");
}

void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program) {
    emit(text, program, "golden.mk");
}
