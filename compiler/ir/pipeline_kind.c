#include "base/text.h"
#include "ir/kind.h"
#include "ir/program.h"

static void say(struct bl_text *text, const struct bl_program *program) {
    int versions = bl_program_versions(program);
    bl_text_add(text, "pipeline %s, %d pass%s, %d column version%s", program->pipeline,
                program->pass_count, bl_ending(program->pass_count, "es"), versions,
                bl_ending(versions, "s"));
}

static const struct bl_renames *renames(const struct bl_program *program) {
    return &program->renames;
}
static const char *name(const struct bl_program *program) { return program->pipeline; }
static struct bl_range range(const struct bl_program *program) { return program->range; }

const struct bl_kind bl_pipeline_kind = {
    .word = "pipeline",
    .has_plan = true,
    .say = say,
    .print = bl_program_print,
    .renames = renames,
    .name = name,
    .range = range,
};
