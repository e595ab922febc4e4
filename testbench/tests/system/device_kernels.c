/* The kernels of examples/pingpong on whatever device is named: words from one GPU's memory to the
   other's and back. */
#include <stdio.h>

#include "pair_host.h"

#include <bl_dma.h>

enum { WORDS = 2048 };

static int go(struct bl_device *device, uint32_t *memory[PAIR_NODES]) {
    int result = BL_DEVICE_OK;
    for (int node = 0; node < PAIR_NODES && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, 65536, &bytes, &bus);
        if (!result) result = pair_gpu(device, node, bus, 65536);
        memory[node] = bytes;
    }
    for (uint32_t i = 0; i < WORDS && !result; i++) memory[0][i] = i * 2654435761u;
    if (!result) result = pair_reply_run(device, 1, WORDS, 1);
    if (!result) result = pair_start_run(device, 0, WORDS, 1);
    if (!result) result = pair_start_wait(device, 0, 0, NULL);
    return result ? result : pair_reply_wait(device, 1, 0, NULL);
}

int main(void) {
    struct bl_device *device = NULL;
    uint32_t *memory[PAIR_NODES] = {NULL}, wrong = 0;
    int result = pair_open(&device);
    if (result) return 10 + result;
    result = go(device, memory);
    if (result) fprintf(stderr, "error: %s\n", bl_device_message(device));
    for (uint32_t i = 0; i < WORDS && !result; i++) wrong += memory[1][i] != i * 2654435761u;
    if (!result) printf("%d words moved, %u wrong\n", WORDS, (unsigned)wrong);
    bl_device_close(device);
    return result || wrong;
}
