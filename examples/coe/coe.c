/* The ping-pong on unreliable channels from a host program: both kernels, the time one way, and
   what was lost. Arguments: words of 4 bytes of a message (1), rounds (10), rounds in each start
   (1): a kernel that has missed something says so at its end. README.md says how to run it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pair_host.h"

#include <bl_dma.h>

enum { GPU_BYTES = 16 << 20, MOST_WORDS = GPU_BYTES / 4 };
static const double core_hertz = 222.5e6; /* as coe.loom says */

struct job {
    uint32_t words, rounds, at_once;
    uint32_t *memory[PAIR_NODES]; /* of each node's GPU */
    uint64_t cycles;              /* of all rounds, there and back */
    uint32_t failed;              /* starts of which a kernel has missed something */
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

/* Both kernels end, whatever is lost; one that has missed something is started again all the
   same. */
static int play(struct bl_device *device, struct job *job) {
    uint64_t cycles = 0;
    int result = pair_reply_run(device, 1, job->words, job->at_once);
    if (!result) result = pair_start_run(device, 0, job->words, job->at_once);
    if (result) return result;
    int start = pair_start_wait(device, 0, 0, &cycles),
        reply = pair_reply_wait(device, 1, 0, NULL);
    job->cycles += cycles;
    job->failed += start == BL_DEVICE_NODE_ERROR || reply == BL_DEVICE_NODE_ERROR;
    if (start && start != BL_DEVICE_NODE_ERROR) return start;
    return reply == BL_DEVICE_NODE_ERROR ? BL_DEVICE_OK : reply;
}

/* A word that was lost is 0 from then on. */
static uint32_t count_wrong(const struct job *job) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < job->words; i++)
        wrong += job->memory[0][i] != word_number(i) && (job->memory[0][i] || !job->failed);
    return wrong;
}

static int print(struct bl_device *device, const struct job *job) {
    uint32_t ping = 0, pong = 0, wrong = count_wrong(job);
    int result = pair_ping_lost(device, 1, &ping);
    if (!result) result = pair_pong_lost(device, 0, &pong);
    if (result) return result;
    printf("%" PRIu32 " words of 4 bytes from GPU to GPU, %" PRIu32
           " rounds: %.3f us one way; %" PRIu32 " words lost on the way there, %" PRIu32
           " back, %" PRIu32 " of %" PRIu32 " starts with a loss, %" PRIu32 " words wrong\n",
           job->words, job->rounds, (double)job->cycles / core_hertz * 1e6 / 2 / job->rounds, ping,
           pong, job->failed, job->rounds / job->at_once, wrong);
    return wrong ? BL_DEVICE_NODE_ERROR : BL_DEVICE_OK;
}

static int run(struct bl_device *device, struct job *job) {
    int result = give_memories(device, job);
    for (uint32_t i = 0; i < job->words && !result; i++) job->memory[0][i] = word_number(i);
    for (uint32_t i = 0; i < job->rounds && !result; i += job->at_once) result = play(device, job);
    return result ? result : print(device, job);
}

static uint32_t argument(int argc, char **argv, int i, uint32_t usual) {
    return argc > i ? (uint32_t)strtoul(argv[i], NULL, 10) : usual;
}

int main(int argc, char **argv) {
    struct job job = {.words = argument(argc, argv, 1, 1),
                      .rounds = argument(argc, argv, 2, 10),
                      .at_once = argument(argc, argv, 3, 1)};
    struct bl_device *device = NULL;
    if (job.words > MOST_WORDS || !job.at_once || !job.rounds || job.rounds % job.at_once) {
        fprintf(stderr, "error: up to %d words, and whole starts\n", MOST_WORDS);
        return 2;
    }
    int result = pair_open(&device);
    if (!result) result = run(device, &job);
    if (result) fprintf(stderr, "error: %s\n", device ? bl_device_message(device) : "no device");
    bl_device_close(device);
    return result ? 1 : 0;
}
