/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one
 * program. */
#include "emit/emit_bench.h"
#include "base/arena.h"
#include "emit/parts.h"
#include "lower/lower.h"

/* `clock`: that of a node which has but one, or "". */
static void emit(struct bl_text *text, const struct bl_program *program, const char *file,
                 const char *clock) {
    const char *stages = "";
    for (int i = 0; i < program->own_count; i++)
        stages = bl_format(program->arena, "%s stages/%s.o", stages, program->owns[i]->name);
    bl_part(&(struct bl_parts){.text = text,
                               .file = file,
                               .values = {['N'] = program->pipeline,
                                          ['P'] = program->symbol,
                                          ['O'] = stages,
                                          ['C'] = clock}},
            "all");
}

void bl_emit_verilated_makefile(struct bl_text *text) {
    bl_part(&(struct bl_parts){.text = text, .file = "verilated.mk"}, "all");
}

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_node_shape shape = bl_node_shape(plan);
    emit(text, plan->program, "bench.mk", shape.clock_count == 1 ? shape.clocks[0] : "");
}

void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program) {
    emit(text, program, "golden.mk", "");
}
