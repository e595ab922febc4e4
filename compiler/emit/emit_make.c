#include "emit/emit_make.h"

#include <string.h>

#include "base/arena.h"
#include "emit/parts.h"
#include "ir/dma.h"
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

/* What differs from one program to another. */
struct make {
    const char *file, *title, *golden, *clock; /* clock: of a node that has but one, or "" */
    const char *model;                         /* what stands behind the node's name in that of the
                                                  module that is simulated */
    struct stages stages;
};

static void emit(struct bl_text *text, const struct bl_program *program, const struct make *make) {
    bl_part(&(struct bl_parts){.text = text,
                               .file = make->file,
                               .holes = {{"title", make->title},
                                         {"pipeline", program->pipeline},
                                         {"symbol", program->symbol},
                                         {"stage_objects", make->stages.objects},
                                         {"stage_functions", make->stages.functions},
                                         {"golden", make->golden},
                                         {"model", make->model},
                                         {"clock", make->clock}}},
            "all");
}

static struct stages stages_of(const struct bl_program *program) {
    struct stages stages = {"", ""};
    for (int i = 0; i < program->own_count; i++) add_file(program, program->owns[i], &stages);
    return stages;
}

static const char *only_clock(const struct bl_plan *plan) {
    const struct bl_node_shape shape = bl_node_shape(plan);
    return shape.clock_count == 1 ? shape.clocks[0] : "";
}

static const char *model_of(const struct bl_program *program) {
    return bl_dma_simulated(program->cluster.dma) ? "_dma" : "";
}

void bl_emit_verilated_makefile(struct bl_text *text) {
    bl_part(&(struct bl_parts){.text = text, .file = "verilated.mk"}, "all");
}

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_plan *plan) {
    const struct bl_program *program = plan->program;
    const struct make make = {"bench.mk",
                              bl_format(plan->arena, "the pipeline %s", program->pipeline),
                              "$(TOP)_golden.o", only_clock(plan), model_of(program),
                              stages_of(program)};
    emit(text, program, &make);
}

void bl_emit_kernels_makefile(struct bl_text *text, const struct bl_plan *plan,
                              const char *const *own, int count) {
    const struct bl_program *program = plan->program;
    struct make make = {"bench.mk",
                        bl_format(plan->arena, "the kernels of %s", program->pipeline),
                        "",
                        only_clock(plan),
                        model_of(program),
                        {"", ""}};
    for (int i = 0; i < count; i++) {
        make.stages.objects = bl_format(plan->arena, "%s stages/%s.o", make.stages.objects, own[i]);
        make.stages.functions = bl_format(plan->arena, "%sFUNCTIONS_%s := %s\n",
                                          make.stages.functions, own[i], own[i]);
    }
    emit(text, program, &make);
}

void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program) {
    const struct make make = {"golden.mk", "", "", "", "", stages_of(program)};
    emit(text, program, &make);
}
