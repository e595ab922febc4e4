/* The ping-pong from a host program: both GPUs' memories, both kernels, the time one way.
   Arguments: words of 4 bytes of a message (1), rounds (10). README.md says how to run it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pair_host.h"

#include <bl_dma.h>

enum { GPU_BYTES = 16 << 20, MOST_WORDS = GPU_BYTES / 4 };
static const double core_hertz = 222.5e6; /* as pingpong.loom says */

struct job {
    uint32_t words, rounds;
    uint32_t *memory[PAIR_NODES]; /* of each node's GPU */
    uint64_t cycles;              /* of all rounds, there and back */
};

static uint32_t word_number(uint32_t i) { return (i + 1) * 2654435761u; }

/* A simulated GPU's memory is a buffer; on a card its address comes from the GPU's own driver. */
static int give_memories(struct bl_device *device, struct job *job) {
    int result = BL_DEVICE_OK;
    for (int node = 0; node < PAIR_NODES && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus);
        if (!result) result = pair_gpu(device, node, bus, GPU_BYTES);
        job->memory[node] = bytes;
    }
    return result;
}

static int play(struct bl_device *device, struct job *job) {
    int result = give_memories(device, job);
    for (uint32_t i = 0; i < job->words && !result; i++) job->memory[0][i] = word_number(i);
    if (!result) result = pair_reply_run(device, 1, job->words, job->rounds);
    if (!result) result = pair_start_run(device, 0, job->words, job->rounds);
    if (!result) result = pair_start_wait(device, 0, 0, &job->cycles);
    return result ? result : pair_reply_wait(device, 1, 0, NULL);
}

static uint32_t count_wrong(const struct job *job) {
    uint32_t wrong = 0;
    for (int node = 0; node < PAIR_NODES && job->rounds; node++)
        for (uint32_t i = 0; i < job->words; i++) wrong += job->memory[node][i] != word_number(i);
    return wrong;
}

static int run(struct bl_device *device, struct job *job) {
    if (play(device, job)) {
        fprintf(stderr, "error: %s\n", bl_device_message(device));
        return 1;
    }
    uint32_t wrong = count_wrong(job);
    if (wrong) {
        fprintf(stderr, "error: %" PRIu32 " words are wrong\n", wrong);
        return 1;
    }
    double us = (double)job->cycles / core_hertz * 1e6 / 2 / (job->rounds ? job->rounds : 1);
    printf("%" PRIu32 " words of 4 bytes from GPU to GPU, %" PRIu32
           " rounds: %.3f us one way, all of them right\n",
           job->words, job->rounds, us);
    return 0;
}

int main(int argc, char **argv) {
    struct job job = {.words = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1,
                      .rounds = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 10};
    struct bl_device *device = NULL;
    if (job.words > MOST_WORDS) {
        fprintf(stderr, "error: a GPU has room for %d words\n", MOST_WORDS);
        return 2;
    }
    int result = pair_open(&device);
    if (result) return 10 + result;
    int status = run(device, &job);
    bl_device_close(device);
    return status;
}
