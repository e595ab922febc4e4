/* A host program to start from: sorts keys of its own on the cluster that counting_sort.loom
   describes, and checks the result.

       cd examples/counting_sort
       bankloom run counting_sort.loom --host host_sort.c

   Arguments, after `--`: how many keys, or a file of keys (4 bytes each, little endian) and, when
   wanted, a file for the sorted ones. The calls sort_... are generated from the program:
   sort_host.h says what each of them does. Which cluster is behind them, a simulated one or
   another, is said when the program runs (docs/host.md); nothing here depends on it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sort_host.h"

struct job {
    struct item *keys, *sorted;
    size_t n;
};

/* ---- on the cluster ---- */

/* Loads the keys, runs all nodes and stores what has come out: *n keys after *cycles cycles. */
static int sort(struct bl_device *device, struct job *job, size_t *n, uint64_t *cycles) {
    int result = sort_load_items(device, job->keys, job->n);
    if (!result) result = sort_start(device);
    if (!result) result = sort_wait(device, 0);
    if (!result) result = sort_store_items(device, job->sorted, job->n, n);
    if (!result) result = sort_cycles(device, cycles);
    return result;
}

/* ---- the check ---- */

/* The place of a key: node and, within the node, channel, as counting_sort.loom takes them from its
 * low bits. */
static unsigned bucket(struct item item) { return item.key % (SORT_NODES * SORT_LANES); }

static int by_bucket_and_key(const void *a, const void *b) {
    struct item x = *(const struct item *)a, y = *(const struct item *)b;
    if (bucket(x) != bucket(y)) return bucket(x) < bucket(y) ? -1 : 1;
    return (x.key > y.key) - (x.key < y.key);
}

/* What is wrong with the result, or NULL. Within a bucket any order is right; afterwards each
 * bucket is sorted by its keys. */
static const char *check(struct job *job, size_t n) {
    if (n != job->n) return "another number of keys came back";
    for (size_t i = 1; i < n; i++)
        if (bucket(job->sorted[i - 1]) > bucket(job->sorted[i]))
            return "the keys are not in the order of their buckets";
    qsort(job->keys, n, sizeof *job->keys, by_bucket_and_key);
    qsort(job->sorted, n, sizeof *job->sorted, by_bucket_and_key);
    return n && memcmp(job->keys, job->sorted, n * sizeof *job->keys)
               ? "some keys are not those that were loaded"
               : NULL;
}

/* ---- files and memory ---- */

static int problem(const char *what, const char *why) {
    fprintf(stderr, "error: %s: %s\n", what, why);
    return 0;
}

static int make_room(struct job *job, size_t n) {
    job->n = n;
    job->keys = calloc(n + 1, sizeof *job->keys);
    job->sorted = calloc(n + 1, sizeof *job->sorted);
    return job->keys && job->sorted ? 1 : problem("the keys", strerror(ENOMEM));
}

static int make_keys(struct job *job, size_t n) {
    uint32_t x = 1;
    if (!make_room(job, n)) return 0;
    for (size_t i = 0; i < n; i++) job->keys[i].key = x = x * 1664525 + 1013904223;
    for (size_t i = 0; i < n; i++)
        job->keys[i].key >>= 8; /* the low bits of this sequence are no good */
    return 1;
}

static int read_keys(struct job *job, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return problem(path, strerror(errno));
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    int ok = size < 0 || (size_t)size % sizeof *job->keys
                 ? problem(path, "no whole number of keys")
                 : make_room(job, (size_t)size / sizeof *job->keys);
    rewind(file);
    if (ok && fread(job->keys, sizeof *job->keys, job->n, file) != job->n)
        ok = problem(path, "cannot be read to its end");
    fclose(file);
    return ok;
}

static int write_keys(const struct job *job, const char *path) {
    FILE *file = fopen(path, "wb");
    int ok = file && fwrite(job->sorted, sizeof *job->sorted, job->n, file) == job->n;
    if (file && fclose(file)) ok = 0;
    return ok ? 1 : problem(path, strerror(errno));
}

/* ---- all of it ---- */

static int run(struct bl_device *device, struct job *job, const char *output) {
    size_t n = 0;
    uint64_t cycles = 0;
    if (sort(device, job, &n, &cycles)) return problem("the cluster", bl_device_message(device));
    const char *wrong = check(job, n);
    if (wrong) return problem("the result", wrong);
    double bytes = (double)n * SORT_BYTES_COUNTED, seconds = (double)cycles / SORT_CLOCK_HERTZ;
    printf("%zu keys sorted by %d nodes in %" PRIu64
           " cycles, %.1f GB/s at %g MHz; the result is right\n",
           n, SORT_NODES, cycles, bytes / seconds / 1e9, SORT_CLOCK_HERTZ / 1e6);
    return output ? write_keys(job, output) : 1;
}

int main(int argc, char **argv) {
    struct job job = {0};
    const char *input = argc > 1 ? argv[1] : "524288";
    int is_number = *input && strspn(input, "0123456789") == strlen(input);
    int ok = is_number ? make_keys(&job, strtoull(input, NULL, 10)) : read_keys(&job, input);
    struct bl_device *device = NULL;
    ok = ok && !sort_open(&device) && run(device, &job, argc > 2 ? argv[2] : NULL);
    bl_device_close(device);
    free(job.keys);
    free(job.sorted);
    return ok ? 0 : 1;
}
