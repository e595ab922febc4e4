#include "base/text.h"
#include "driver/compile.h"
#include "driver/front.h"
#include "ir/program.h"
#include "kernel/check/check_kernel.h"
#include "kernel/command/kernel_compile.h"
#include "kernel/command/kernel_kind.h"
#include "kernel/command/kernel_verbs.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/kernel_program.h"
#include "kernel/syntax/parse_kernel.h"
#include "kind/kind.h"

static void say(struct bl_text *text, const struct bl_program *program) {
    const struct bl_kernels *kernels = bl_program_kernels(program);
    bl_text_add(text, "cluster %s, %d kernel%s, %d channel%s", kernels->name, kernels->kernel_count,
                bl_ending(kernels->kernel_count, "s"), kernels->channel_count,
                bl_ending(kernels->channel_count, "s"));
}

/* What was tried, where not all was. */
static void remark(struct bl_text *text, const struct bl_program *program) {
    const struct bl_kernel_tried *tried = bl_program_kernel_tried(program);
    if (tried->not_tried && *tried->not_tried) bl_kernel_tried_print(text, tried);
}

static const struct bl_renames *renames(const struct bl_program *program) {
    return &program->renames;
}
static const char *name(const struct bl_program *program) { return program->pipeline; }
static struct bl_range range(const struct bl_program *program) { return program->range; }

static bool plan(struct bl_compilation *compilation, const char *path) {
    if (!bl_compile_no_rules(compilation, path)) return false;
    if (!compilation->diags->errors) bl_kernels_compile(compilation);
    return true;
}

static const struct bl_kind_word words[] = {
    {"kernel", false, bl_parse_kernel, bl_kernel_tree_print, bl_collect_kernel, NULL},
    {"channel", false, bl_parse_channel, bl_channel_tree_print, bl_collect_kernel, NULL},
    {"group", false, bl_parse_group, bl_group_tree_print, bl_collect_kernel, NULL},
    {0}};

const struct bl_kind bl_kernels_kind = {
    .word = "cluster of kernels",
    .one = "kernels",
    .words = words,
    .finish = bl_finish_kernels,
    .say = say,
    .remark = remark,
    .print = bl_kernels_print,
    .renames = renames,
    .name = name,
    .range = range,
    .passes = bl_front_no_passes,
    .plan = plan,
    .verbs = {[BL_VERB_EXPLAIN] = bl_verb_kernels_explain,
              [BL_VERB_BUILD] = bl_verb_kernels_build,
              [BL_VERB_RUN] = bl_verb_kernels_run,
              [BL_VERB_GRAPH] = bl_verb_kernels_graph},
};
