/* The Makefile of the bench: Verilator's model, the harness, the golden model and the tables in one
 * program. */
#include "emit/emit_bench.h"
#include "base/arena.h"
#include "emit/parts.h"

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    const char *stages = "";
    for (int i = 0; i < program->own_count; i++)
        stages = bl_format(plan->arena, "%s stages/%s.o", stages, program->owns[i]->name);
    bl_part(
        &(struct bl_parts){
            .text = text,
            .file = "bench.mk",
            .values = {['N'] = program->pipeline, ['P'] = program->symbol, ['O'] = stages}},
        "all");
}
