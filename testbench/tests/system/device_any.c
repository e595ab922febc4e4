/* Sorts records on whatever device is named, by the table of its pipeline: nothing here is compiled
   for a number of nodes or channels. Arguments: how many keys. */
#include <bl_device_pipeline.h>
#include <stdio.h>
#include <stdlib.h>

/* The source of the column "key", or its result. */
static int find(const struct bl_device_pipeline *pipeline, bool source) {
    for (int i = 0; i < pipeline->version_count; i++)
        if (source ? pipeline->versions[i].source : pipeline->versions[i].result) return i;
    return -1;
}

/* In its bucket every key has the same node and lane, and the sum is that of what was loaded. */
static int check(const struct bl_device_pipeline *pipeline, const uint32_t *in, const uint32_t *out,
                 const size_t *counts, size_t n) {
    unsigned buckets = (unsigned)(pipeline->nodes * pipeline->lanes), bucket = 0;
    uint64_t sum = 0;
    size_t end = counts[0];
    for (size_t i = 0; i < n; i++) {
        while (i >= end && bucket + 1 < buckets) end += counts[++bucket];
        if (out[i] % buckets != bucket) return 0;
        sum += (uint64_t)in[i] * in[i] - (uint64_t)out[i] * out[i];
    }
    return sum == 0;
}

static enum bl_device_result sort(struct bl_device *device, const uint32_t *in, uint32_t *out,
                                  size_t *counts, size_t *n) {
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    size_t count = *n, size = sizeof *in;
    enum bl_device_result result = bl_device_acknowledge(device);
    if (!result) result = bl_device_pipeline_load(device, find(pipeline, true), in, size, count);
    if (!result) result = bl_device_pipeline_start(device);
    if (!result) result = bl_device_wait(device, 0);
    if (!result) result = bl_device_pipeline_records(device, counts);
    return result ? result
                  : bl_device_pipeline_store(device, find(pipeline, false), out, size, count, n);
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000, back = n;
    struct bl_device *device = NULL;
    enum bl_device_result result = bl_device_open(&device, argc > 2 ? argv[2] : NULL);
    if (result) return 10 + (int)result;
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    uint32_t *in = calloc(2 * n + 1, sizeof *in), *out = in + n;
    size_t *counts = calloc((size_t)(pipeline->nodes * pipeline->lanes), sizeof *counts);
    for (size_t i = 0; i < n; i++) in[i] = (uint32_t)(i * 2654435761u >> 3);
    result = sort(device, in, out, counts, &back);
    if (result) fprintf(stderr, "error: %s\n", bl_device_message(device));
    bool right = !result && back == n && check(pipeline, in, out, counts, n);
    if (right)
        printf("%zu keys sorted by %d nodes with %d channels\n", n, bl_device_nodes(device),
               bl_device_channels(device));
    free(counts);
    free(in);
    bl_device_close(device);
    return right ? 0 : 1;
}
