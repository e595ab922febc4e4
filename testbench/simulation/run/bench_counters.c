/* What the nodes' network has counted: a line for each node and peer, and all of it as JSON. */
#include <inttypes.h>

#include "base/carried/checked.h"
#include "simulation/run/bench_state_inner.h"

static struct bl_device_counter *counter_of(const struct bl_bench_run *run, int node, int i) {
    return &run->counters[node * run->counter_count + i];
}

/* Node by node within a counter, so that those who are read last are as late as the others. */
void bl_bench_read_counters(struct bl_bench_run *run) {
    int count = bl_device_counters(run->device), nodes = run->program->nodes;
    bool ok = count > 0 && !run->interrupted;
    if (!ok) return;
    run->counters = bl_zalloc((size_t)(nodes * count), sizeof *run->counters);
    run->counter_count = count;
    for (int slot = 0; slot < nodes * count && ok; slot++)
        ok = !bl_device_counter(run->device, slot % nodes, slot / nodes,
                                counter_of(run, slot % nodes, slot / nodes));
    if (!ok) run->counter_count = 0;
}

/* Whether they are of the same frames: of one node, and one peer or none. */
static bool belongs(const struct bl_device_counter *counter, int peer) {
    return counter->peer == peer && counter->loss && counter->count;
}

static void print_peer(const struct bl_bench_run *run, int node, int peer, FILE *file) {
    const char *comma = "";
    for (int i = 0; i < run->counter_count; i++) {
        const struct bl_device_counter *counter = counter_of(run, node, i);
        if (!belongs(counter, peer)) continue;
        if (!*comma) fprintf(file, "%-15s port of node %d", "", node);
        if (!*comma && peer >= 0) fprintf(file, ", peer %d", peer);
        if (!*comma) fputs(": ", file);
        fprintf(file, "%s%" PRIu32 " %s", comma, counter->count, counter->help);
        comma = ", ";
    }
    if (*comma) fputc('\n', file);
}

void bl_bench_print_counters(const struct bl_bench_run *run, FILE *file) {
    for (int node = 0; node < run->program->nodes; node++)
        for (int peer = -1; peer < run->program->nodes; peer++) print_peer(run, node, peer, file);
}

static void json_counter(const struct bl_device_counter *counter, int node, bool first,
                         FILE *file) {
    fprintf(file, "%s\n    {\"node\": %d, \"peer\": ", first ? "" : ",", node);
    if (counter->peer < 0) fputs("null", file);
    else fprintf(file, "%d", counter->peer);
    fprintf(file, ", \"name\": \"%s\", \"text\": \"%s\", \"loss\": %s, \"count\": %" PRIu32 "}",
            counter->name, counter->help, counter->loss ? "true" : "false", counter->count);
}

void bl_bench_json_counters(const struct bl_bench_run *run, FILE *file) {
    bool first = true;
    if (!run->counter_count) return;
    fputs("  \"counters\": [", file);
    for (int node = 0; node < run->program->nodes; node++)
        for (int i = 0; i < run->counter_count; i++) {
            const struct bl_device_counter *counter = counter_of(run, node, i);
            if (!counter->count) continue;
            json_counter(counter, node, first, file);
            first = false;
        }
    fputs("\n  ],\n", file);
}
