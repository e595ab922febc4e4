/* What waits say of kernels that wait for others: for which end and how much, who does not run, who
   has failed. A kernel that fails ends those at its channels, and no others. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair_host.h"

enum { PAGE = 1 << 16, WORDS = 64, MANY = 4096, BEFORE = 0x22 };

static const int64_t SHORT = INT64_C(20) * 1000 * 1000; /* 20 us */

static int wanted(struct bl_device *device, const char *what, int result, int code,
                  const char *const *words) {
    int bad = result != code;
    for (; *words; words++) bad |= !strstr(bl_device_message(device), *words);
    if (bad) printf("FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    return bad;
}
#define WANTED(device, what, result, code, ...) \
    wanted(device, what, result, code, (const char *const[]){__VA_ARGS__, NULL})
static int fine(struct bl_device *device, const char *what, int result) {
    return WANTED(device, what, result, BL_DEVICE_OK, "");
}

static uint8_t *gpus[2];

static int place(struct bl_device *device) {
    int bad = 0;
    for (int node = 0; node < 2; node++) {
        void *bytes;
        uint64_t bus;
        bad += fine(device, "buffer", bl_device_gpu_buffer(device, node, 0, PAGE, &bytes, &bus));
        gpus[node] = bytes;
        for (int i = 0; i < PAGE; i++) gpus[node][i] = (uint8_t)(BEFORE + node);
        bad += fine(device, "memory", pair_gpu(device, node, bus, PAGE));
    }
    return bad;
}

/* Nobody has failed: a limit that runs out says what is waited for. */
static int waits(struct bl_device *device) {
    int bad = fine(device, "take", pair_take_run(device, 1, WORDS));
    bad += WANTED(device, "nothing comes", pair_take_wait(device, 1, SHORT, NULL),
                  BL_DEVICE_TIMEOUT,
                  "it waits for channel there to bring 64 words of 4 bytes from node 0",
                  "kernel give of node 0 does not run");
    bad += fine(device, "give less", pair_give_run(device, 0, WORDS - 24, 0));
    bad += WANTED(device, "too little comes", pair_take_wait(device, 1, SHORT, NULL),
                  BL_DEVICE_TIMEOUT, "channel there to bring 24 words of 4 bytes from node 0;",
                  " ");
    bad += WANTED(device, "no answer", pair_give_wait(device, 0, SHORT, NULL), BL_DEVICE_TIMEOUT,
                  "at kernel_partners.loom:16 it waits for channel back to bring 40 words",
                  "kernel answer of node 1 does not run");
    bad += fine(device, "answer", pair_answer_run(device, 1, WORDS - 24));
    bad += fine(device, "its end", pair_answer_wait(device, 1, 0, NULL));
    bad += fine(device, "give's end", pair_give_wait(device, 0, 0, NULL));
    bad += fine(device, "give the rest", pair_give_run(device, 0, 24, 160));
    bad += fine(device, "take's end", pair_take_wait(device, 1, 0, NULL));
    bad += fine(device, "answer", pair_answer_run(device, 1, 24));
    return bad + fine(device, "give's end", pair_give_wait(device, 0, 0, NULL));
}

/* More than a buffer holds, and nobody takes it. */
static int for_room(struct bl_device *device) {
    int bad = fine(device, "left", pair_left_run(device, 0, MANY));
    bad += WANTED(device, "no room", pair_left_wait(device, 0, SHORT, NULL), BL_DEVICE_TIMEOUT,
                  "it waits for room in channel beside for ", " to node 1",
                  "kernel right of node 1 does not run");
    bad += fine(device, "right", pair_right_run(device, 1, MANY));
    bad += fine(device, "left's end", pair_left_wait(device, 0, 0, NULL));
    return bad + fine(device, "right's end", pair_right_wait(device, 1, 0, NULL));
}

/* give fails at once: take and answer, which use its channels, end, left and right do not. */
static int fails(struct bl_device *device) {
    int bad = fine(device, "take", pair_take_run(device, 1, WORDS));
    bad += fine(device, "left", pair_left_run(device, 0, MANY));
    bad += fine(device, "give", pair_give_run(device, 0, WORDS, PAGE));
    bad += WANTED(device, "give", pair_give_wait(device, 0, 0, NULL), BL_DEVICE_NODE_ERROR,
                  "a move leaves its memory: gpu -> channel there, kernel_partners.loom:15, at "
                  "address 65536 of the memory");
    bad += WANTED(device, "take", pair_take_wait(device, 1, 0, NULL), BL_DEVICE_NODE_ERROR,
                  "a kernel at the other end of a channel has failed: channel there -> gpu, "
                  "kernel_partners.loom:18; kernel give of node 0: a move leaves its memory");
    bad += WANTED(device, "take again", pair_take_run(device, 1, WORDS), BL_DEVICE_NODE_ERROR,
                  "before its next start");
    bad += WANTED(device, "answer", pair_answer_run(device, 1, WORDS), BL_DEVICE_NODE_ERROR,
                  "kernel answer of node 1 uses channel back, on which a kernel has failed; kernel "
                  "give of node 0: a move leaves its memory");
    bad += fine(device, "right", pair_right_run(device, 1, MANY));
    bad += fine(device, "left's end", pair_left_wait(device, 0, 0, NULL));
    return bad + fine(device, "right's end", pair_right_wait(device, 1, 0, NULL));
}

/* One that sends more than there is room for, to one that fails. */
static int sender_ends(struct bl_device *device) {
    int bad = fine(device, "left", pair_left_run(device, 0, MANY));
    bad += fine(device, "right", pair_right_run(device, 1, 2 * PAGE));
    bad += WANTED(device, "right", pair_right_wait(device, 1, 0, NULL), BL_DEVICE_NODE_ERROR,
                  "a move leaves its memory: channel beside -> gpu, kernel_partners.loom:21, at "
                  "address 32768");
    return bad + WANTED(device, "left", pair_left_wait(device, 0, 0, NULL), BL_DEVICE_NODE_ERROR,
                        "a kernel at the other end of a channel has failed",
                        "kernel right of node 1");
}

static int again(struct bl_device *device) {
    int bad = fine(device, "reset", bl_device_reset(device));
    bad += fine(device, "join", pair_join(device));
    bad += fine(device, "take", pair_take_run(device, 1, WORDS));
    bad += fine(device, "give", pair_give_run(device, 0, WORDS, 64));
    bad += fine(device, "answer", pair_answer_run(device, 1, WORDS));
    bad += fine(device, "take", pair_take_wait(device, 1, 0, NULL));
    return bad + fine(device, "give", pair_give_wait(device, 0, 0, NULL));
}

int main(void) {
    struct bl_device *device;
    int bad = pair_open(&device);
    if (bad) return printf("FAIL open: %s\n", bl_device_message(device)), 1;
    bad += place(device);
    bad += waits(device) + for_room(device) + fails(device) + again(device);
    bad += sender_ends(device) + again(device);
    bad += gpus[1][0] != BEFORE;
    bl_device_close(device);
    if (!bad) puts("partners are reported");
    return bad != 0;
}
