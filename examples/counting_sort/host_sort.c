/* A host program to start from: sorts keys of its own on the cluster that counting_sort.loom describes, and checks the result.

       bankloom run examples/counting_sort/counting_sort.loom --host examples/counting_sort/host_sort.c

   What is called here was generated from the program: sort_host.h says what each call does. Which cluster is behind it is decided when the
   program is linked. Arguments, after `--`: how many keys, or the name of a file of keys, 4 bytes each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sort_host.h"

/* The keys and where they end up. */
struct job { struct item *keys, *sorted; size_t n; };

/* Keys that are reproducible and look random. */
static void make_keys(struct job *job) {
    uint32_t x = 1;
    for (size_t i = 0; i < job->n; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        job->keys[i].key = x;
    }
}

static int read_keys(struct job *job, const char *path) {
    FILE *file = fopen(path, "rb");
    int ok = file && fread(job->keys, sizeof *job->keys, job->n, file) == job->n;
    if (file) fclose(file);
    return ok;
}

static size_t keys_in(const char *path) {
    FILE *file = fopen(path, "rb");
    long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : 0;
    if (file) fclose(file);
    return size > 0 ? (size_t)size / sizeof(struct item) : 0;
}

/* On the cluster: load, start, wait, store. The number that the device gave back is in *n. */
static int sort(struct bl_device *device, struct job *job, size_t *n, uint64_t *clocks) {
    int result = sort_load_items(device, job->keys, job->n);
    if (!result) result = sort_start(device);
    if (!result) result = sort_wait(device, 0);
    if (!result) result = sort_store_items(device, job->sorted, job->n, n);
    if (!result) result = sort_clocks(device, clocks);
    return result;
}

/* The bucket of a key: its node, and its channel in the node, as counting_sort.loom has them. */
static unsigned bucket(struct item item) { return item.key % (SORT_NODES * SORT_LANES); }

static int by_key(const void *a, const void *b) {
    uint32_t x = ((const struct item *)a)->key, y = ((const struct item *)b)->key;
    return (x > y) - (x < y);
}

/* What is wrong with the result, or NULL: as many keys as before, in the order of their buckets, and the same ones. */
static const char *check(struct job *job, size_t n) {
    if (n != job->n) return "another number of keys came back";
    for (size_t i = 1; i < n; i++)
        if (bucket(job->sorted[i - 1]) > bucket(job->sorted[i])) return "the keys are not in the order of their buckets";
    qsort(job->keys, n, sizeof *job->keys, by_key);
    qsort(job->sorted, n, sizeof *job->sorted, by_key);
    return n && memcmp(job->keys, job->sorted, n * sizeof *job->keys) ? "some keys are not those that were loaded" : NULL;
}

static int run(struct bl_device *device, struct job *job) {
    size_t n = 0;
    uint64_t clocks = 0;
    if (sort(device, job, &n, &clocks)) {
        fprintf(stderr, "error: %s\n", bl_device_message(device));
        return 1;
    }
    const char *wrong = check(job, n);
    if (wrong) {
        fprintf(stderr, "error: %s\n", wrong);
        return 1;
    }
    double seconds = (double)clocks / SORT_CLOCK_HERTZ;
    printf("sorted %zu keys on %d nodes in %" PRIu64 " clocks, %.1f GB/s at %g MHz; checked\n", n, SORT_NODES, clocks,
           (double)n * SORT_COUNTED_BYTES / seconds / 1e9, SORT_CLOCK_HERTZ / 1e6);
    return 0;
}

int main(int argc, char **argv) {
    const char *file = argc > 1 && strspn(argv[1], "0123456789") < strlen(argv[1]) ? argv[1] : NULL;
    struct job job = {.n = file ? keys_in(file) : argc > 1 ? strtoull(argv[1], NULL, 10) : (size_t)SORT_NODES << 16};
    int status = 1;
    job.keys = calloc(job.n + 1, sizeof *job.keys);
    job.sorted = calloc(job.n + 1, sizeof *job.sorted);
    struct bl_device *device = sort_open();
    if (file && (!job.keys || !read_keys(&job, file))) fprintf(stderr, "error: %s cannot be read\n", file);
    else if (device && job.keys && job.sorted) {
        if (!file) make_keys(&job);
        status = run(device, &job);
    }
    bl_device_close(device);
    free(job.keys);
    free(job.sorted);
    return status;
}
