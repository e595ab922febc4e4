/* Starts that break a rule are refused, on one node and on all, before anything is started; others
   run, and what they move is right. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

enum { NODES = 2, WORDS = 20 };
static struct bl_device *device;
static uint32_t *gpus[NODES];

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, bl_device_message(device));
    return 1;
}

static int begin(void) {
    for (int node = 0; node < NODES; node++) {
        void *bytes;
        uint64_t bus;
        if (bl_device_gpu_buffer(device, node, 0, 1 << 20, &bytes, &bus)) return 1;
        gpus[node] = bytes;
        for (int i = 0; i < WORDS; i++) gpus[node][i] = (uint32_t)(i * 7 + 100 * node);
        if (pair_gpu(device, node, bus, 1 << 20)) return 1;
    }
    return 0;
}

static int refused(int result, const char *why) {
    return result == BL_DEVICE_BAD_CALL && !strcmp(bl_device_message(device), why);
}

static int words_are_right(void) {
    for (int node = 0; node < NODES; node++)
        if (memcmp(gpus[node] + 0x10000 / 4, gpus[!node], WORDS * sizeof **gpus)) return 0;
    return 1;
}

/* What a group requires; the argument that a kernel sets at each node is none of its call's. */
static int groups_are_wrong(void) {
    uint64_t clocks = 0;
    if (!refused(pair_passed_call(device, 20, 21, 0, NULL),
                 "group passed requires `near.n == far.m`: near.n = 20, far.m = 21"))
        return 1;
    if (pair_near_wait(device, 0, 0, NULL) != BL_DEVICE_NOT_STARTED) return 1;
    if (pair_passed_call(device, WORDS, WORDS, 0, &clocks) || !clocks) return 1;
    if (memcmp(gpus[1] + 0x20000 / 4, gpus[0], WORDS * sizeof **gpus)) return 1;
    for (int node = 0; node < NODES; node++) gpus[node][0x10000 / 4] = 0;
    if (pair_swapped_call(device, WORDS, 0, NULL) || !words_are_right()) return 1;
    if (!refused(pair_swapped_run(device, 65), "kernel swap of node 0 requires `n <= 4 * 16`: "
                                               "n = 65, peer = 1"))
        return 1;
    if (!refused(pair_marked_run(device, 7),
                 "group marked starts kernel mark on a node where it is "
                 "not"))
        return 1;
    if (pair_marked_run(device, 1) || pair_mark_wait(device, 1, 0, NULL)) return 1;
    if (pair_mark_wait(device, 0, 0, NULL) != BL_DEVICE_NOT_STARTED) return 1;
    return gpus[1][0x30000 / 4] != 2;
}

int main(void) {
    if (pair_open(&device) || begin()) return failed("open");
    if (!refused(pair_swap_run(device, 1, WORDS, 1),
                 "kernel swap of node 1 requires `peer == (node + 1) % nodes`: n = 20, peer = 1"))
        return failed("another peer");
    if (!refused(pair_swap_run(device, 0, 65, 1),
                 "kernel swap of node 0 requires `n <= 4 * 16`: n = 65, peer = 1"))
        return failed("too many words");
    if (!refused(pair_swap_call(device, WORDS, 1, 0, NULL),
                 "kernel swap of node 1 requires `peer == (node + 1) % nodes`: n = 20, peer = 1"))
        return failed("one peer for all nodes");
    for (int node = 0; node < NODES; node++)
        if (pair_swap_wait(device, node, 0, NULL) != BL_DEVICE_NOT_STARTED)
            return failed("something was started");
    for (int node = 0; node < NODES; node++)
        if (pair_swap_run(device, node, WORDS, (uint32_t)!node)) return failed("start");
    for (int node = 0; node < NODES; node++)
        if (pair_swap_wait(device, node, 0, NULL)) return failed("wait");
    if (!words_are_right()) return failed("words differ");
    if (groups_are_wrong()) return failed("groups");
    bl_device_close(device);
    puts("rules are kept");
    return 0;
}
