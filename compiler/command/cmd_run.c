/* bankloom run: plans, says so, compiles the model, simulates the cluster and compares with the
 * golden model; or what a kind without nodes does. */
#include "command/kinds.h"

#include <stdio.h>

#include "base/exit_status.h"
#include "base/text.h"
#include "command/options/request.h"
#include "command/run/run_common.h"
#include "command/run/run_host.h"
#include "ir/carried/medium.h"

static const char USAGE[] = "FILE.loom [options] [-- arguments of the host program]";

/* A run of nodes. */
struct run {
    struct bl_request *request;
    const struct bl_kind_bench *bench;
    struct bl_run_common common;
    struct bl_run_given own[BL_MOST_OWN_GIVEN + 1];
};

static const char **bench_words(struct bl_arena *arena, const struct run *run, int *count) {
    return bl_run_words(arena, &run->common, "bankloom run", run->own, count);
}

/* The exit status when the bench would not run, else -1. */
static int look(const struct run *run, const struct bl_compilation *c) {
    int count;
    const char **words = bench_words(c->arena, run, &count);
    struct bl_medium_kind medium;
    const struct bl_node_model model = {.channels = c->node->memory.channels,
                                        .trace_kind = run->common.model.trace,
                                        .medium = &medium};
    if (!bl_run_network(c->arena, &run->common, c->node->cluster, &medium)) return BL_EXIT_USAGE;
    return run->bench->look(run->request, c, &model, count, (char **)(uintptr_t)words);
}

static void report(const struct run *run, const struct bl_compilation *c) {
    struct bl_text text = {0};
    run->bench->report(&text, c, run->common.model.icarus);
    fwrite(text.bytes, 1, text.length, stdout);
    bl_text_free(&text);
}

/* Whether the words fit the program, and what they name is there: -1, or the exit status. */
static int check(struct run *run, const struct bl_compilation *c) {
    const struct bl_kind_bench *bench = run->bench;
    const char *written = bench->written ? bench->written(run->request) : NULL;
    if (bench->hosted && !run->common.host) {
        fprintf(stderr, "bankloom run: %s is run by a program of the host: --host FILE\n",
                run->request->kind->one);
        return BL_EXIT_USAGE;
    }
    if (bench->usable && !bench->usable(run->request, c)) return BL_EXIT_USAGE;
    if (!bl_run_apart(c->arena, &run->common, c->sources, written)) return BL_EXIT_USAGE;
    int status = look(run, c);
    if (status >= 0) return status;
    return bl_run_find_host(c->arena, &run->common) ? -1 : BL_EXIT_USAGE;
}

static bool make_files(struct bl_output *output, const struct bl_home *home, void *user) {
    struct bl_compilation *compilation = user;
    return compilation->program->kind->files(output, compilation, home);
}

static int simulate(struct run *run, struct bl_compilation *c) {
    int count, status = check(run, c);
    if (status >= 0) return status;
    run->common.trial = run->bench->trial(c->program);
    if (run->bench->report && !run->common.model.quiet) report(run, c);
    if (fflush(stdout)) return BL_EXIT_FAILED; /* which the end of the program reports */
    return bl_run_simulate(c->arena, &run->common, c->program->symbol,
                           bench_words(c->arena, run, &count), make_files, c);
}

static int perform(struct run *run) {
    struct bl_compilation c;
    run->bench->given(run->request, run->own);
    if (!bl_run_usable(&run->common, run->own)) return BL_EXIT_USAGE;
    run->request->json = run->common.json;
    int status = bl_request_compile(run->request, &c) ? simulate(run, &c) : BL_EXIT_FAILED;
    bl_compilation_free(&c);
    return status < 0 ? BL_EXIT_FAILED : status;
}

static int run_nodes(struct bl_request *request, int argc) {
    struct run run = {.request = request,
                      .bench = request->kind->bench,
                      .common = {.seed = -1, .threads = -1, .argc = argc, .argv = request->argv}};
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &run.common.seed, .argument = "N",
         .low = 0, .high = INT64_MAX, .help = "seed of random inputs and memory contents (1)"},
        BL_RUN_OPTIONS(&run.common, request->kind->bench->hosted),
        {0}
    };
    // clang-format on
    int status = bl_request_parse(request, rows);
    if (status < 0) status = perform(&run);
    bl_options_free(&request->list);
    return status;
}

/* Of a kind without nodes. */
static int run_otherwise(struct bl_request *request) {
    static const struct bl_option none[] = {{0}};
    struct bl_compilation c;
    int status = bl_request_parse(request, none);
    if (status >= 0) return status;
    status = bl_request_compile(request, &c) ? request->kind->run(request, &c) : BL_EXIT_FAILED;
    bl_compilation_free(&c);
    return status;
}

int bl_cmd_run(int argc, char **argv) {
    struct bl_request request;
    bl_request_begin(&request, BL_VERB_RUN, "run", USAGE, bl_host_own_words(argc, argv), argv);
    int status = request.kind->bench ? run_nodes(&request, argc) : run_otherwise(&request);
    bl_request_free(&request);
    return status;
}
