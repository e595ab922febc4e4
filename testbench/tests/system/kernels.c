/* The kernels of examples/pingpong when the partner does not play: a wait with a limit, a start
   while a kernel runs, one that ends after all, a move that leaves its memory, addresses where
   there is none. Argument: what to try. Ends with 0 when everything is reported as it should be. */
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

#include <bl_dma.h>

enum { GPU_BYTES = 1 << 20, WORDS = 13000, US = 1000000 };

static int wanted(struct bl_device *device, const char *what, int result, int code,
                  const char *text) {
    const char *message = result ? bl_device_message(device) : "";
    if (result == code && strstr(message, text)) return 0;
    fprintf(stderr, "error: %s: %d, wanted %d: %s\n", what, result, code, message);
    return 1;
}

static int give_memories(struct bl_device *device) {
    int result = BL_DEVICE_OK;
    for (int node = 0; node < PAIR_NODES && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus);
        if (!result) result = pair_gpu(device, node, bus, GPU_BYTES);
    }
    return wanted(device, "memories", result, BL_DEVICE_OK, "");
}

/* The other kernel receives nothing: longer than all buffers, the message stands. */
static int late(struct bl_device *device) {
    uint64_t clocks = 1;
    int bad = give_memories(device);
    bad += wanted(device, "start", pair_start_run(device, 0, WORDS, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "a short wait", pair_start_wait(device, 0, 10 * US, &clocks),
                  BL_DEVICE_TIMEOUT, "kernel start of node 0 has not ended: ");
    bad += wanted(device, "a start where it is not", pair_start_run(device, 1, WORDS, 1),
                  BL_DEVICE_BAD_CALL, "kernel start is not on node 1");
    bad += wanted(device, "a wait where it is not", pair_reply_wait(device, 0, 0, NULL),
                  BL_DEVICE_BAD_CALL, "kernel reply is not on node 0");
    bad += wanted(device, "a second start", pair_start_run(device, 0, 1, 1), BL_DEVICE_BUSY,
                  "kernel start of node 0 runs");
    bad += wanted(device, "the partner", pair_reply_run(device, 1, WORDS, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "the end", pair_start_wait(device, 0, 0, &clocks), BL_DEVICE_OK, "");
    bad += wanted(device, "the partner's end", pair_reply_wait(device, 1, 0, NULL), BL_DEVICE_OK,
                  "");
    bad += wanted(device, "a start after the end", pair_start_run(device, 0, 0, 1), BL_DEVICE_OK,
                  "");
    bad += wanted(device, "its end", pair_start_wait(device, 0, 0, NULL), BL_DEVICE_OK, "");
    return bad + (clocks < WORDS / 8);
}

/* Without a limit the wait ends all the same, and says what everything waits for. */
static int never(struct bl_device *device) {
    int bad = give_memories(device);
    bad += wanted(device, "start", pair_start_run(device, 0, WORDS, 1), BL_DEVICE_OK, "");
    return bad + wanted(device, "a wait without a limit", pair_start_wait(device, 0, 0, NULL),
                        BL_DEVICE_STUCK,
                        "; kernel reply of node 1 does not run; deadlock: nothing moves any more");
}

/* An error of a kernel is reported; with a channel it wants a reset, after which its start is one
   as if there had been none. */
static int beyond(struct bl_device *device) {
    int bad = give_memories(device);
    bad += wanted(device, "start", pair_start_run(device, 0, 1 << 30, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "its end", pair_start_wait(device, 0, 0, NULL), BL_DEVICE_NODE_ERROR,
                  "kernel start of node 0: a move leaves its memory");
    bad += wanted(device, "a start before a reset", pair_start_run(device, 0, 1, 1),
                  BL_DEVICE_NODE_ERROR, "uses channel pong, on which a kernel has failed");
    bad += wanted(device, "reset", bl_device_reset(device), BL_DEVICE_OK, "");
    bad += wanted(device, "join", pair_join(device), BL_DEVICE_OK, "");
    bad += wanted(device, "a good start", pair_start_run(device, 0, 1, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "the partner", pair_reply_run(device, 1, 1, 1), BL_DEVICE_OK, "");
    return bad +
           wanted(device, "a good end", pair_start_wait(device, 0, 0, NULL), BL_DEVICE_OK, "");
}

/* Where no memory is, the bus answers a read or a write with an error; a reset ends that. */
static int nowhere(struct bl_device *device, int node, const char *text) {
    int bad = give_memories(device);
    bad += wanted(device, "an address", pair_gpu(device, node, 4096, GPU_BYTES), BL_DEVICE_OK, "");
    bad += wanted(device, "reply", pair_reply_run(device, 1, 1, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "start", pair_start_run(device, 0, 1, 1), BL_DEVICE_OK, "");
    int result = node ? pair_reply_wait(device, 1, 0, NULL) : pair_start_wait(device, 0, 0, NULL);
    bad += wanted(device, "the end", result, BL_DEVICE_NODE_ERROR, text);
    result = node ? pair_reply_run(device, 1, 1, 1) : pair_start_run(device, 0, 1, 1);
    bad += wanted(device, "a start before a reset", result, BL_DEVICE_NODE_ERROR,
                  "the nodes want a reset before its next start");
    bad += wanted(device, "reset", bl_device_reset(device), BL_DEVICE_OK, "");
    bad += wanted(device, "join", pair_join(device), BL_DEVICE_OK, "");
    bad += give_memories(device);
    bad += wanted(device, "reply again", pair_reply_run(device, 1, 9, 1), BL_DEVICE_OK, "");
    bad += wanted(device, "start again", pair_start_run(device, 0, 9, 1), BL_DEVICE_OK, "");
    return bad +
           wanted(device, "a good end", pair_start_wait(device, 0, 0, NULL), BL_DEVICE_OK, "");
}

int main(int argc, char **argv) {
    struct bl_device *device = NULL;
    const char *what = argc > 1 ? argv[1] : "";
    int result = pair_open(&device);
    if (result) return 10 + result;
    int bad = !strcmp(what, "late")     ? late(device)
              : !strcmp(what, "never")  ? never(device)
              : !strcmp(what, "beyond") ? beyond(device)
              : !strcmp(what, "read")   ? nowhere(device, 0, "a read was answered with an error")
              : !strcmp(what, "write")  ? nowhere(device, 1, "a write was answered with an error")
                                        : 1;
    bl_device_close(device);
    return bad;
}
