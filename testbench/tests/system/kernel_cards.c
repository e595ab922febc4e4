/* Two cards that the host loads and reads by DMA: words of the first channel of node 0, at any
   byte, go through a kernel of each node to the last one of node 1. argument: channels. Each host
   port carries what goes through it and no more than descriptors and completions beside it. DMA
   goes on while a kernel waits. All of it again after a reset in the middle of kernels. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair_host.h"
#include "simulation/device/bl_device_sim.h"

enum {
    MANY = 100000,
    SOON_PS = 3000000,
    WORDS = 5000,
    BYTES = 4 * WORDS,
    SHIFT = 3,
    BESIDE = 4096,
    AT = 0x10000
};

static uint8_t sent[BYTES + 2 * SHIFT], back[BYTES];

static int failed(struct bl_device *device, const char *what) {
    printf("FAIL %s: %s\n", what, device ? bl_device_message(device) : "");
    return 1;
}

static struct bl_host_counts counts_of(struct bl_device *device, int node) {
    return bl_host_port_counts(bl_cluster_sim_node(bl_device_sim_cluster(device), node)->host);
}

/* Bytes that went one way through a host port since `before`, of which `bytes` had to. */
static int check_bytes(const char *what, uint64_t before, uint64_t after, uint64_t bytes) {
    uint64_t went = after - before;
    printf("%s: %" PRIu64 " bytes for %" PRIu64 "\n", what, went, bytes);
    return went < bytes || went > bytes + BESIDE;
}

/* The far kernel waits already while the host loads the near one's card. */
static int play(struct bl_device *device, int last) {
    if (pair_far_run(device, 1, WORDS, AT)) return failed(device, "far");
    struct bl_host_counts before = counts_of(device, 0);
    if (bl_device_write(device, 0, 0, AT - SHIFT, sent, sizeof sent))
        return failed(device, "what is written");
    struct bl_host_counts there = counts_of(device, 0);
    if (pair_near_run(device, 0, WORDS, AT) || pair_near_wait(device, 0, 0, NULL) ||
        pair_far_wait(device, 1, 0, NULL))
        return failed(device, "the kernels");
    struct bl_host_counts begin = counts_of(device, 1);
    if (bl_device_read(device, 1, last, AT + 4, back, sizeof back))
        return failed(device, "what is read");
    struct bl_host_counts end = counts_of(device, 1);
    return check_bytes("to node 0", before.read_bytes, there.read_bytes, sizeof sent) |
           check_bytes("from node 1", begin.written_bytes, end.written_bytes, sizeof back);
}

/* Kernels that move words of both cards have begun when the nodes are reset. */
static int reset_within(struct bl_device *device) {
    if (pair_far_run(device, 1, MANY, 0) || pair_near_run(device, 0, MANY, 0))
        return failed(device, "long kernels");
    int result = pair_near_wait(device, 0, SOON_PS, NULL);
    printf("in the middle: %s\n", bl_device_text(result));
    if (result != BL_DEVICE_TIMEOUT || bl_device_reset(device) || pair_join(device))
        return failed(device, "reset");
    return 0;
}

static int is_right(void) {
    if (!memcmp(sent + SHIFT, back, sizeof back)) return 1;
    puts("FAIL what came back is not what was sent");
    return 0;
}

int main(int argc, char **argv) {
    int channels = argc > 1 ? atoi(argv[1]) : 0;
    struct bl_device *device = NULL;
    for (size_t i = 0; i < sizeof sent; i++) sent[i] = (uint8_t)(i * 2654435761u >> 13);
    if (pair_open(&device)) return 2;
    int result = play(device, channels - 1) || !is_right() || reset_within(device);
    memset(back, 0, sizeof back);
    if (!result) result = play(device, channels - 1) || !is_right();
    if (bl_device_write(device, 0, channels, 0, sent, 4) != BL_DEVICE_BAD_CALL)
        result = failed(NULL, "a channel that is not there");
    bl_device_close(device);
    return result;
}
