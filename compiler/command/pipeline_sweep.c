#include "command/pipeline_sweep.h"

#include "base/arena.h"
#include "command/pipeline_verbs.h"
#include "emit/emit_bench.h"
#include "ir/carried/bench_options.h"
#include "sweep/sweep.h"
#include "sweep/sweep_fuse.h"

static const struct bl_pipeline_own *own_of(const struct bl_sweep_request *request) {
    return request->asked->own;
}

static const char *given(const struct bl_request *request) {
    return ((const struct bl_pipeline_own *)request->own)->fuse_points;
}

/* Where the tasks are for other machines, the memory of this one does not count. */
static void bench_facts(const struct bl_sweep_request *request,
                        const struct bl_compilation *compilation,
                        struct bl_bench_program *program) {
    static const struct bl_node_model no_model = {0};
    bl_bench_facts(compilation->arena, compilation->plan, program);
    program->model = &no_model;
    if (request->elsewhere) program->column_count = 0;
}

static uint64_t wanted_keys(const struct bl_sweep_request *request,
                            const struct bl_bench_program *program) {
    int64_t keys = own_of(request)->keys;
    return keys >= 0 ? (uint64_t)keys : program->default_keys;
}

/* The words of the bench; how many. */
static int words_of(const struct bl_sweep_look *look, const struct bl_bench_program *program,
                    const char *words[]) {
    const struct bl_sweep_request *request = look->request;
    unsigned long long keys = look->sized ? wanted_keys(request, program) : 1;
    int count = 0;
    words[count++] = "bankloom sweep";
    words[count++] = "--keys", words[count++] = bl_format(look->arena, "%llu", keys);
    const char *seed = bl_format(look->arena, "%lld", (long long)request->seed);
    if (request->seed >= 0) words[count++] = "--seed", words[count++] = seed;
    const char *distribution = own_of(request)->distribution;
    if (distribution) words[count++] = "--dist", words[count++] = distribution;
    if (request->memory) words[count++] = "--memory", words[count++] = request->memory;
    return count;
}

static int look(const struct bl_compilation *compilation, const struct bl_sweep_look *look) {
    const char *words[16];
    struct bl_bench_program program;
    struct bl_bench_options options;
    bench_facts(look->request, compilation, &program);
    int count = words_of(look, &program, words),
        status = bl_bench_options_parse(&options, count, (char **)(uintptr_t)words, &program);
    if (status >= 0) return status;
    *look->input = (struct bl_sweep_input){
        .keys = bl_format(look->arena, "%llu",
                          (unsigned long long)wanted_keys(look->request, &program)),
        .seed = bl_format(look->arena, "%llu", (unsigned long long)options.seed),
        .distribution = bl_strdup(look->arena, options.distribution),
        .memory = look->request->memory};
    bl_bench_options_free(&options);
    return -1;
}

static bool has_room(const struct bl_compilation *compilation, const struct bl_sweep_look *look) {
    struct bl_bench_program program;
    bench_facts(look->request, compilation, &program);
    return wanted_keys(look->request, &program) <= bl_bench_most_keys(&program);
}

static const char *const columns[] = {"passes",
                                      "predicted_bytes_per_second",
                                      "share_of_peak",
                                      "share_of_bound",
                                      "distribution",
                                      "keys",
                                      NULL};

const struct bl_kind_sweep bl_pipeline_sweep = {
    .option = "--fuse",
    .circuit = true,
    .usual = "steps",
    .given = given,
    .points = bl_sweep_fuse_parse,
    .look = look,
    .has_room = has_room,
    .drawn = "--view=after",
    .written = "--view=before",
    .name = "pipeline",
    .heading = "fusion",
    .combined = "fusion rules",
    .shared = "--keys, --dist, ",
    .absent = "as usual",
    .measured = "the bytes counted of all records over the simulated cycles, from the start to the "
                "last node's done, times the core's clock.",
    .columns = columns,
};
