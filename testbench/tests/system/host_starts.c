/* Starts of counting_sort.loom with and without a load, on the simulated cluster, and opening it
   into nowhere. */
#include "sort_host.h"

#include <stdio.h>

enum { MANY = 300 };

static int failed(int line, int got, int wanted) {
    if (got != wanted) printf("line %d: %s\n", line, bl_device_text(got));
    return got != wanted;
}
#define WANT(call, result)                              \
    do {                                                \
        if (failed(__LINE__, call, result)) return 1;   \
    } while (0)

/* A run, and whether `n` keys come back in order within each node. */
static int sorted(struct bl_device *device, size_t n) {
    static struct item records[MANY];
    size_t stored = 99, inside = 0;
    WANT(sort_start(device), BL_DEVICE_OK);
    WANT(sort_wait(device, -1), BL_DEVICE_BAD_CALL);
    WANT(sort_wait(device, 0), BL_DEVICE_OK);
    WANT(sort_store_items(device, records, MANY, &stored), BL_DEVICE_OK);
    for (size_t i = 0; i < stored; i++) inside += records[i].key / 77777 < MANY;
    if (stored == n && inside == n) return 0;
    printf("%zu of %zu records\n", inside, stored);
    return 1;
}

int main(void) {
    static struct item records[MANY];
    struct bl_device *device;
    for (uint32_t i = 0; i < MANY; i++) records[i].key = i * 77777;
    WANT(sort_open(NULL), BL_DEVICE_BAD_CALL);
    WANT(bl_device_open(NULL, NULL), BL_DEVICE_BAD_CALL);
    WANT(sort_open(&device), BL_DEVICE_OK);
    if (sorted(device, 0)) return 1;
    WANT(sort_load_items(device, records, MANY), BL_DEVICE_OK);
    if (sorted(device, MANY) || sorted(device, MANY)) return 1;
    WANT(bl_device_reset(device), BL_DEVICE_OK);
    if (sorted(device, 0)) return 1;
    bl_device_close(device);
    puts("starts without a load do what the header says");
    return 0;
}
