/* Resets at random moments of a message from GPU to GPU and back, while a thread waits for either
   kernel: each wait ends, well only if the memory is right, else with the reset as its cause; and
   the next message is right. Arguments: rounds, a seed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair_host.h"

enum { FEW = 40, MANY = 6000, MOST_US = 60, GPU_BYTES = 1 << 20, US = 1000 * 1000 };

struct play {
    struct bl_device *device;
    uint64_t random;
    uint32_t *gpus[PAIR_NODES];
    unsigned ended, aborted;
};

static uint32_t draw(struct play *play, uint32_t below) {
    play->random = play->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((play->random >> 33) % below);
}

static int fail(struct play *play, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(play->device));
    return 1;
}

static int give_memories(struct play *play) {
    for (int node = 0; node < PAIR_NODES; node++) {
        void *bytes;
        uint64_t bus;
        if (bl_device_gpu_buffer(play->device, node, 0, GPU_BYTES, &bytes, &bus) ||
            pair_gpu(play->device, node, bus, GPU_BYTES))
            return fail(play, "memory");
        play->gpus[node] = bytes;
    }
    return 0;
}

static int start(struct play *play, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        play->gpus[0][i] = draw(play, 1 << 30);
        play->gpus[1][i] = ~play->gpus[0][i];
    }
    if (pair_reply_run(play->device, 1, words, 1) || pair_start_run(play->device, 0, words, 1))
        return fail(play, "start");
    return 0;
}

static bool is_right(const struct play *play, uint32_t words) {
    return !memcmp(play->gpus[0], play->gpus[1], 4 * (size_t)words);
}

struct waiter {
    struct bl_device *device;
    int node, result;
    pthread_t thread;
};

static void *wait_too(void *of) {
    struct waiter *waiter = of;
    waiter->result = waiter->node ? pair_reply_wait(waiter->device, 1, INT64_MAX, NULL)
                                  : pair_start_wait(waiter->device, 0, 0, NULL);
    bl_device_attach(waiter->device, -1);
    return NULL;
}

/* Between the start and the reset: a limit of the same wait. */
static int reset_at(struct play *play, uint32_t words) {
    int result = pair_start_wait(play->device, 0, 1 + US * (int64_t)draw(play, MOST_US), NULL);
    if (result && result != BL_DEVICE_TIMEOUT) return fail(play, "a wait with a limit");
    if (!result && !is_right(play, words)) return fail(play, "a message");
    return bl_device_reset(play->device) ? fail(play, "reset") : 0;
}

static int judge(struct play *play, const struct waiter *waiter, uint32_t words) {
    play->ended += !waiter->result;
    play->aborted += waiter->result == BL_DEVICE_NODE_ERROR;
    if (!waiter->result && !is_right(play, words)) return fail(play, "what a wait called right");
    if (waiter->result && waiter->result != BL_DEVICE_NODE_ERROR) return fail(play, "a wait");
    return 0;
}

static int recover(struct play *play) {
    if (pair_join(play->device)) return fail(play, "join");
    if (start(play, FEW)) return 1;
    if (pair_start_wait(play->device, 0, 0, NULL) || pair_reply_wait(play->device, 1, 0, NULL))
        return fail(play, "after a reset");
    return is_right(play, FEW) ? 0 : fail(play, "a message after a reset");
}

static int round_(struct play *play) {
    struct waiter waiters[PAIR_NODES];
    uint32_t words = 1 + draw(play, draw(play, 2) ? MANY : FEW);
    if (start(play, words)) return 1;
    bl_device_attach(play->device, PAIR_NODES);
    for (int i = 0; i < PAIR_NODES; i++) {
        waiters[i] = (struct waiter){.device = play->device, .node = i};
        if (pthread_create(&waiters[i].thread, NULL, wait_too, &waiters[i])) abort();
    }
    int bad = reset_at(play, words);
    bl_device_attach(play->device, -1);
    for (int i = 0; i < PAIR_NODES; i++) pthread_join(waiters[i].thread, NULL);
    bl_device_attach(play->device, 1);
    for (int i = 0; i < PAIR_NODES; i++) bad += judge(play, &waiters[i], words);
    return bad ? bad : recover(play);
}

int main(int argc, char **argv) {
    struct play play = {.random = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    if (pair_open(&play.device)) return 2;
    int bad = give_memories(&play), count = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < count && !bad; i++) bad = round_(&play);
    bl_device_close(play.device);
    if (!bad) printf("%u waits ended well, %u by a reset\n", play.ended, play.aborted);
    return bad;
}
