/* The kind of program that is a pipeline. */
#include "base/text.h"
#include "check/pipeline/check_pipeline.h"
#include "command/pipeline_sweep.h"
#include "command/pipeline_verbs.h"
#include "driver/build.h"
#include "driver/compile.h"
#include "driver/offers.h"
#include "driver/steps.h"
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
static void steps(struct bl_compilation *compilation, const char *path) {
    bl_steps_plan(compilation);
    if (path) bl_offers_add(compilation, path);
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
    .nodes = true,
    .passes = true,
    .steps = steps,
    .own_bytes = sizeof(struct bl_pipeline_own),
    .options = bl_pipeline_options,
    .check_options = bl_pipeline_check_options,
    .explain = bl_pipeline_explain,
    .files = bl_output_make,
    .summary = bl_pipeline_summary,
    .graph = bl_pipeline_graph,
    .bench = &bl_pipeline_bench,
    .sweep = &bl_pipeline_sweep,
};
