#include "emit/emit_make.h"

#include <string.h>

#include "base/arena.h"
#include "emit/parts.h"
#include "ir/dma.h"
#include "ir/node.h"

/* The object files of the golden functions of the user's own, and which functions each has. */
struct stages {
    const char *objects, *functions;
};

/* What differs from one program to another. */
struct make {
    const char *file, *title, *use, *golden, *clock; /* clock: of a node that has but one, or "" */
    const char *model; /* what stands behind the node's name in that of the
                          module that is simulated */
    struct stages stages;
};

static void emit(struct bl_text *text, const struct bl_program *program, const struct make *make) {
    bl_part(&(struct bl_parts){.text = text,
                               .file = make->file,
                               .holes = {{"title", make->title},
                                         {"use", make->use},
                                         {"pipeline", program->pipeline},
                                         {"symbol", program->symbol},
                                         {"stage_objects", make->stages.objects},
                                         {"stage_functions", make->stages.functions},
                                         {"golden", make->golden},
                                         {"model", make->model},
                                         {"clock", make->clock}}},
            "all");
}

static void add_file(struct bl_arena *arena, const struct bl_golden_function *list, int count,
                     const char *file, struct stages *stages) {
    const char *functions = "";
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].file, file))
            functions = bl_format(arena, "%s %s", functions, list[i].name);
    stages->objects = bl_format(arena, "%s stages/%s.o", stages->objects, file);
    stages->functions = bl_format(arena, "%sFUNCTIONS_%s :=%s\n", stages->functions, file,
                                  functions);
}

static struct stages files_of(struct bl_arena *arena, const struct bl_golden_function *list,
                              int count) {
    struct stages stages = {"", ""};
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].file, list[i].name))
            add_file(arena, list, count, list[i].file, &stages);
    return stages;
}

static struct stages stages_of(const struct bl_program *program) {
    int count = program->own_count;
    struct bl_golden_function *list = BL_NEW(program->arena, struct bl_golden_function, count + 1);
    for (int i = 0; i < count; i++)
        list[i] = (struct bl_golden_function){program->owns[i]->name,
                                              program->owns[i]->golden_file};
    return files_of(program->arena, list, count);
}

static const char *only_clock(const struct bl_node *node) {
    return node->clock_count == 1 ? node->clocks[0] : "";
}

/* Of a bench that compares with a golden model. */
static const char *use_of(const struct bl_program *program) {
    return bl_format(program->arena,
                     "'make run' simulates the cluster and compares with the golden model;\n"
                     "# './%s_bench --help' lists its options.",
                     program->symbol);
}

static const char *model_of(const struct bl_program *program) {
    return bl_dma_simulated(program->cluster.dma) ? "_dma" : "";
}

void bl_emit_verilated_makefile(struct bl_text *text) {
    bl_part(&(struct bl_parts){.text = text, .file = "verilated.mk"}, "all");
}

void bl_emit_bench_makefile(struct bl_text *text, const struct bl_node *node) {
    const struct bl_program *program = node->program;
    const struct make make = {.file = "bench.mk",
                              .title = bl_format(node->arena, "the pipeline %s", program->pipeline),
                              .use = use_of(program),
                              .golden = "$(TOP)_golden.o",
                              .clock = only_clock(node),
                              .model = model_of(program),
                              .stages = stages_of(program)};
    emit(text, program, &make);
}

void bl_emit_kernels_makefile(struct bl_text *text, const struct bl_node *node,
                              const struct bl_golden_function *own, int count) {
    const struct bl_program *program = node->program;
    const struct make make = {
        .file = "bench.mk",
        .title = bl_format(node->arena, "the kernels of %s", program->pipeline),
        .use = use_of(program),
        .golden = "",
        .clock = only_clock(node),
        .model = model_of(program),
        .stages = files_of(node->arena, own, count)};
    emit(text, program, &make);
}

void bl_emit_hosted_makefile(struct bl_text *text, const struct bl_node *node) {
    const struct bl_program *program = node->program;
    const struct make make = {
        .file = "bench.mk",
        .title = bl_format(node->arena, "cluster %s", program->pipeline),
        .use = "'make host HOST=program.c' compiles a host program and runs it on the\n"
               "# simulated cluster, which has no program of its own that 'make run' could run.",
        .golden = "",
        .clock = only_clock(node),
        .model = model_of(program),
        .stages = {"", ""}};
    emit(text, program, &make);
}

void bl_emit_golden_makefile(struct bl_text *text, const struct bl_program *program) {
    const struct make make = {"golden.mk", "", "", "", "", "", stages_of(program)};
    emit(text, program, &make);
}
