#include "kernel/command/kernel_verbs.h"

#include <stdio.h>
#include <string.h>

#include "command/run/run_common.h"
#include "emit/emit_bench_node.h"
#include "ir/carried/medium.h"
#include "ir/node.h"
#include "kernel/carried/kernels_options.h"
#include "kernel/emit/kernel_build.h"
#include "kernel/explain/kernel_explain.h"
#include "kernel/explain/kernel_graph.h"
#include "kernel/kernel_program.h"
#include "output/output.h"

static void add_sweep(struct bl_kernels_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.kind = BL_OPTION_HEADING, .help = "kernels, the same for every point:"},
        {.name = "--group", .kind = BL_OPTION_TEXT, .value = &own->group, .argument = "NAME",
         .help = "group of kernels to start (the first)"},
        {.kind = BL_OPTION_HEADING, .help = "what is combined; lists of values:"},
        {.name = "--set", .kind = BL_OPTION_TEXT, .value = &own->set_points, .argument = "POINTS",
         .help = "arguments of the kernels: words=64,rounds=1/words=4096,rounds=1"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

int bl_kernels_options(struct bl_request *request, struct bl_option_list *list) {
    struct bl_kernels_own *own = request->own;
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--set", .kind = BL_OPTION_LIST, .value = &own->set, .argument = "LIST",
         .help = "arguments of the kernels, NAME=N,...; also KERNEL.NAME=N; the others are 16"},
        {.name = "--group", .kind = BL_OPTION_TEXT, .value = &own->group, .argument = "NAME",
         .help = "group of kernels to start (the first)"},
        {0}
    };
    // clang-format on
    if (request->verb == BL_VERB_RUN) bl_options_add(list, rows);
    if (request->verb == BL_VERB_SWEEP) add_sweep(own, list);
    return -1;
}

int bl_kernels_verb_explain(struct bl_text *text, struct bl_request *request,
                            struct bl_compilation *c) {
    (request->json ? bl_kernels_explain_json : bl_kernels_explain)(text, c->planned, c->circuit);
    return -1;
}

bool bl_kernels_files(struct bl_output *output, const struct bl_compilation *c,
                      const struct bl_home *home) {
    return bl_kernels_output(output, c->planned, c->circuit, home);
}

void bl_kernels_summary(const struct bl_compilation *c, const struct bl_output *output,
                        const char *folder) {
    const char *name = c->program->symbol;
    printf("%s: %d files\n", folder, output->count);
    printf("  rtl/%s.v       the node's top module, its kernels and templates (rtl/files.f)\n",
           name);
    printf("  host/%s_host.h the calls for a host program\n", name);
    printf("  bench/           simulates and compares: make -j -C %s/bench run\n", folder);
}

void bl_kernels_verb_graph(struct bl_text *text, const struct bl_request *request,
                           const struct bl_compilation *c) {
    (void)request;
    bl_kernels_graph(text, c->planned);
}

/* ---- run */

static void given(const struct bl_request *request, struct bl_run_given *all) {
    const struct bl_kernels_own *own = request->own;
    const struct bl_run_given rows[] = {
        {"--set", own->set.bytes, NULL}, {"--group", own->group, NULL}, {0}};
    memcpy(all, rows, sizeof rows);
}

static int look(const struct bl_request *request, const struct bl_compilation *c,
                const struct bl_node_model *model, int count, char **words) {
    struct bl_bench_program program = bl_bench_node_facts(c->node);
    struct bl_kernels_options options;
    (void)request;
    program.model = model;
    int status = bl_kernels_options_parse(&options, count, words, &program,
                                          bl_program_kernels(c->program));
    if (status < 0) bl_bench_options_free(&options.bench);
    return status;
}

/* There is the group, or none is named. */
static bool usable(const struct bl_request *request, const struct bl_compilation *c) {
    const char *name = ((const struct bl_kernels_own *)request->own)->group;
    int count;
    const struct bl_kernel_group *groups = bl_program_kernel_groups(c->program, &count);
    for (int i = 0; i < count; i++)
        if (name && !strcmp(groups[i].name, name)) return true;
    if (name)
        fprintf(stderr, "bankloom %s: --group %s: there is no such group\n", request->name, name);
    return !name;
}

static const char *trial(const struct bl_program *program) {
    return bl_program_kernels(program)->own_count ? "kernel" : NULL;
}

const struct bl_kind_bench bl_kernels_bench = {
    .given = given, .look = look, .usable = usable, .trial = trial};
