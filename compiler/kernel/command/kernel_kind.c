#include "base/text.h"
#include "driver/compile.h"
#include "driver/front.h"
#include "ir/program.h"
#include "kernel/carried/kernel_facts.h"
#include "kernel/check/check_kernel.h"
#include "kernel/command/kernel_compile.h"
#include "kernel/command/kernel_kind.h"
#include "kernel/command/kernel_sweep.h"
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

/* What channels may lose; what was tried, where not all was. */
static void remark(struct bl_text *text, const struct bl_program *program) {
    if (bl_kernels_unreliable(bl_program_kernels(program)))
        bl_text_add(text, "  channels: unreliable, they may lose what they carry; what is "
                          "missing is zeros, and an error of its kernel\n");
    const struct bl_kernel_tried *tried = bl_program_kernel_tried(program);
    if (tried->not_tried && *tried->not_tried) bl_kernel_tried_print(text, tried);
}

static const struct bl_renames *renames(const struct bl_program *program) {
    return &program->renames;
}
static const char *name(const struct bl_program *program) { return program->pipeline; }
static struct bl_range range(const struct bl_program *program) { return program->range; }

static void steps(struct bl_compilation *compilation, const char *path) {
    (void)path;
    bl_kernels_compile(compilation);
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
    .nodes = true,
    .steps = steps,
    .own_bytes = sizeof(struct bl_kernels_own),
    .options = bl_kernels_options,
    .explain = bl_kernels_verb_explain,
    .files = bl_kernels_files,
    .summary = bl_kernels_summary,
    .graph = bl_kernels_verb_graph,
    .bench = &bl_kernels_bench,
    .sweep = &bl_kernels_sweep,
};
