#include "kernel/carried/golden_waits.h"

#include "kernel/carried/golden_ends.h"
#include "kernel/carried/golden_move.h"
#include "kernel/carried/kernel_facts.h"

/* Bit c: a kernel on channel c, of any node, has an error. */
static uint32_t find_marks(const struct bl_kernel_golden *golden) {
    uint32_t marks = 0;
    if (bl_kernels_unreliable(golden->kernels)) return 0; /* it goes on with what is missing */
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count; i++) {
        const struct bl_golden_running *running = &golden->running[i];
        const struct bl_kernel *kernel = running->kernel;
        if (!running->error) continue;
        for (int m = 0; m < kernel->move_count; m++)
            for (int to = 0; to < 2; to++) {
                int channel = bl_kernel_channel_of(golden->kernels, to ? kernel->moves[m].to
                                                                       : kernel->moves[m].from);
                if (channel >= 0) marks |= UINT32_C(1) << channel;
            }
    }
    return marks;
}

/* Whether one of its ends waits for a channel that is marked. */
static bool is_hopeless(const struct bl_kernel_golden *golden,
                        const struct bl_golden_running *running, uint32_t marks) {
    for (int i = 0; i < running->count; i++) {
        const struct bl_golden_move *move = &running->moves[i];
        const bool brings = bl_kernel_golden_available(golden, running, move) != 0;
        int channel = bl_kernel_channel_of(golden->kernels,
                                           brings ? move->move->to : move->move->from);
        if (bl_kernel_golden_is_first(running, i) && channel >= 0 && marks >> channel & 1)
            return true;
    }
    return false;
}

bool bl_kernel_golden_fail_partners(struct bl_kernel_golden *golden) {
    const uint32_t marks = find_marks(golden);
    bool any = false;
    for (int i = 0; i < golden->kernels->nodes * golden->kernels->kernel_count && marks; i++) {
        struct bl_golden_running *running = &golden->running[i];
        if (!running->runs || !is_hopeless(golden, running, marks)) continue;
        if (!running->error) running->error = BL_KERNEL_PARTNER;
        running->runs = false;
        any = true;
    }
    return any;
}

/* What a move waits for at an unreliable channel is missing. */
static bool miss_rest(struct bl_kernel_golden *golden, struct bl_golden_running *running) {
    bool any = false;
    for (int i = 0; i < running->count; i++) {
        const struct bl_golden_move *move = &running->moves[i];
        if (!bl_kernel_golden_is_first(running, i) ||
            !bl_kernel_golden_is_unreliable(golden, move->move->from))
            continue;
        struct bl_kernel_stream *stream =
            &bl_kernel_golden_queue_of(golden, running->node, move->move->from)->stream;
        bl_kernel_stream_lose(stream,
                              &(struct bl_kernel_gap){.from = stream->taken, .count = move->left});
        any = true;
    }
    return any;
}

bool bl_kernel_golden_end_by_silence(struct bl_kernel_golden *golden) {
    const int count = golden->kernels->nodes * golden->kernels->kernel_count;
    bool failed = false, any = false;
    for (int i = 0; i < count; i++) failed |= golden->running[i].error != BL_KERNEL_FINE;
    for (int i = 0; i < count && failed; i++)
        if (golden->running[i].runs) any |= miss_rest(golden, &golden->running[i]);
    return any;
}

static bool is_of_reduction(const struct bl_kernels *kernels, int port) {
    for (int i = 0; i < kernels->reduction_count; i++) {
        const struct bl_kernel_reduction *reduction = &kernels->reductions[i];
        int ports = reduction->inputs + reduction->outputs;
        if (port >= reduction->first_port && port < reduction->first_port + ports) return true;
    }
    return false;
}

/* What it waits for there: `brings` it data, or takes some. */
static void print_end(const struct bl_kernels *kernels, struct bl_kernel_end end, bool brings,
                      FILE *file) {
    if (bl_kernel_at_channel(end)) fprintf(file, "channel %s", kernels->channels[end.number].name);
    else if (bl_kernel_at_peer(end))
        fprintf(file, "a collective's buffer %s node %d", brings ? "to" : "from",
                end.number % kernels->nodes);
    else if (end.kind == BL_KERNEL_AT_PORT && is_of_reduction(kernels, end.number))
        fputs("the operator of a collective", file);
    else if (end.kind == BL_KERNEL_AT_PORT)
        fprintf(file, "port %s", kernels->ports[end.number].name);
}

/* The node that the move names. */
static void print_node(int node, const char *word, FILE *file) {
    if (node >= 0) fprintf(file, " %s node %d", word, node);
}

void bl_kernel_golden_describe_waits(const struct bl_kernel_golden *golden,
                                     const struct bl_golden_running *running, FILE *file) {
    const char *comma = "";
    fprintf(file, "kernel %s of node %d waits", running->kernel->name, running->node);
    if (running->overlap) {
        fputs(": source and destination of its collective overlap\n", file);
        return;
    }
    for (int i = 0; i < running->count; i++) {
        const struct bl_golden_move *move = &running->moves[i];
        if (!bl_kernel_golden_is_first(running, i)) continue;
        fputs(comma, file);
        comma = ",";
        const bool brings = bl_kernel_golden_available(golden, running, move) != 0;
        fputs(brings ? " for room in " : " for ", file);
        print_end(golden->kernels, brings ? move->move->to : move->move->from, brings, file);
        print_node(brings ? move->to_node : move->from_node, brings ? "to" : "from", file);
        if (!brings)
            fprintf(file, " to bring %u word%s of 4 bytes", (unsigned)move->left,
                    move->left == 1 ? "" : "s");
    }
    fputc('\n', file);
}
