/* The kind of program that is a pipeline. */
#include "base/text.h"
#include "check/pipeline/check_pipeline.h"
#include "command/kinds.h"
#include "driver/compile.h"
#include "ir/program.h"
#include "kind/kind.h"
#include "kind/kinds.h"
#include "syntax/parse_pipeline.h"
#include "syntax/tree.h"

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
static bool passes(struct bl_diags *diags, const struct bl_program *program) {
    (void)diags, (void)program;
    return true;
}

static const struct bl_kind_word words[] = {
    {"pipeline", true, bl_parse_pipeline, bl_pipeline_tree_print, bl_collect_pipeline, NULL}, {0}};

const struct bl_kind bl_pipeline_kind = {
    .word = "pipeline",
    .one = "a pipeline",
    .words = words,
    .finish = bl_finish_pipeline,
    .say = say,
    .print = bl_program_print,
    .renames = renames,
    .name = name,
    .range = range,
    .passes = passes,
    .plan = bl_compile_planned,
    .verbs = {[BL_VERB_EXPLAIN] = bl_verb_pipeline_explain,
              [BL_VERB_BUILD] = bl_verb_pipeline_build,
              [BL_VERB_RUN] = bl_verb_pipeline_run,
              [BL_VERB_GRAPH] = bl_verb_pipeline_graph},
};
