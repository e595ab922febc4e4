/* Collectives from a host program: each is a call of a kernel on all nodes. Argument: elements of
   4 bytes (1000). README.md says how to run it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ring_host.h"

#include <bl_dma.h>

enum { GPU_BYTES = 8 << 20, MIB = 1 << 20, MOST = MIB / 4 };
enum { TOTAL = 0, SPREAD = 2 * MIB }; /* addresses, as collectives.loom says */
static const double core_hertz = 222.5e6; /* as collectives.loom says */

struct job {
    uint32_t n;
    uint32_t *memory[RING_NODES]; /* of each node's GPU */
};

static uint32_t word_of(int node, uint32_t i) { return (i + 1) * 2654435761u + (uint32_t)node; }

/* A simulated GPU's memory is a buffer; on a card its address comes from the GPU's own driver. */
static int give_memories(struct bl_device *device, struct job *job) {
    int result = BL_DEVICE_OK;
    for (int node = 0; node < RING_NODES && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, GPU_BYTES, &bytes, &bus);
        if (!result) result = ring_gpu(device, node, bus, GPU_BYTES);
        job->memory[node] = bytes;
    }
    return result;
}

static void fill(const struct job *job, int address) {
    for (int node = 0; node < RING_NODES; node++)
        for (uint32_t i = 0; i < job->n; i++)
            job->memory[node][address / 4 + i] = word_of(node, i);
}

/* Words of all nodes that are not what they are to be. */
static uint32_t count_wrong(const struct job *job, int address, uint32_t (*wanted)(uint32_t i)) {
    uint32_t wrong = 0;
    for (int node = 0; node < RING_NODES; node++)
        for (uint32_t i = 0; i < job->n; i++)
            wrong += job->memory[node][address / 4 + i] != wanted(i);
    return wrong;
}

static uint32_t sum_of(uint32_t i) {
    uint32_t sum = 0;
    for (int node = 0; node < RING_NODES; node++) sum += word_of(node, i);
    return sum;
}
static uint32_t first_of(uint32_t i) { return word_of(0, i); }

static int judge(const struct job *job, const char *what, int address,
                 uint32_t (*wanted)(uint32_t i), uint64_t clocks) {
    uint32_t wrong = count_wrong(job, address, wanted);
    printf("%s of %" PRIu32 " elements on %d nodes: %.3f us, %" PRIu32 " wrong\n", what, job->n,
           RING_NODES, (double)clocks / core_hertz * 1e6, wrong);
    return wrong != 0;
}

static int run(struct bl_device *device, struct job *job) {
    uint64_t clocks;
    int wrong = 0, result = give_memories(device, job);
    for (int address = TOTAL; address <= SPREAD && !result; address += SPREAD) fill(job, address);
    if (!result) result = ring_total_call(device, job->n, 0, &clocks);
    if (!result) wrong = judge(job, "allreduce", TOTAL, sum_of, clocks);
    if (!result) result = ring_spread_call(device, job->n, 0, &clocks);
    if (!result) wrong |= judge(job, "broadcast", SPREAD, first_of, clocks);
    if (result) fprintf(stderr, "error: %s\n", bl_device_message(device));
    return result || wrong;
}

int main(int argc, char **argv) {
    struct job job = {.n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000};
    struct bl_device *device = NULL;
    if (job.n > MOST) {
        fprintf(stderr, "error: a GPU has room for %d elements\n", MOST);
        return 2;
    }
    int result = ring_open(&device);
    if (result) return 10 + result;
    int status = run(device, &job);
    bl_device_close(device);
    return status;
}
