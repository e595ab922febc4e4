/* Blocks of a GPU's memory through the card and back, from a host program: the cycles of each copy,
   and bytes a second both ways. Arguments: words of 4 bytes of a block (4096), pairs of blocks (8).
   README.md says how to run it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card_host.h"

enum { GPU_BYTES = 16 << 20, HALF = 8 << 20, HOST_BYTES = 1 << 20, COPIES = 4, SHOWN = 4 };
static const double core_hertz = 250e6; /* as descriptors.loom says */

struct job {
    uint32_t words, pairs;
    uint8_t *gpu;
    uint32_t *cycles; /* measured, COPIES of each pair */
    uint64_t cycles;
};

static int give_memories(struct bl_device *device, struct job *job) {
    void *gpu = NULL, *host = NULL;
    uint64_t gpu_bus = 0, host_bus = 0;
    int result = bl_device_gpu_buffer(device, 0, 0, GPU_BYTES, &gpu, &gpu_bus);
    if (!result) result = bl_device_buffer(device, 0, HOST_BYTES, &host, &host_bus);
    if (!result) result = card_gpu(device, 0, gpu_bus, GPU_BYTES);
    if (!result) result = card_host(device, 0, host_bus, HOST_BYTES);
    job->gpu = gpu;
    job->cycles = host;
    return result;
}

static int play(struct bl_device *device, struct job *job) {
    int result = give_memories(device, job);
    for (uint32_t i = 0; i < HALF && !result; i++) job->gpu[i] = (uint8_t)(i * 2654435761u >> 13);
    if (!result) result = card_stage_run(device, 0, job->words, job->pairs);
    return result ? result : card_stage_wait(device, 0, 0, &job->cycles);
}

static void print(const struct job *job) {
    static const char *const names[COPIES] = {"to card0", "to card1", "from card0", "from card1"};
    double bytes = 8.0 * job->words * job->pairs;
    printf("%u blocks of %" PRIu32 " bytes to the card and back, all of them right\n",
           2 * job->pairs, 4 * job->words);
    printf("cycles of a copy");
    for (int i = 0; i < COPIES; i++) printf("%12s", names[i]);
    for (uint32_t pair = 0; pair < job->pairs && pair < SHOWN; pair++) {
        printf("\n  pair %9" PRIu32, pair);
        for (int i = 0; i < COPIES; i++)
            printf("%12" PRIu32, job->cycles[COPIES * pair + (uint32_t)i]);
    }
    printf("\n%" PRIu64 " cycles, %.3f GB/s each way\n", job->cycles,
           bytes * core_hertz / (double)(job->cycles ? job->cycles : 1) / 1e9);
}

static int run(struct bl_device *device, struct job *job) {
    if (play(device, job)) {
        fprintf(stderr, "error: %s\n", bl_device_message(device));
        return 1;
    }
    if (memcmp(job->gpu, job->gpu + HALF, (size_t)8 * job->words * job->pairs)) {
        fprintf(stderr, "error: what came back is not what was sent\n");
        return 1;
    }
    print(job);
    return 0;
}

int main(int argc, char **argv) {
    struct job job = {.words = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4096,
                      .pairs = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 8};
    struct bl_device *device = NULL;
    if (!job.words || !job.pairs || job.words > HALF / 8 || job.pairs > HALF / 8 ||
        job.words * job.pairs > HALF / 8 || job.pairs > HOST_BYTES / (4 * COPIES)) {
        fprintf(stderr, "error: 1 to %d words, 1 to %d pairs, and %d words of all blocks\n",
                HALF / 8, HOST_BYTES / (4 * COPIES), HALF / 4);
        return 2;
    }
    int result = card_open(&device);
    if (result) return 10 + result;
    int status = run(device, &job);
    bl_device_close(device);
    return status;
}
