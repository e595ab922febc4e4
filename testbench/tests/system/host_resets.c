/* Resets of the nodes in the middle of a run and, where they have host ports, of a transfer of
   another thread: after each, keys are loaded, sorted and read back
   right. arguments: FROM STEP TO KEYS BYTES: nanoseconds from the start of a run to the reset; of a
   transfer 10 times as many; how many keys are sorted, and how long a transfer is. */
#include "sort_host.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 3000, MOST_BYTES = 200001, PLACE = 1 << 20, NS = 1000 /* ps */ };

static uint32_t n_keys, n_bytes;

static _Noreturn void stop(struct bl_device *device, const char *what, int at) {
    printf("FAIL at %d ns: %s: %s\n", at, what, bl_device_message(device));
    exit(1);
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Other keys each time. */
static void right(struct bl_device *device, int at) {
    static struct item records[MOST_KEYS], stored[MOST_KEYS];
    size_t count = 0;
    for (uint32_t i = 0; i < n_keys; i++) records[i].key = (i + (uint32_t)at) * 2654435761u;
    if (sort_load_items(device, records, n_keys)) stop(device, "load", at);
    if (sort_start(device)) stop(device, "start", at);
    if (sort_wait(device, 0)) stop(device, "the next run", at);
    if (sort_store_items(device, stored, n_keys, &count)) stop(device, "read back", at);
    qsort(records, n_keys, sizeof *records, by_value);
    qsort(stored, count, sizeof *stored, by_value);
    if (count != n_keys || memcmp(records, stored, n_keys * sizeof *stored))
        stop(device, "the result", at);
}

static void in_a_run(struct bl_device *device, int at) {
    if (sort_start(device)) stop(device, "start", at);
    if (sort_wait(device, at * (int64_t)NS) != BL_DEVICE_TIMEOUT) stop(device, "no run", at);
    if (bl_device_reset(device)) stop(device, "reset", at);
    right(device, at);
}

/* Two threads wait for one run; a reset by another is not kept from the nodes by their polling. */
static void *wait_for(void *argument) {
    struct bl_device *device = argument;
    const intptr_t result = sort_wait(device, 0);
    bl_device_attach(device, -1);
    return (void *)result;
}

static void beside_waits(struct bl_device *device, int at) {
    pthread_t threads[2];
    uint32_t id;
    if (sort_start(device)) stop(device, "start", at);
    bl_device_attach(device, 2);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, wait_for, device)) stop(device, "a thread", at);
    if (bl_device_reg_read(device, 0, 0, &id, 1)) stop(device, "a read", at);
    if (bl_device_reset(device)) stop(device, "a reset beside waits", at);
    bl_device_attach(device, -1);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        if ((intptr_t)result != BL_DEVICE_NODE_ERROR) stop(device, "a wait that a reset ends", at);
    }
    bl_device_attach(device, 1);
    right(device, at);
}

#ifdef SORT_REG_HOST_STATE
struct transfer {
    struct bl_device *device;
    int node, result;
    bool reads;
    uint8_t bytes[MOST_BYTES];
};

static void *move(void *argument) {
    struct transfer *t = argument;
    t->result = t->reads ? bl_device_read(t->device, t->node, 0, PLACE, t->bytes, n_bytes)
                         : bl_device_write(t->device, t->node, 0, PLACE, t->bytes, n_bytes);
    bl_device_attach(t->device, -1);
    return NULL;
}

static pthread_t begin(struct transfer *transfer) {
    pthread_t thread;
    bl_device_attach(transfer->device, 1);
    if (pthread_create(&thread, NULL, move, transfer)) stop(transfer->device, "a thread", 0);
    return thread;
}

static void in_a_transfer(struct bl_device *device, int at, bool reads) {
    static struct transfer transfer;
    transfer = (struct transfer){.device = device, .reads = reads};
    pthread_t thread = begin(&transfer);
    if (bl_device_interrupt(device, 1, at * (int64_t)NS) != BL_DEVICE_TIMEOUT)
        stop(device, "an interrupt of node 1", at);
    if (bl_device_reset(device)) stop(device, "reset", at);
    bl_device_attach(device, -1);
    pthread_join(thread, NULL);
    bl_device_attach(device, 1);
    if (transfer.result != BL_DEVICE_NODE_ERROR) stop(device, "the transfer did not end", at);
    right(device, at);
}

/* Two threads, of which one waits for the other's transfer. */
static void at_once(struct bl_device *device) {
    static struct transfer to[2], from[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        to[i] = (struct transfer){.device = device, .node = i};
        for (uint32_t j = 0; j < n_bytes; j++) to[i].bytes[j] = (uint8_t)(j % 251 + i);
        threads[i] = begin(&to[i]);
    }
    bl_device_attach(device, -1);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) {
        from[i] = (struct transfer){.device = device, .node = i, .reads = true};
        threads[i] = begin(&from[i]);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    bl_device_attach(device, 1);
    for (int i = 0; i < 2; i++)
        if (to[i].result || from[i].result || memcmp(to[i].bytes, from[i].bytes, n_bytes))
            stop(device, "transfers at once", i);
}

static void transfers(struct bl_device *device, int from, int step, int to) {
    at_once(device);
    for (int at = from; at < to; at += step) {
        in_a_transfer(device, at, false);
        in_a_transfer(device, at, true);
    }
    puts("and in transfers");
}
#else
static void transfers(struct bl_device *device, int from, int step, int to) {
    (void)device, (void)from, (void)step, (void)to;
}
#endif

int main(int argc, char **argv) {
    struct bl_device *device;
    if (argc < 6 || sort_open(&device)) return 2;
    int from = atoi(argv[1]), step = atoi(argv[2]), to = atoi(argv[3]);
    n_keys = (uint32_t)atoi(argv[4]), n_bytes = (uint32_t)atoi(argv[5]);
    if (n_keys > MOST_KEYS || n_bytes > MOST_BYTES) return 2;
    right(device, 0);
    for (int at = from; at < to; at += step) in_a_run(device, at);
    beside_waits(device, to);
    puts("resets in runs");
    transfers(device, 10 * from, 10 * step, 10 * to);
    bl_device_close(device);
    return 0;
}
