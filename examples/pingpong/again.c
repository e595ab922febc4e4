/* The ping-pong that is reset on its way: a second thread waits for the kernels, the first one
   resets the nodes, the wait says so, and the same is started again and is right. Compiled against
   the installed library; README.md says how. */
#include <stdbool.h>
#include <stdio.h>
#include <threads.h>

#include "pair_host.h"

#include <bl_dma.h>

enum { WORDS = 512, BYTES = 4 * WORDS };
static const int64_t us = 1000 * 1000; /* picoseconds */

struct job {
    struct bl_device *device;
    uint32_t *memory[PAIR_NODES]; /* of each node's GPU */
    int result;                   /* of the waits */
};

static int problem(struct bl_device *device, const char *what) {
    fprintf(stderr, "error: %s: %s\n", what, bl_device_message(device));
    return 1;
}

/* The library keeps the regions of a node's memories: once is enough. */
static int give_memories(struct job *job) {
    for (int node = 0; node < PAIR_NODES; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        int result = bl_device_gpu_buffer(job->device, node, 0, BYTES, &bytes, &bus);
        if (!result) result = pair_gpu(job->device, node, bus, BYTES);
        if (result) return result;
        job->memory[node] = bytes;
    }
    return BL_DEVICE_OK;
}

static int start(struct job *job, uint32_t seed, uint32_t rounds) {
    for (uint32_t i = 0; i < WORDS; i++) {
        job->memory[0][i] = seed + i * 2654435761u;
        job->memory[1][i] = 0;
    }
    int result = pair_reply_run(job->device, 1, WORDS, rounds);
    return result ? result : pair_start_run(job->device, 0, WORDS, rounds);
}

/* The limit is one for what is never answered; a reset ends the wait at once. */
static int wait_for_both(struct job *job) {
    int result = pair_start_wait(job->device, 0, 10000 * us, NULL);
    return result ? result : pair_reply_wait(job->device, 1, 10000 * us, NULL);
}

/* A thread of its own. It was attached before it began, so that simulated time stands until it is
   in a call as well, and is taken away when it ends. */
static int waiter(void *given) {
    struct job *job = given;
    job->result = wait_for_both(job);
    bl_device_attach(job->device, -1);
    return 0;
}

/* Far more rounds than go by until the first limit. */
static int reset_on_the_way(struct job *job) {
    thrd_t thread;
    if (start(job, 1, 1000000)) return problem(job->device, "start");
    bl_device_attach(job->device, 1);
    if (thrd_create(&thread, waiter, job) != thrd_success) return 1;
    int result = pair_reply_wait(job->device, 1, 10 * us, NULL);
    if (result == BL_DEVICE_TIMEOUT) result = bl_device_reset(job->device);
    /* thrd_join is no call of the device: without this no time would go by until it returns. */
    bl_device_attach(job->device, -1);
    thrd_join(thread, NULL);
    bl_device_attach(job->device, 1);
    if (result) return problem(job->device, "reset");
    printf("the wait of the other thread: %s\n", bl_device_text(job->result));
    return job->result != BL_DEVICE_NODE_ERROR;
}

/* What a reset forgets: pair_join tells it, memories included. Memory keeps what it had. */
static int once_more(struct job *job) {
    if (pair_join(job->device)) return problem(job->device, "join");
    if (start(job, 2, 1) || wait_for_both(job)) return problem(job->device, "the second start");
    uint32_t wrong = 0;
    for (int node = 0; node < PAIR_NODES; node++)
        for (uint32_t i = 0; i < WORDS; i++) wrong += job->memory[node][i] != 2 + i * 2654435761u;
    printf("%d words moved, %u wrong\n", WORDS, (unsigned)wrong);
    return wrong != 0;
}

int main(void) {
    struct job job = {.device = NULL};
    int result = pair_open(&job.device);
    if (result) return 10 + result;
    int status = give_memories(&job) ? problem(job.device, "memories") : 0;
    if (!status) status = reset_on_the_way(&job);
    if (!status) status = once_more(&job);
    bl_device_close(job.device);
    return status;
}
