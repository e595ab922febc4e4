/* Words that kernels have left in a channel are counted and thrown away: parts of a word and whole
   ones, those in the buffer and those that still wait at the sender; then the next run is right. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

enum { GPU_BYTES = 1 << 20, FAR = 0x1000 };

static uint32_t *memories[PAIR_NODES];

static int fail(struct bl_device *device, const char *what, unsigned seen) {
    printf("FAIL %s: %u, %s\n", what, seen, bl_device_message(device));
    return 1;
}

static int give_memories(struct bl_device *device) {
    for (int node = 0; node < PAIR_NODES; node++) {
        void *bytes;
        uint64_t bus;
        if (bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus) ||
            pair_gpu(device, node, bus, GPU_BYTES))
            return fail(device, "memory", (unsigned)node);
        memories[node] = bytes;
    }
    return 0;
}

/* The giver sends `sent` words, whose first one is `first`, and the taker takes `taken`. */
static int turn(struct bl_device *device, uint32_t first, uint32_t sent, uint32_t taken) {
    for (uint32_t i = 0; i < sent; i++) memories[0][i] = first + i;
    if (pair_take_run(device, 1, taken, 0, FAR) || pair_give_run(device, 0, sent) ||
        pair_take_wait(device, 1, 0, NULL) || pair_give_wait(device, 0, 0, NULL))
        return fail(device, "a run", first);
    for (uint32_t i = 0; i < taken; i++)
        if (memories[1][i] != first + i) return fail(device, "a word", i);
    return 0;
}

static int empty(struct bl_device *device, uint32_t wanted) {
    uint32_t units = UINT32_MAX;
    if (pair_there_empty(device, 1, &units) || units != wanted)
        return fail(device, "emptied", units);
    return 0;
}

static int busy(struct bl_device *device) {
    int bad = 0;
    uint32_t units;
    if (pair_take_run(device, 1, 8, 0, FAR)) bad = fail(device, "a start", 0);
    if (pair_there_empty(device, 1, &units) != BL_DEVICE_BUSY) bad = fail(device, "busy", units);
    if (pair_there_empty(device, 0, NULL) != BL_DEVICE_BAD_CALL) bad = fail(device, "sender", 0);
    if (pair_there_empty(device, PAIR_NODES, NULL) != BL_DEVICE_BAD_CALL)
        bad = fail(device, "node", 0);
    if (pair_give_run(device, 0, 8) || pair_take_wait(device, 1, 0, NULL) ||
        pair_give_wait(device, 0, 0, NULL))
        bad = fail(device, "an end", 0);
    return bad;
}

int main(void) {
    static const uint32_t sent[] = {100, 64, 8, 9, 41}, taken[] = {61, 3, 8, 1, 40};
    struct bl_device *device = NULL;
    if (pair_open(&device)) return 2;
    int bad = give_memories(device);
    for (int i = 0; i < 5 && !bad; i++) {
        bad = turn(device, 1000 * (uint32_t)i, sent[i], taken[i]);
        if (!bad) bad = empty(device, sent[i] - taken[i]);
        if (!bad) bad = empty(device, 0);
    }
    if (!bad) bad = turn(device, 9000, 50, 50);
    if (!bad) bad = busy(device);
    bl_device_close(device);
    return bad != 0;
}
