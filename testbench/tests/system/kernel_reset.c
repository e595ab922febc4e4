/* A reset in the middle of kernels: afterwards they are started again, and are right. */
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

enum { WORDS = 300, MANY = 100000 };

static int failed(struct bl_device *device, const char *what, int result) {
    if (!result) return 0;
    printf("FAIL %s: %s\n", what, bl_device_message(device));
    return 1;
}

static uint32_t *gpus[2];
static uint64_t buses[2];

static int place(struct bl_device *device) {
    for (int n = 0; n < 2; n++) {
        void *bytes;
        uint64_t bus;
        if (!gpus[n]) {
            if (failed(device, "buffer",
                       bl_device_gpu_buffer(device, n, 0, 4 * MANY, &bytes, &bus)))
                return 1;
            gpus[n] = bytes;
        } else bus = buses[n];
        buses[n] = bus;
        if (failed(device, "base", pair_gpu(device, n, bus, 4 * MANY))) return 1;
    }
    return 0;
}

/* A kernel whose partner is not started, while the end of another one was not looked at. */
static int alone(struct bl_device *device) {
    if (failed(device, "reply", pair_reply_run(device, 1, WORDS, 1)) ||
        failed(device, "start", pair_start_run(device, 0, WORDS, 1)) ||
        failed(device, "wait", pair_reply_wait(device, 1, 0, NULL)) ||
        failed(device, "another one", pair_other_run(device, 1, 0)) ||
        failed(device, "reply", pair_reply_run(device, 1, WORDS, 1)))
        return 1;
    int result = pair_reply_wait(device, 1, 20 * 1000000LL, NULL);
    printf("alone: %s\n", bl_device_text(result));
    return result != BL_DEVICE_TIMEOUT;
}

int main(void) {
    struct bl_device *device;
    uint64_t clocks;
    int result = pair_open(&device);
    if (result) return 1;
    for (int round = 0; round < 3; round++) {
        if (place(device)) return 1;
        for (int i = 0; i < WORDS; i++) gpus[0][i] = (uint32_t)(i * 7 + round), gpus[1][i] = 0;
        if (failed(device, "reply", pair_reply_run(device, 1, WORDS, 1)) ||
            failed(device, "start", pair_start_run(device, 0, WORDS, 1)) ||
            failed(device, "wait", pair_start_wait(device, 0, 0, &clocks)) ||
            failed(device, "wait", pair_reply_wait(device, 1, 0, NULL)))
            return 1;
        if (memcmp(gpus[0], gpus[1], 4 * WORDS)) return printf("FAIL round %d\n", round), 1;
        printf("round %d: %llu cycles\n", round, (unsigned long long)clocks);
        if (failed(device, "reply", pair_reply_run(device, 1, MANY, 1)) ||
            failed(device, "start", pair_start_run(device, 0, MANY, 1)))
            return 1;
        result = pair_start_wait(device, 0, (5 + 7 * round) * 1000000LL, NULL);
        printf("in the middle: %s\n", bl_device_text(result));
        if (failed(device, "reset", bl_device_reset(device)) ||
            failed(device, "join", pair_join(device)))
            return 1;
    }
    if (place(device) || alone(device)) return 1;
    bl_device_close(device);
    puts("right after each reset");
    return 0;
}
