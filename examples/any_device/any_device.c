/* A host program that is linked once and runs on every device with a counting sort of one column:
   simulations of any number of nodes and channels, later cards. It knows the pipeline by the table
   of the device, bl_device_pipeline.h, not by generated calls; README.md says how to compile it.

   Arguments: how many keys, and a device, "sim:DIR"; without that the environment's
   BANKLOOM_DEVICE says which. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <bl_device_pipeline.h>

struct job {
    uint32_t *keys, *sorted;
    size_t n, back; /* keys; how many came back */
    size_t *counts; /* of the lanes of all nodes */
    uint64_t cycles;
};

/* The number of the version that the host loads, or of the one that holds the result. */
static int find(const struct bl_device_pipeline *pipeline, bool source) {
    for (int i = 0; i < pipeline->version_count; i++)
        if (source ? pipeline->versions[i].source : pipeline->versions[i].result) return i;
    return -1;
}

/* ---- on the device ---- */

static int sort(struct bl_device *device, struct job *job) {
    const struct bl_device_pipeline *pipeline = bl_device_pipeline(device);
    int from = find(pipeline, true), to = find(pipeline, false), result;
    result = bl_device_pipeline_load(device, from, job->keys, sizeof *job->keys, job->n);
    if (!result) result = bl_device_pipeline_start(device);
    if (!result) result = bl_device_wait(device, 0);
    if (!result) result = bl_device_pipeline_cycles(device, &job->cycles);
    if (!result) result = bl_device_pipeline_records(device, job->counts);
    if (result) return result;
    return bl_device_pipeline_store(device, to, job->sorted, sizeof *job->sorted, job->n,
                                    &job->back);
}

/* ---- the check: the low bits of a key name its node and, below, its lane ---- */

static uint64_t sum_of(const uint32_t *keys, size_t n) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += (uint64_t)keys[i] * keys[i];
    return sum;
}

static const char *check(const struct job *job, size_t buckets) {
    size_t i = 0;
    if (job->back != job->n) return "another number of keys came back";
    for (size_t bucket = 0; bucket < buckets; bucket++)
        for (size_t end = i + job->counts[bucket]; i < end && i < job->n; i++)
            if (job->sorted[i] % buckets != bucket) return "a key is in another one's place";
    if (i != job->n) return "the counts are not those of the keys";
    return sum_of(job->keys, job->n) == sum_of(job->sorted, job->n)
               ? NULL
               : "some keys are not those that were loaded";
}

/* ---- all of it ---- */

static int problem(const char *what, const char *why) {
    fprintf(stderr, "error: %s: %s\n", what, why);
    return 1;
}

static int run(struct bl_device *device, struct job *job) {
    size_t buckets = (size_t)bl_device_nodes(device) * (size_t)(bl_device_channels(device) / 2);
    job->keys = calloc(job->n + 1, sizeof *job->keys);
    job->sorted = calloc(job->n + 1, sizeof *job->sorted);
    job->counts = calloc(buckets, sizeof *job->counts);
    if (!job->keys || !job->sorted || !job->counts) return problem("the keys", "no memory left");
    for (size_t i = 0; i < job->n; i++) job->keys[i] = (uint32_t)(i * 2654435761u) >> 3;
    if (sort(device, job)) return problem("the device", bl_device_message(device));
    const char *wrong = check(job, buckets);
    if (wrong) return problem("the result", wrong);
    printf("%zu keys sorted by %d nodes with %d channels in %" PRIu64 " cycles\n", job->n,
           bl_device_nodes(device), bl_device_channels(device), job->cycles);
    return 0;
}

int main(int argc, char **argv) {
    struct job job = {.n = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 100000};
    struct bl_device *device = NULL;
    int result = bl_device_pipeline_open(&device, argc > 2 ? argv[2] : NULL, NULL);
    if (result) return 10 + result;
    int status = run(device, &job);
    free(job.keys);
    free(job.sorted);
    free(job.counts);
    bl_device_close(device);
    return status;
}
