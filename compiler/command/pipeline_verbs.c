#include "command/pipeline_verbs.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/exit_status.h"
#include "base/text.h"
#include "command/run/run_common.h"
#include "driver/build.h"
#include "emit/emit_bench.h"
#include "explain/explain.h"
#include "explain/report.h"
#include "ir/carried/bench_options.h"
#include "ir/carried/inputs.h"
#include "sweep/sweep_tasks.h"

/* ---- options */

/* `--dist list` asks about bankloom, not about a program: none need be named. */
static bool asks_for_distributions(const struct bl_request *request) {
    char **argv = request->argv;
    for (int i = 1; i < request->argc; i++)
        if (!strcmp(argv[i], "--dist=list") ||
            (i + 1 < request->argc && !strcmp(argv[i], "--dist") && !strcmp(argv[i + 1], "list")))
            return true;
    return false;
}

static void add_run(struct bl_pipeline_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.kind = BL_OPTION_HEADING,
         .help = "a program with a bus has other options; name it to see them:\n"
                 "  bankloom run BUS.loom --help"},
        {.name = "--keys", .kind = BL_OPTION_NUMBER, .value = &own->keys, .argument = "N", .low = 0,
         .high = INT64_C(1) << 40,
         .help = "records per node (1048576); 2^17, 64K and the like are understood"},
        {.name = "--dist", .kind = BL_OPTION_TEXT, .value = &own->distribution, .argument = "NAME",
         .help = "distribution of the keys: uniform, zipf:1.0, equal, ...; \"list\" names all"},
        {.name = "--input", .kind = BL_OPTION_TEXT, .value = &own->input, .argument = "FILE",
         .help = "binary records in place of generated ones"},
        {.name = "--output", .kind = BL_OPTION_TEXT, .value = &own->output, .argument = "FILE",
         .help = "write the result, node by node, channel by channel"},
        {.name = "--key-bits", .kind = BL_OPTION_NUMBER, .value = &own->key_bits, .argument = "B",
         .low = 1, .high = 128,
         .help = "keys are 0..2^B-1; a larger one in an input file is an error"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

static void add_graph(struct bl_pipeline_own *own, struct bl_option_list *list) {
    const struct bl_option rows[] = {{.name = "--view",
                                      .kind = BL_OPTION_TEXT,
                                      .value = &own->view_word,
                                      .argument = "SIDE",
                                      .choices = "before after both",
                                      .help = "before, after or both (default)"},
                                     {0}};
    bl_options_add(list, rows);
}

static void add_sweep(struct bl_pipeline_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.kind = BL_OPTION_HEADING, .help = "records, the same for every point:"},
        {.name = "--keys", .kind = BL_OPTION_NUMBER, .value = &own->keys, .argument = "N",
         .low = 0, .high = INT64_C(1) << 40, .help = "records per node (1048576)"},
        {.name = "--dist", .kind = BL_OPTION_TEXT, .value = &own->distribution,
         .argument = "NAME", .help = "distribution of the keys"},
        {.kind = BL_OPTION_HEADING, .help = "what is combined; lists of values:"},
        {.name = "--fuse", .kind = BL_OPTION_TEXT, .value = &own->fuse_points, .argument = "POINTS",
         .help = "none/table,histogram/+eop/all, or steps (default): each rule that helps, one "
                 "more at a time"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

int bl_pipeline_options(struct bl_request *request, struct bl_option_list *list) {
    struct bl_pipeline_own *own = request->own;
    own->keys = own->key_bits = -1;
    if (request->verb == BL_VERB_GRAPH) add_graph(own, list);
    if (request->verb == BL_VERB_SWEEP) add_sweep(own, list);
    if (request->verb != BL_VERB_RUN) return -1;
    add_run(own, list);
    if (!asks_for_distributions(request)) return -1;
    bl_inputs_help(stdout);
    return BL_EXIT_OK;
}

int bl_pipeline_check_options(struct bl_request *request) {
    struct bl_pipeline_own *own = request->own;
    if (!own->view_word || bl_graph_view_parse(own->view_word, &own->view)) return -1;
    fprintf(stderr, "bankloom graph: --view takes before, after or both, not '%s'\n",
            own->view_word);
    return BL_EXIT_USAGE;
}

/* ---- explain, build, graph */

int bl_pipeline_explain(struct bl_text *text, struct bl_request *request,
                        struct bl_compilation *c) {
    if (request->json) bl_explain_print_json(text, c->plan, c->circuit, c->diags);
    else bl_explain_print(text, c->plan, c->circuit);
    return -1;
}

void bl_pipeline_summary(const struct bl_compilation *c, const struct bl_output *output,
                         const char *folder) {
    const char *name = c->program->symbol;
    int passes = c->program->pass_count;
    printf("%s: %d pass%s as written, %d in the circuit, %d files\n", folder, passes,
           bl_ending(passes, "es"), c->plan->pass_count, output->count);
    printf("  rtl/%s.v       the node's top module and its templates (rtl/files.f)\n", name);
    printf("  host/%s_host.h the calls for a host program\n", name);
    printf("  golden/          the pipeline's meaning in C\n");
    printf("  bench/           simulates and compares: make -j -C %s/bench run\n",
           bl_sweep_word(c->arena, folder));
    printf("  project/         for the board's tools, see docs/boards.md\n");
}

/* The program without fusion, for the buffers of the left side; its plan is NULL when no circuit
   has that form, and that is no error. */
static const struct bl_plan *plan_unfused(const struct bl_compilation *c) {
    struct bl_diags *diags = bl_diags_new(c->arena, c->sources);
    const struct bl_plan *plan = bl_planned(c->arena, c->program, 0, diags);
    return diags->errors ? NULL : plan;
}

void bl_pipeline_graph(struct bl_text *text, const struct bl_request *request,
                       const struct bl_compilation *c) {
    const struct bl_pipeline_own *own = request->own;
    bl_graph_print(text, c->plan, plan_unfused(c), own->view);
}

/* ---- run */

static void given(const struct bl_request *request, struct bl_run_given *all) {
    const struct bl_pipeline_own *own = request->own;
    const struct bl_run_given rows[] = {
        {"--keys", NULL, &own->keys},        {"--key-bits", NULL, &own->key_bits},
        {"--dist", own->distribution, NULL}, {"--input", own->input, NULL},
        {"--output", own->output, NULL},     {0}};
    memcpy(all, rows, sizeof rows);
}

static int look(const struct bl_request *request, const struct bl_compilation *c,
                const struct bl_node_model *model, int count, char **words) {
    struct bl_bench_program program;
    struct bl_bench_options options;
    (void)request;
    bl_bench_facts(c->arena, c->plan, &program);
    program.model = model;
    int status = bl_bench_options_parse(&options, count, words, &program);
    if (status < 0) bl_bench_options_free(&options);
    return status;
}

static void report(struct bl_text *text, const struct bl_compilation *c, bool icarus) {
    bl_report_plan(text, c->plan, icarus ? "Icarus" : "Verilator");
    bl_text_add(text, "\n");
}

static const char *trial(const struct bl_program *program) {
    return program->own_count ? "stage" : NULL;
}

static const char *written(const struct bl_request *request) {
    return ((const struct bl_pipeline_own *)request->own)->output;
}

const struct bl_kind_bench bl_pipeline_bench = {
    .given = given, .look = look, .report = report, .trial = trial, .written = written};
