/* An error is reported when it happens: while a move before it waits for a partner, who is notified
   of it when nothing moves any more. */
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

enum { WORDS = 100, MANY = 20000, GPU_BYTES = 1 << 20 };

static int wanted(struct bl_device *device, const char *what, int result, int code,
                  const char *words) {
    if (result == code && (!code || strstr(bl_device_message(device), words))) return 0;
    printf("FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    return 1;
}
static int fine(struct bl_device *device, const char *what, int result) {
    return wanted(device, what, result, BL_DEVICE_OK, "");
}

static int give_memories(struct bl_device *device) {
    int bad = 0;
    for (int node = 0; node < PAIR_NODES; node++) {
        void *bytes;
        uint64_t bus;
        bad += fine(device, "buffer",
                    bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus));
        bad += fine(device, "set", pair_gpu(device, node, bus, GPU_BYTES));
    }
    return bad;
}

/* Nobody has started the partner, and the error is there; then it cannot be started, until all
   nodes are reset. */
static int at_once(struct bl_device *device) {
    int bad = fine(device, "take", pair_take_run(device, 1, WORDS, 0, GPU_BYTES));
    for (int i = 0; i < 2; i++)
        bad += wanted(device, "its error", pair_take_wait(device, 1, 0, NULL), BL_DEVICE_NODE_ERROR,
                      "kernel take of node 1: a move leaves its memory");
    bad += wanted(device, "a start", pair_take_run(device, 1, WORDS, 0, 0), BL_DEVICE_BUSY,
                  "kernel take of node 1 has moves under way that began before its error: a move");
    while (bl_device_kernel_rests(device, 1, &pair_kernels.kernels[1]) == BL_DEVICE_BUSY) {}
    bad += wanted(device, "give", pair_give_run(device, 0, WORDS), BL_DEVICE_NODE_ERROR,
                  "kernel give of node 0 uses channel there, on which a kernel has failed; kernel "
                  "take of node 1: a move leaves its memory");
    bad += fine(device, "reset", bl_device_reset(device)) + fine(device, "join", pair_join(device));
    bad += fine(device, "a good start", pair_take_run(device, 1, WORDS, 0, 0));
    bad += fine(device, "and its partner", pair_give_run(device, 0, WORDS));
    bad += fine(device, "a good end", pair_take_wait(device, 1, 0, NULL));
    return bad + fine(device, "the partner's end", pair_give_wait(device, 0, 0, NULL));
}

/* Who waits for a receiver that has failed learns why. */
static int partner(struct bl_device *device) {
    int bad = fine(device, "give", pair_give_run(device, 0, MANY));
    bad += fine(device, "take", pair_take_run(device, 1, MANY, GPU_BYTES, 0));
    return bad + wanted(device, "the partner", pair_give_wait(device, 0, 0, NULL),
                        BL_DEVICE_NODE_ERROR, "; kernel take of node 1: a move leaves");
}

int main(void) {
    struct bl_device *device = NULL;
    if (pair_open(&device)) return 2;
    int bad = give_memories(device);
    if (!bad) bad = at_once(device);
    if (!bad) bad = partner(device);
    bl_device_close(device);
    return bad != 0;
}
