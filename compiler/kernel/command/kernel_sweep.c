#include "kernel/command/kernel_sweep.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "emit/emit_bench_node.h"
#include "ir/carried/medium.h"
#include "ir/node.h"
#include "kernel/carried/kernels_options.h"
#include "kernel/command/kernel_verbs.h"
#include "kernel/kernel_program.h"
#include "sweep/sweep.h"

static const char *given(const struct bl_request *request) {
    return ((const struct bl_kernels_own *)request->own)->set_points;
}

static bool is_listed(const struct bl_sweep_choice *points, int count, const char *text) {
    for (int i = 0; i < count; i++)
        if (!strcmp(points[i].text, text)) return true;
    return false;
}

/* "words=64,rounds=1/words=4096": what a point gives to `run --set`. The bench's look says whether
   there are such arguments. */
static int points(struct bl_arena *arena, const char *text, const struct bl_program *program,
                  struct bl_sweep_choice **all) {
    struct {
        struct bl_sweep_choice *items;
        int count, capacity;
    } found = {0};
    (void)program;
    for (size_t length;; text += length + 1) {
        length = strcspn(text, "/");
        const char *point = bl_strndup(arena, text, length);
        if (!length) {
            fprintf(stderr, "bankloom sweep: --set has an empty point; points are separated by "
                            "'/', and each is NAME=N,...\n");
            return 0;
        }
        if (!is_listed(found.items, found.count, point))
            *BL_APPEND(arena, &found) = (struct bl_sweep_choice){point, BL_ALL_RULES};
        if (!text[length]) break;
    }
    *all = found.items;
    return found.count;
}

/* The words of the bench, copied: it writes in them; how many. */
static int words_of(const struct bl_sweep_look *look, char *words[]) {
    const struct bl_sweep_request *request = look->request;
    struct bl_arena *arena = look->arena;
    int count = 0;
    words[count++] = bl_strdup(arena, "bankloom sweep");
    if (*look->choice) {
        words[count++] = bl_strdup(arena, "--set");
        words[count++] = bl_strdup(arena, look->choice);
    }
    if (request->memory) {
        words[count++] = bl_strdup(arena, "--memory");
        words[count++] = bl_strdup(arena, request->memory);
    }
    return count;
}

static int look(const struct bl_compilation *c, const struct bl_sweep_look *look) {
    const struct bl_node_model model = {.channels = c->node->memory.channels};
    const struct bl_sweep_request *request = look->request;
    struct bl_bench_program program = bl_bench_node_facts(c->node);
    struct bl_kernels_options options;
    char *words[8];
    program.model = &model;
    if (!bl_kernels_bench.usable(request->asked, c)) return 2;
    int count = words_of(look, words),
        status = bl_kernels_options_parse(&options, count, words, &program,
                                          bl_program_kernels(c->program));
    if (status >= 0) return status;
    bl_bench_options_free(&options.bench);
    long long seed = request->seed >= 0 ? (long long)request->seed : (long long)options.bench.seed;
    *look->input = (struct bl_sweep_input){
        .group = ((const struct bl_kernels_own *)request->asked->own)->group,
        .seed = bl_format(look->arena, "%lld", seed),
        .memory = request->memory};
    return -1;
}

static const char *const columns[] = {"bytes_moved", "group", NULL};

const struct bl_kind_sweep bl_kernels_sweep = {
    .option = "--set",
    .given = given,
    .points = points,
    .look = look,
    .name = "cluster",
    .heading = "arguments",
    .combined = "kernels' arguments",
    .shared = "--group, ",
    .absent = "as usual",
    .measured = "the bytes that all kernels have moved over the simulated time, from the first "
                "kernel's start to the end of the last one, as the host sees both.",
    .columns = columns,
};
