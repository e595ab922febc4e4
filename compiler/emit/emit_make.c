#include "emit/emit_make.h"

#include <string.h>

#include "base/arena.h"
#include "emit/parts.h"
#include "lower/lower.h"

/* The object files of the stages of the user's own, and which functions each of them has. */
struct stages {
    const char *objects, *functions;
};

static void add_file(const struct bl_program *program, const struct bl_own *own,
                     struct stages *stages) {
    struct bl_arena *arena = program->arena;
    const char *functions = "";
    if (strcmp(own->golden_file, own->name)) return;
    for (int i = 0; i < program->own_count; i++)
        if (!strcmp(program->owns[i]->golden_file, own->name))
            functions = bl_format(arena, "%s %s", functions, program->owns[i]->name);
    stages->objects = bl_format(arena, "%s stages/%s.o", stages->objects, own->name);
    stages->functions = bl_format(arena, "%sFUNCTIONS_%s :=%s\n", stages->functions, own->name,
                                  functions);
}

/* `clock`: that of a node which has but one, or ""; `golden`: the object of the golden model, or
 * "".
 */
static void emit(struct bl_text *text, const struct bl_program *program, const char *file,
                 const char *clock, bool golden) {
    struct stages stages = {"", ""};
    for (int i = 0; i < program->own_count; i++) add_file(program, program->owns[i], &stages);
    bl_part(&(struct bl_parts){.text = text,
                               .file = file,
                               .holes = {{"title",
                                          bl_format(program->arena, "the %s %s",
                                                    program->pass_count ? "pipeline" : "kernels of",
                                                    program->pipeline)},
                                         {"pipeline", program->pipeline},
                                         {"symbol", program->symbol},
                                         {"stage_objects", stages.objects},
                                         {"stage_functions", stages.functions},
                                         {"golden", golden ? "$(TOP)_golden.o" : ""},
                                         {"clock", clock}}},
            "all");
}

void bl_emit_verilated_makefile(struct bl_text *text) {
    bl_part(&(struct bl_parts){.text = text, .file = "verilated.mk"}, "all");
}

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan, bool golden) {
    const struct bl_node_shape shape = bl_node_shape(plan);
    emit(text, plan->program, "bench.mk", shape.clock_count == 1 ? shape.clocks[0] : "", golden);
}

void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program) {
    emit(text, program, "golden.mk", "", false);
}
