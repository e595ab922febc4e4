/* Runs the golden model of a program's kernels, all started together, with values that `check` has
   not tried: with each of FIRST to LAST for all arguments.
   usage: kernel_stands FILE FIRST LAST
   Prints "stands N:" and who waits for what for each with which they deadlock, and at the end
   how many of the runs deadlocked, ended, and went on after so much WORK. A run in which a kernel
   ended with an error has ended. Exit status 1 when the program is not one of kernels, 2 without a
   file and two numbers. */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "driver/front.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/kernel_program.h"

enum { WORK = 10000000, MOST_ARGUMENTS = 16 };

struct runs {
    const struct bl_kernels *kernels;
    long ends[BL_KERNELS_GO_ON + 1];
};

static void start_all(const struct bl_kernels *kernels, struct bl_kernel_golden *golden,
                      uint32_t value) {
    uint32_t arguments[MOST_ARGUMENTS];
    for (int i = 0; i < MOST_ARGUMENTS; i++) arguments[i] = value;
    for (int k = 0; k < kernels->kernel_count; k++)
        for (int n = 0; n < kernels->nodes; n++)
            if (kernels->kernels[k].on[n]) bl_kernel_golden_start(golden, n, k, arguments);
}

static bool any_error(const struct bl_kernels *kernels, const struct bl_kernel_golden *golden) {
    for (int k = 0; k < kernels->kernel_count; k++)
        for (int n = 0; n < kernels->nodes; n++)
            if (bl_kernel_golden_error(golden, n, k) != BL_KERNEL_FINE) return true;
    return false;
}

static void run(struct runs *runs, uint32_t value) {
    struct bl_kernel_golden *golden = bl_kernel_golden_new(runs->kernels, NULL);
    start_all(runs->kernels, golden, value);
    enum bl_kernels_end end = bl_kernel_golden_run(golden, WORK);
    if (end == BL_KERNELS_STAND && any_error(runs->kernels, golden)) end = BL_KERNELS_END;
    runs->ends[end]++;
    if (end == BL_KERNELS_STAND) {
        printf("stands %lu:\n", (unsigned long)value);
        bl_kernel_golden_describe(golden, stdout);
    }
    bl_kernel_golden_free(golden);
}

/* The program's kernels, or NULL after a message. */
static const struct bl_kernels *read_kernels(struct bl_arena *arena, const char *path) {
    struct bl_sources sources = {0};
    struct bl_diags *diags = bl_diags_new(arena, &sources);
    const struct bl_kernels *kernels = bl_program_kernels(bl_front_any(arena, diags, path, NULL));
    if (diags->errors) bl_diags_print(diags, stderr, false);
    else if (!kernels) fprintf(stderr, "%s is not a program of kernels\n", path);
    return kernels;
}

int main(int count, char **words) {
    if (count != 4) {
        fputs("usage: kernel_stands FILE FIRST LAST\n", stderr);
        return 2;
    }
    struct bl_arena *arena = bl_arena_new();
    struct runs runs = {.kernels = read_kernels(arena, words[1])};
    if (runs.kernels) {
        uint32_t last = (uint32_t)strtoul(words[3], NULL, 0);
        for (uint32_t value = (uint32_t)strtoul(words[2], NULL, 0); value <= last; value++)
            run(&runs, value);
        printf("%ld deadlocked, %ld ended, %ld went on\n", runs.ends[BL_KERNELS_STAND],
               runs.ends[BL_KERNELS_END], runs.ends[BL_KERNELS_GO_ON]);
    }
    bl_arena_free(arena);
    return runs.kernels ? 0 : 1;
}
