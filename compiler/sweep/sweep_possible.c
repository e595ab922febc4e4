#include "sweep/sweep_possible.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/exit_status.h"
#include "ir/carried/bench_options.h"
#include "board/board.h"
#include "driver/compile.h"
#include "emit/emit_bench.h"
#include "ir/carried/memory.h"
#include "sweep/sweep.h"
#include "sweep/sweep_axes.h"
#include "sweep/sweep_inner.h"

static void print(const struct bl_diags *diags) {
    bl_diags_print(diags, stderr, isatty(STDERR_FILENO));
}

/* Says which point the message before was about, when there are others. */
static int none_is_possible(const struct bl_sweep *sweep, int first, int status) {
    const struct bl_sweep_point *point = &sweep->points.items[first];
    if (sweep->points.count > 1)
        fprintf(stderr,
                "bankloom sweep: none of %d points is possible; this is the %s, --fuse=%s %s\n",
                sweep->points.count, first ? "first that has no other error" : "first", point->fuse,
                point->options);
    return status;
}

const struct bl_program *bl_sweep_program(struct bl_arena *arena,
                                          const struct bl_sweep_request *request,
                                          struct bl_sources *sources) {
    struct bl_sweep all = {.arena = arena};
    struct bl_diags *first = NULL;
    bl_sweep_expand(&all, request, NULL, &(bl_rules){BL_ALL_RULES}, 1);
    for (int i = 0; i < all.points.count; i++) {
        struct bl_sources *own = BL_NEW(arena, struct bl_sources, 1);
        struct bl_diags *diags = bl_diags_new(arena, own);
        const struct bl_program *program = bl_front(arena, diags, request->file,
                                                    &all.points.items[i].overrides);
        *sources = *own;
        if (program) return program;
        if (!first) first = diags;
    }
    print(first);
    if (all.points.count > 1)
        fprintf(stderr, "bankloom sweep: none of %d shapes is possible; this is the first, %s\n",
                all.points.count, all.points.items[0].options);
    return NULL;
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

/* The bench's own look at the options that all points share. -1 or the exit status, after its
 * message. */
static int check_options(struct bl_sweep *sweep, const struct bl_sweep_request *request,
                         const struct bl_compilation *compilation, bool keys) {
    const char *words[16] = {"bankloom sweep"};
    int count = 1;
    struct bl_bench_program program;
    struct bl_bench_options options;
    bench_facts(request, compilation, &program);
    uint64_t wanted = request->keys >= 0 ? (uint64_t)request->keys : program.default_keys;
    const struct {
        const char *option, *value;
    } given[] = {
        {"--keys", keys ? bl_format(sweep->arena, "%llu", (unsigned long long)wanted) : "1"},
        {"--seed",
         request->seed >= 0 ? bl_format(sweep->arena, "%lld", (long long)request->seed) : NULL},
        {"--dist", request->distribution},
        {"--memory", request->memory}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].value) words[count++] = given[i].option, words[count++] = given[i].value;
    int status = bl_bench_options_parse(&options, count, (char **)(uintptr_t)words, &program);
    if (status >= 0) return status;
    sweep->input = (struct bl_sweep_input){
        .keys = bl_format(sweep->arena, "%llu", (unsigned long long)wanted),
        .seed = bl_format(sweep->arena, "%llu", (unsigned long long)options.seed),
        .distribution = bl_strdup(sweep->arena, options.distribution),
        .memory = request->memory};
    bl_bench_options_free(&options);
    return -1;
}

const char *bl_sweep_memory(const struct bl_sweep *sweep, int point) {
    const char *board_memory = sweep->points.items[point].shape.board_memory;
    if (sweep->input.memory || !board_memory) return sweep->input.memory;
    return bl_memory_usual(board_memory)->name;
}

const char *bl_sweep_common_memory(const struct bl_sweep *sweep) {
    const char *common = NULL;
    for (int i = 0; i < sweep->points.count; i++) {
        const char *memory = bl_sweep_memory(sweep, i);
        if (common && memory && strcmp(common, memory)) return NULL;
        if (memory) common = memory;
    }
    return common;
}

static bool has_room(const struct bl_sweep_request *request,
                     const struct bl_compilation *compilation) {
    struct bl_bench_program program;
    bench_facts(request, compilation, &program);
    return (request->keys >= 0 ? (uint64_t)request->keys : program.default_keys) <=
           bl_bench_most_keys(&program);
}

/* Whether a point's program has no errors. To be freed either way. */
static bool compiles(struct bl_compilation *compilation, const struct bl_sweep *sweep, int i) {
    const struct bl_sweep_point *point = &sweep->points.items[i];
    if (bl_compile_front(compilation, NULL, sweep->program, &point->overrides))
        bl_compile_plan(compilation, point->rules);
    return compilation->plan && !compilation->diags->errors;
}

struct told {
    const char **items;
    int count, capacity;
};

static bool is_told(const struct told *told, const char *words) {
    for (int i = 0; i < told->count; i++)
        if (!strcmp(told->items[i], words)) return true;
    return false;
}

/* Prints the warnings that no point before has had, and of which point they are when there is such
 * a one. */
static void tell_warnings(const struct bl_sweep *sweep, struct told *told, struct bl_diags *diags,
                          int point, bool first) {
    int kept = 0, count = diags->count;
    for (int i = 0; i < count; i++) {
        const struct bl_diagnostic *d = &diags->items[i];
        const char *words = bl_format(sweep->arena, "%u:%u:%u %s", (unsigned)d->range.file,
                                      (unsigned)d->range.line, (unsigned)d->range.column, d->text);
        if (is_told(told, words)) continue;
        *BL_APPEND(sweep->arena, told) = words;
        diags->items[kept++] = *d;
    }
    diags->count = diags->warnings = kept;
    if (!kept) return;
    print(diags);
    if (first) return;
    fprintf(stderr, "bankloom sweep: this is not said of every point; --fuse=%s %s is the first\n",
            sweep->points.items[point].fuse, sweep->points.items[point].options);
}

/* What the points have told so far: the first without errors, the first that has room for the
 * records, or -1; an exit status. */
struct judgement {
    int good, possible, status;
    struct told told;
};

static void judge(struct bl_sweep *sweep, const struct bl_sweep_request *request, int i,
                  struct judgement *judgement) {
    struct bl_compilation compilation;
    if (compiles(&compilation, sweep, i)) {
        const struct bl_board *board = compilation.program->cluster.board;
        sweep->points.items[i].shape.board_memory = bl_strdup(
            sweep->arena, board->memory.channels ? board->memory.name : "");
        tell_warnings(sweep, &judgement->told, compilation.diags, i, judgement->good < 0);
        if (judgement->good < 0)
            judgement->status = check_options(sweep, request, &compilation, false);
        if (judgement->good < 0) judgement->good = i;
        if (judgement->possible < 0 && judgement->status < 0 && has_room(request, &compilation))
            judgement->possible = i;
    }
    bl_compilation_free(&compilation);
}

/* The message of a point that is wrong, which all points are. */
static int tell_wrong(struct bl_sweep *sweep, const struct bl_sweep_request *request, int i) {
    struct bl_compilation compilation;
    int status = BL_EXIT_FAILED;
    if (compiles(&compilation, sweep, i))
        status = check_options(sweep, request, &compilation, true);
    else print(compilation.diags);
    bl_compilation_free(&compilation);
    return none_is_possible(sweep, i, status);
}

int bl_sweep_possible(struct bl_sweep *sweep, const struct bl_sweep_request *request) {
    struct judgement judgement = {.good = -1, .possible = -1, .status = -1};
    for (int i = 0; i < sweep->points.count && judgement.status < 0; i++)
        judge(sweep, request, i, &judgement);
    if (judgement.status >= 0) return judgement.status;
    return judgement.possible < 0
               ? tell_wrong(sweep, request, judgement.good < 0 ? 0 : judgement.good)
               : -1;
}
