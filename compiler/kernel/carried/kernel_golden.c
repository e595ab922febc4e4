#include "kernel/carried/kernel_golden.h"

#include <string.h>

#include "base/carried/checked.h"
#include "kernel/carried/golden_ends.h"
#include "kernel/carried/golden_issue.h"
#include "kernel/carried/golden_modules.h"
#include "kernel/carried/golden_move.h"
#include "kernel/carried/golden_waits.h"
#include "kernel/carried/kernel_combine.h"

static void make_running(struct bl_golden_running *running, const struct bl_kernel *kernel,
                         int node) {
    running->kernel = kernel;
    running->node = node;
    running->arguments = bl_zalloc((size_t)kernel->argument_count + 1, sizeof(uint32_t));
    running->counters = bl_zalloc((size_t)kernel->counter_count + 1, sizeof(uint32_t));
}

struct bl_kernel_golden *bl_kernel_golden_new(const struct bl_kernels *kernels,
                                              const struct bl_kernel_bytes *bytes) {
    struct bl_kernel_golden *golden = bl_zalloc(1, sizeof *golden);
    int count = kernels->kernel_count;
    golden->kernels = kernels;
    if (bytes) golden->bytes = *bytes;
    golden->queues = bl_zalloc((size_t)bl_kernel_golden_count_queues(kernels) + 1,
                               sizeof *golden->queues);
    golden->running = bl_zalloc((size_t)(kernels->nodes * count) + 1, sizeof *golden->running);
    golden->rings = bl_zalloc((size_t)(kernels->nodes * kernels->port_count) + 1,
                              sizeof *golden->rings);
    golden->come = bl_zalloc((size_t)(kernels->nodes * kernels->port_count) + 1,
                             sizeof *golden->come);
    golden->own_arguments = bl_zalloc((size_t)(kernels->nodes * kernels->own_count) + 1,
                                      BL_MOST_KERNEL_ARGUMENTS * sizeof *golden->own_arguments);
    golden->states = bl_zalloc((size_t)(kernels->nodes * kernels->own_count) + 1, BL_KERNEL_STATE);
    golden->trees = bl_zalloc((size_t)(kernels->nodes * kernels->reduction_count) + 1,
                              BL_KERNEL_TREE_STATE);
    for (int n = 0; n < kernels->nodes; n++) {
        bl_kernel_golden_make_queues(golden, n);
        for (int i = 0; i < count; i++)
            make_running(&golden->running[n * count + i], &kernels->kernels[i], n);
    }
    return golden;
}

void bl_kernel_golden_free(struct bl_kernel_golden *golden) {
    if (!golden) return;
    for (int i = 0; i < bl_kernel_golden_count_queues(golden->kernels); i++) {
        bl_zfree(golden->queues[i].bytes);
        bl_zfree(golden->queues[i].counts);
        bl_kernel_stream_destroy(&golden->queues[i].stream);
    }
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++) {
        bl_zfree(golden->running[i].arguments);
        bl_zfree(golden->running[i].counters);
    }
    bl_zfree(golden->rings);
    bl_zfree(golden->come);
    bl_zfree(golden->own_arguments);
    bl_zfree(golden->states);
    bl_zfree(golden->trees);
    bl_zfree(golden->queues);
    bl_zfree(golden->running);
    bl_zfree(golden);
}

static struct bl_golden_running *running_of(const struct bl_kernel_golden *golden, int node,
                                            int kernel) {
    return &golden->running[node * golden->kernels->kernel_count + kernel];
}

bool bl_kernel_golden_start(struct bl_kernel_golden *golden, int node, int kernel,
                            const uint32_t *arguments) {
    struct bl_golden_running *running = running_of(golden, node, kernel);
    const struct bl_kernel *of = running->kernel;
    if (bl_device_rules_broken(of->rules, of->rule_count, arguments, node)) return false;
    size_t bytes = (size_t)running->kernel->argument_count * sizeof *arguments;
    if (bytes) memcpy(running->arguments, arguments, bytes);
    running->step = 0;
    running->count = 0;
    running->error = BL_KERNEL_FINE;
    running->missed = false;
    running->collectives = running->overlapped = 0;
    running->overlap = 0;
    running->runs = true;
    return true;
}

void bl_kernel_golden_set(struct bl_kernel_golden *golden, int node, int own,
                          const uint32_t *arguments) {
    for (int i = 0; i < golden->kernels->owns[own].argument_count && i < BL_MOST_KERNEL_ARGUMENTS;
         i++)
        bl_kernel_golden_arguments(golden, node, own)[i] = arguments[i];
}

void bl_kernel_golden_lose(struct bl_kernel_golden *golden, const struct bl_kernel_gap *gap) {
    bl_kernel_stream_lose(&bl_kernel_golden_channel_queue(golden, gap->node, gap->channel)->stream,
                          gap);
}

static bool step(struct bl_kernel_golden *golden, struct bl_golden_running *running) {
    if (!running->runs) return false;
    bool any = bl_kernel_golden_issue(golden, running);
    any |= bl_kernel_golden_move_words(golden, running);
    if (running->step == running->kernel->step_count && !running->count) {
        running->runs = false;
        if (running->missed && !running->error) running->error = BL_KERNEL_MISSED;
        any = true;
    }
    return any;
}

enum bl_kernels_end bl_kernel_golden_run(struct bl_kernel_golden *golden, uint64_t work) {
    int count = golden->kernels->nodes * golden->kernels->kernel_count;
    for (bool any = true; any;) {
        any = false;
        if (work && golden->work >= work) return BL_KERNELS_GO_ON;
        golden->work += (uint64_t)count;
        for (int i = 0; i < count; i++) any |= step(golden, &golden->running[i]);
        while (bl_kernel_golden_run_modules(golden)) any = true;
        any |= bl_kernel_golden_run_reductions(golden);
        any = any || bl_kernel_golden_fail_partners(golden) ||
              bl_kernel_golden_end_by_silence(golden);
    }
    for (int i = 0; i < count; i++)
        if (golden->running[i].runs) return BL_KERNELS_STAND;
    return BL_KERNELS_END;
}

enum bl_kernel_error bl_kernel_golden_error(const struct bl_kernel_golden *golden, int node,
                                            int kernel) {
    return running_of(golden, node, kernel)->error;
}

int bl_kernel_golden_overlap(const struct bl_kernel_golden *golden, int node, int kernel) {
    const struct bl_golden_running *running = running_of(golden, node, kernel);
    return running->runs ? running->overlap : 0;
}

uint64_t bl_kernel_golden_collectives(const struct bl_kernel_golden *golden, int node, int kernel) {
    return running_of(golden, node, kernel)->collectives;
}

const struct bl_kernel_port *bl_kernel_golden_wrong(const struct bl_kernel_golden *golden) {
    return golden->wrong;
}

uint64_t bl_kernel_golden_left(const struct bl_kernel_golden *golden, int node, int channel) {
    const struct bl_golden_queue *queue = bl_kernel_golden_channel_queue(golden, node, channel);
    uint64_t granules = bl_kernel_stream_left(&queue->stream);
    for (unsigned i = queue->head; i != queue->tail; i++)
        granules += queue->counts[i % queue->words];
    return granules - queue->taken;
}

uint64_t bl_kernel_golden_moved(const struct bl_kernel_golden *golden) { return golden->moved; }

uint64_t bl_kernel_golden_work(const struct bl_kernel_golden *golden) { return golden->work; }

void bl_kernel_golden_describe(const struct bl_kernel_golden *golden, FILE *file) {
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++)
        if (golden->running[i].runs)
            bl_kernel_golden_describe_waits(golden, &golden->running[i], file);
}
