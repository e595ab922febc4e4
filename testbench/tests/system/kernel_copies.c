/* Copies of kernels beside transfers of the host, on both nodes at once: the host writes a channel
   and reads it back while `stage` and `other` run. Prints how many cycles `stage` has reported. All
   of it again after a reset in the middle of copies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair_host.h"

enum {
    GPU = 1 << 20,
    HOST = 3 << 20,
    WORDS = 300,
    ROUNDS = 3,
    HALF = 0x80000,
    ROUND = 8192,
    OWN = 20003,
    AT = 0x300000,
    SOON_PS = 3000000
};

struct node {
    uint8_t *gpu, *host;
};

static int failed(struct bl_device *device, const char *what) {
    printf("FAIL %s: %s\n", what, device ? bl_device_message(device) : "");
    return 1;
}

static void draw(uint8_t *bytes, size_t size, uint32_t value) {
    for (size_t i = 0; i < size; i++) {
        value = value * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(value >> 24);
    }
}

static int make(struct bl_device *device, int node, struct node *made) {
    void *gpu, *host;
    uint64_t gpu_bus, host_bus;
    if (bl_device_gpu_buffer(device, node, 0, GPU, &gpu, &gpu_bus) ||
        bl_device_buffer(device, node, HOST, &host, &host_bus) ||
        pair_gpu(device, node, gpu_bus, GPU) || pair_host(device, node, host_bus, HOST))
        return failed(device, "memories");
    *made = (struct node){gpu, host};
    return 0;
}

/* What `stage` has copied; its cycles are none that the copies could not have taken. */
static int stage_right(const struct node *node) {
    int right = 0;
    for (int i = 0; i < ROUNDS; i++)
        for (int half = 0; half < 2; half++) {
            const uint8_t *from = node->gpu + ROUND * i + ROUND / 2 * half;
            uint32_t cycles;
            memcpy(&cycles, node->host + 8 * i + 4 * half, 4);
            right += cycles >= WORDS / 8 && cycles < 100000;
            if (memcmp(from, from + HALF, (size_t)4 * WORDS)) return -1;
        }
    return right;
}

static int play(struct bl_device *device, struct node *nodes) {
    static uint8_t sent[OWN], back[OWN];
    draw(sent, OWN, 7);
    for (int n = 0; n < 2; n++) {
        draw(nodes[n].gpu, GPU, 11 + (uint32_t)n);
        draw(nodes[n].host, HOST, 13);
        if (pair_stage_run(device, n, WORDS, 0, ROUNDS)) return failed(device, "stage");
    }
    if (pair_other_run(device, 1, WORDS, 0x40000)) return failed(device, "other");
    for (int n = 0; n < 2; n++) {
        memset(back, 0, OWN);
        if (bl_device_write(device, n, n, AT + 3, sent, OWN) ||
            bl_device_read(device, n, n, AT + 3, back, OWN))
            return failed(device, "the host's");
        if (memcmp(sent, back, OWN)) return failed(NULL, "what the host has read");
    }
    if (pair_stage_wait(device, 0, 0, NULL) || pair_stage_wait(device, 1, 0, NULL) ||
        pair_other_wait(device, 1, 0, NULL))
        return failed(device, "the kernels");
    if (memcmp(nodes[1].host + 0x100000, nodes[1].host + 0x200000, (size_t)4 * WORDS))
        return failed(NULL, "what `other` has copied");
    int right = stage_right(&nodes[0]), more = stage_right(&nodes[1]);
    printf("copies: %d words of cycles, %d of node 1\n", right, more);
    return right != 2 * ROUNDS || more != 2 * ROUNDS ? failed(NULL, "what was copied") : 0;
}

static int reset_within(struct bl_device *device) {
    if (pair_stage_run(device, 0, WORDS, 0, 1000)) return failed(device, "long copies");
    int result = pair_stage_wait(device, 0, SOON_PS, NULL);
    printf("in the middle: %s\n", bl_device_text(result));
    if (result != BL_DEVICE_TIMEOUT || bl_device_reset(device) || pair_join(device))
        return failed(device, "reset");
    return 0;
}

int main(void) {
    struct bl_device *device = NULL;
    struct node nodes[2];
    if (pair_open(&device)) return 2;
    int result = make(device, 0, &nodes[0]) || make(device, 1, &nodes[1]) || play(device, nodes) ||
                 reset_within(device) || play(device, nodes);
    bl_device_close(device);
    return result;
}
