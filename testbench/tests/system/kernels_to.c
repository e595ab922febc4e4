/* A ring of four nodes whose channel is turned round while the program runs: first each node sends
   to the next one, then to the one before, to the opposite one, and to itself, or, with an
   argument, not to that one. */
#include <stdbool.h>
#include <stdio.h>

#include "ring_host.h"

#include <bl_dma.h>

enum { GPU_BYTES = 1 << 20, WORDS = 77, OTHER = 0x80000 / 4 };

static const int turns[RING_NODES] = {1, 3, 2, 0};

static uint32_t word_of(int node, int i) { return (uint32_t)node << 24 | (uint32_t)i; }

/* All send to the node `by` further on; how many words are wrong then, -1: an error. */
static int turn(struct bl_device *device, uint32_t *const memory[], int by) {
    int result = BL_DEVICE_OK, wrong = 0;
    for (int node = 0; node < RING_NODES && !result; node++) {
        for (int i = 0; i < WORDS; i++) memory[node][i] = word_of(node, i);
        result = ring_right_to(device, node, (node + by) % RING_NODES);
    }
    for (int node = 0; node < RING_NODES && !result; node++)
        result = ring_around_run(device, node, WORDS, 1);
    for (int node = 0; node < RING_NODES && !result; node++)
        result = ring_around_wait(device, node, 0, NULL);
    for (int node = 0; node < RING_NODES && !result; node++)
        for (int i = 0; i < WORDS; i++)
            wrong += memory[(node + by) % RING_NODES][OTHER + i] != word_of(node, i);
    if (result) fprintf(stderr, "error: %s\n", bl_device_message(device));
    return result ? -1 : wrong;
}

int main(int argc, char **argv) {
    const bool others = argc > 1 && argv[1]; /* no node sends to itself */
    struct bl_device *device = NULL;
    uint32_t *memory[RING_NODES];
    int result = ring_open(&device);
    for (int node = 0; node < RING_NODES && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus);
        if (!result) result = ring_gpu(device, node, bus, GPU_BYTES);
        memory[node] = bytes;
    }
    if (result) return 10 + result;
    for (int i = 0; i < RING_NODES - others; i++) {
        int wrong = turn(device, memory, turns[i]);
        printf("to the node %d further on: %d wrong\n", turns[i], wrong);
        result |= wrong;
    }
    bl_device_close(device);
    return result != 0;
}
