/* bankloom run: plans, says so, compiles the model, simulates the cluster and compares with the
 * golden model. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "ir/carried/bench_options.h"
#include "command/kinds.h"
#include "command/options/options.h"
#include "command/run/run_common.h"
#include "command/run/run_host.h"
#include "driver/build.h"
#include "driver/compile.h"
#include "emit/emit_bench.h"
#include "explain/report.h"
#include "ir/carried/inputs.h"
#include "ir/carried/medium.h"

struct run {
    struct bl_overrides overrides;
    bl_rules rules;
    int64_t keys, key_bits; /* -1: not given */
    const char *distribution, *input, *output;
    struct bl_run_common common;
};

/* The options that only pipelines have. */
enum { OWN = 5 };
static void list_own(const struct run *run, struct bl_run_given own[OWN + 1]) {
    const struct bl_run_given rows[OWN + 1] = {{"--keys", NULL, &run->keys},
                                               {"--key-bits", NULL, &run->key_bits},
                                               {"--dist", run->distribution, NULL},
                                               {"--input", run->input, NULL},
                                               {"--output", run->output, NULL}};
    memcpy(own, rows, sizeof rows);
}

static const char **bench_words(struct bl_arena *arena, const struct run *run, int *count) {
    struct bl_run_given own[OWN + 1];
    list_own(run, own);
    return bl_run_words(arena, &run->common, "bankloom run", own, count);
}

/* The bench's own look at its options, before its circuit is compiled: the exit status when it
 * would not run, else -1. */
static int check_options(struct bl_arena *arena, const struct run *run,
                         const struct bl_plan *plan) {
    int count;
    const char **words = bench_words(arena, run, &count);
    struct bl_medium_kind medium;
    const struct bl_node_model model = {.trace_kind = run->common.model.trace, .medium = &medium};
    struct bl_bench_program program;
    struct bl_bench_options options;
    if (!bl_run_network(arena, &run->common, &plan->program->cluster, &medium))
        return BL_EXIT_USAGE;
    bl_bench_facts(arena, plan, &program);
    program.model = &model;
    int status = bl_bench_options_parse(&options, count, (char **)(uintptr_t)words, &program);
    if (status < 0) bl_bench_options_free(&options);
    return status;
}

static void print_plan(const struct bl_plan *plan, bool icarus) {
    struct bl_text text = {0};
    bl_report_plan(&text, plan, icarus ? "Icarus" : "Verilator");
    bl_text_add(&text, "\n");
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
}

static bool make_files(struct bl_output *output, const struct bl_home *home, void *compilation) {
    return bl_output_make(output, compilation, home);
}

static int simulate(struct bl_compilation *compilation, struct run *run) {
    int count;
    struct bl_arena *arena = compilation->arena;
    if (!bl_run_find_host(arena, &run->common)) return BL_EXIT_USAGE;
    if (compilation->program->own_count) run->common.trial = "stage";
    if (!run->common.model.quiet) print_plan(compilation->plan, run->common.model.icarus);
    if (fflush(stdout)) return BL_EXIT_FAILED; /* which the end of the program reports */
    return bl_run_simulate(arena, &run->common, compilation->program->symbol,
                           bench_words(arena, run, &count), make_files, compilation);
}

static int parse(struct run *run, int argc, char **argv, const char **file) {
    // clang-format off
    const struct bl_option table[] = {
        {.name = "--keys", .kind = BL_OPTION_NUMBER, .value = &run->keys, .argument = "N", .low = 0,
         .high = INT64_C(1) << 40,
         .help = "records a node (1048576); 2^17, 64K and the like are understood"},
        {.name = "--dist", .kind = BL_OPTION_TEXT, .value = &run->distribution, .argument = "NAME",
         .help = "distribution of the keys: uniform, zipf:1.0, equal, ...; \"list\" names all"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &run->common.seed, .argument = "N",
         .low = 0, .high = INT64_MAX, .help = "of the distribution (1)"},
        {.name = "--input", .kind = BL_OPTION_TEXT, .value = &run->input, .argument = "FILE",
         .help = "binary records in place of generated ones"},
        {.name = "--output", .kind = BL_OPTION_TEXT, .value = &run->output, .argument = "FILE",
         .help = "write the result, node by node, channel by channel"},
        {.name = "--key-bits", .kind = BL_OPTION_NUMBER, .value = &run->key_bits, .argument = "B",
         .low = 1, .high = 128,
         .help = "keys lie in 0..2^B-1; one of an input file that does not is an error"},
        BL_RUN_OPTIONS(&run->common),
        BL_PLAN_OPTIONS(&run->rules, &run->overrides),
        {.kind = BL_OPTION_HEADING,
         .help = "a program with a bus has other options; name it to see them:\n"
                 "  bankloom run BUS.loom --help"},
        {0}
    };
    // clang-format on
    return bl_options_parse(table,
                            "bankloom run FILE.loom [options] [-- arguments of the host program]",
                            argc, argv, file);
}

/* `--dist list` asks about bankloom, not about a program: none need be named. */
static bool asks_for_distributions(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--dist=list") ||
            (i + 1 < argc && !strcmp(argv[i], "--dist") && !strcmp(argv[i + 1], "list")))
            return true;
    return false;
}

static int perform(struct run *run, const char *file, struct bl_loaded *loaded) {
    struct bl_run_given own[OWN + 1];
    struct bl_compilation c;
    list_own(run, own);
    if (!bl_run_usable(&run->common, own)) return BL_EXIT_USAGE;
    int status = BL_EXIT_FAILED;
    if (bl_compile_json(&c, loaded, file, &run->overrides, run->rules, run->common.json)) {
        if (!bl_run_apart(c.arena, &run->common, c.sources, run->output)) status = BL_EXIT_USAGE;
        else status = check_options(c.arena, run, c.plan);
        if (status < 0) status = simulate(&c, run);
    }
    bl_compilation_free(&c);
    return status < 0 ? BL_EXIT_FAILED : status;
}

int bl_verb_pipeline_run(int argc, char **argv, struct bl_loaded *loaded) {
    struct run run = {.rules = BL_ALL_RULES,
                      .keys = -1,
                      .key_bits = -1,
                      .common = {.seed = -1, .threads = -1, .argc = argc, .argv = argv}};
    const char *file;
    if (asks_for_distributions(bl_host_own_words(argc, argv), argv)) {
        bl_inputs_help(stdout);
        return BL_EXIT_OK;
    }
    int status = parse(&run, bl_host_own_words(argc, argv), argv, &file);
    if (status < 0) status = perform(&run, file, loaded);
    bl_text_free(&run.common.faults);
    return status;
}
