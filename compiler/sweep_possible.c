/* What is wrong with every point of a sweep, told once before anything starts. */
#include <stdio.h>
#include <unistd.h>
#include "arena.h"
#include "bench_options.h"
#include "commands.h"
#include "compile.h"
#include "emit_bench.h"
#include "sweep.h"

/* The bench's own look at the names that all points share; records are counted against the memory of each point later. */
static int check_names(const struct bl_sweep_wish *wish, const struct bl_compilation *compilation) {
    const char *words[] = {"bankloom sweep", "--keys", "1", NULL, NULL, NULL, NULL};
    int count = 3;
    const struct bl_node_model model = {0};
    struct bl_bench_program program;
    struct bl_bench_options options;
    if (wish->distribution) words[count++] = "--dist", words[count++] = wish->distribution;
    if (wish->memory) words[count++] = "--memory", words[count++] = wish->memory;
    bl_bench_facts(compilation->arena, compilation->plan, &program);
    program.model = &model;
    int status = bl_bench_options_parse(&options, count, (char **)(uintptr_t)words, &program);
    if (status < 0) bl_bench_options_free(&options);
    return status;
}

/* Whether a point's program has no errors. To be freed either way. */
static bool compiles(struct bl_compilation *compilation, const struct bl_sweep *sweep, int i) {
    const struct bl_sweep_point *point = &sweep->points.items[i];
    if (bl_compile_front(compilation, sweep->program, &point->overrides)) bl_compile_plan(compilation, point->rules);
    return compilation->plan && !compilation->diags->errors;
}

static int none_is_possible(const struct bl_sweep *sweep) {
    struct bl_compilation compilation;
    compiles(&compilation, sweep, 0);
    bl_diags_print(compilation.diags, stderr, isatty(STDERR_FILENO));
    bl_compilation_free(&compilation);
    if (sweep->points.count > 1)
        fprintf(stderr, "bankloom sweep: none of %d points is possible; this is the first, --fuse=%s %s\n", sweep->points.count,
                sweep->points.items[0].fuse, sweep->points.items[0].options);
    return BL_EXIT_FAILED;
}

int bl_sweep_possible(const struct bl_sweep *sweep, const struct bl_sweep_wish *wish) {
    for (int i = 0; i < sweep->points.count; i++) {
        struct bl_compilation compilation;
        bool good = compiles(&compilation, sweep, i);
        int status = good ? check_names(wish, &compilation) : -1;
        bl_compilation_free(&compilation);
        if (good) return status;
    }
    return none_is_possible(sweep);
}
