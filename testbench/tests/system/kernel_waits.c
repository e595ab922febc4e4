/* A wait belongs to a start: never started, ended and ended by a reset are three answers, for all
   threads that wait, and each start after a reset is one as if there had been none. The word in
   front says what is tried. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "pair_host.h"

enum { FEW = 50, MANY = 100000, SECOND = 1 };

static const int64_t moment = INT64_C(20) * 1000 * 1000;

static int wanted(struct bl_device *device, const char *what, int result, int code,
                  const char *words) {
    const char *message = code ? bl_device_message(device) : "";
    if (result == code && strstr(message, words)) return 0;
    printf("FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    return 1;
}

static int give_memories(struct bl_device *device) {
    int result = BL_DEVICE_OK;
    for (int node = 0; node < PAIR_NODES && !result; node++) {
        void *bytes;
        uint64_t bus;
        result = bl_device_gpu_buffer(device, node, 0, 1 << 20, &bytes, &bus);
        if (!result) result = pair_gpu(device, node, bus, 1 << 20);
    }
    return wanted(device, "memories", result, BL_DEVICE_OK, "");
}

static int start_both(struct bl_device *device, uint32_t words) {
    return wanted(device, "reply", pair_reply_run(device, 1, words, 1), BL_DEVICE_OK, "") +
           wanted(device, "start", pair_start_run(device, 0, words, 1), BL_DEVICE_OK, "");
}

static int ends(struct bl_device *device, uint64_t *clocks) {
    int bad = wanted(device, "the end", pair_start_wait(device, 0, INT64_MAX, clocks), BL_DEVICE_OK,
                     "");
    return bad + wanted(device, "the partner's end", pair_reply_wait(device, 1, INT64_MAX, NULL),
                        BL_DEVICE_OK, "");
}

/* All that a reset has taken is there again. */
static int recovers(struct bl_device *device) {
    int bad = wanted(device, "reset", bl_device_reset(device), BL_DEVICE_OK, "");
    bad += wanted(device, "a start before the nodes are joined", pair_reply_run(device, 1, 1, 1),
                  BL_DEVICE_BAD_CALL, "join them before a start");
    bad += wanted(device, "join", pair_join(device), BL_DEVICE_OK, "");
    bad += give_memories(device) + start_both(device, FEW);
    return bad + ends(device, NULL);
}

struct waiter {
    struct bl_device *device;
    int64_t timeout_ps;
    int result;
    char message[200];
};

static void *wait_too(void *of) {
    struct waiter *waiter = of;
    waiter->result = pair_start_wait(waiter->device, 0, waiter->timeout_ps, NULL);
    snprintf(waiter->message, sizeof waiter->message, "%s", bl_device_message(waiter->device));
    bl_device_attach(waiter->device, -1);
    return NULL;
}

/* A reset in the middle, while a thread waits without a limit; the one who resets waits later. */
static int asked(struct bl_device *device) {
    struct waiter waiter = {.device = device, .timeout_ps = INT64_MAX};
    pthread_t thread;
    int bad = give_memories(device);
    bad += wanted(device, "before a start", pair_start_wait(device, 0, 0, NULL),
                  BL_DEVICE_NOT_STARTED, "kernel start of node 0 was never started");
    bad += start_both(device, MANY);
    bl_device_attach(device, SECOND);
    if (pthread_create(&thread, NULL, wait_too, &waiter)) return 1;
    bad += wanted(device, "a wait with a limit", pair_start_wait(device, 0, moment, NULL),
                  BL_DEVICE_TIMEOUT, "kernel start of node 0 has not ended");
    bad += wanted(device, "reset", bl_device_reset(device), BL_DEVICE_OK, "");
    bl_device_attach(device, -SECOND);
    pthread_join(thread, NULL);
    bl_device_attach(device, SECOND);
    bad += waiter.result != BL_DEVICE_NODE_ERROR || !strstr(waiter.message, "was reset");
    for (int i = 0; i < 2; i++)
        bad += wanted(device, "after the reset", pair_start_wait(device, 0, moment, NULL),
                      BL_DEVICE_NODE_ERROR, "kernel start of node 0: the node was reset");
    return bad + recovers(device);
}

/* What had ended before a reset, and was seen to, has. */
static int ended(struct bl_device *device) {
    uint64_t clocks = 0, again = 0;
    int bad = give_memories(device) + start_both(device, FEW) + ends(device, &clocks);
    bad += wanted(device, "reset", bl_device_reset(device), BL_DEVICE_OK, "");
    bad += ends(device, &again);
    if (!clocks || clocks != again) bad += printf("FAIL the clocks of a start\n") > 0;
    return bad + recovers(device);
}

/* A reset that the host does not ask for (BL_SIM_MEMORY) of node 0, or of its partner. */
static int unasked(struct bl_device *device, const char *words) {
    int bad = give_memories(device) + start_both(device, MANY);
    bad += wanted(device, "a wait", pair_start_wait(device, 0, INT64_MAX, NULL),
                  BL_DEVICE_NODE_ERROR, words);
    return bad + recovers(device);
}

static int own(struct bl_device *device) {
    int bad = unasked(device, "kernel start of node 0: the node was reset");
    return bad;
}
static int partner(struct bl_device *device) {
    return unasked(device, "kernel start of node 0 has not ended: node 1 was reset");
}

/* Then a start is refused, until all nodes are reset. */
static int refused(struct bl_device *device) {
    int bad = give_memories(device) + start_both(device, MANY);
    bad += wanted(device, "a wait", pair_start_wait(device, 0, 0, NULL), BL_DEVICE_NODE_ERROR,
                  "was reset");
    bad += wanted(device, "a start", pair_start_run(device, 0, 1, 1), BL_DEVICE_NODE_ERROR,
                  "node 0 was reset: all nodes want a reset");
    return bad + recovers(device);
}

/* One that does not come is said to be that, by the simulation. */
static int none(struct bl_device *device) {
    return give_memories(device) + start_both(device, FEW) + ends(device, NULL);
}

int main(int argc, char **argv) {
    static const struct {
        const char *word;
        int (*try)(struct bl_device *device);
    } rows[] = {{"asked", asked},     {"ended", ended},     {"own", own},
                {"partner", partner}, {"refused", refused}, {"none", none}};
    struct bl_device *device = NULL;
    int bad = 1;
    if (pair_open(&device)) return 2;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (argc > 1 && !strcmp(argv[1], rows[i].word)) bad = rows[i].try(device);
    bl_device_close(device);
    return bad != 0;
}
