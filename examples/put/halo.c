/* Every node puts a face of its grid into the memory of the next node's host: a column of the
   grid, a block of each row, and its last row, by a chain of two descriptors. The word behind them
   shows that all of it has arrived. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum {
    ROWS = 64,                 /* of a grid */
    PITCH = 4096,              /* bytes from row to row */
    FACE = 256,                /* bytes of a row that the neighbour needs */
    GRID = ROWS * PITCH,
    HALO = ROWS * FACE + PITCH, /* the face's rows next to each other, then the last row */
    DONE = 1
};
static const int64_t limit_ps = INT64_C(1000) * 1000 * 1000;

struct buffer {
    uint8_t *bytes;
    uint64_t bus;
};
static struct bl_device *device;
static struct buffer grid[TCA_NODES], halo[TCA_NODES], chain[TCA_NODES], flag[TCA_NODES];

static void check(int result, const char *what) {
    if (!result) return;
    fprintf(stderr, "%s: %s: %s\n", what, bl_device_text(result), bl_device_message(device));
    exit(1);
}

static struct buffer buffer(int node, size_t size) {
    struct buffer made = {0};
    void *bytes;
    check(bl_device_buffer(device, node, size, &bytes, &made.bus), "a buffer of a host");
    made.bytes = bytes;
    memset(bytes, 0, size);
    return made;
}

static void make(int node) {
    grid[node] = buffer(node, GRID);
    halo[node] = buffer(node, HALO);
    chain[node] = buffer(node, 2 * BL_CHAIN_DESCRIPTOR_BYTES);
    flag[node] = buffer(node, 4);
    for (int i = 0; i < GRID; i++) grid[node].bytes[i] = (uint8_t)(7 * i + i / PITCH + node);
}

/* The bus address in the window of a byte of a node's host. */
static uint64_t window(int node, uint64_t bus) { return tca_address(tca_offset_of(node, bus)); }

static void send(int node) {
    const int next = (node + 1) % TCA_NODES;
    const struct bl_device_blocks rows = {
        .bytes = FACE, .source_stride = PITCH, .target_stride = FACE};
    const uint64_t second = chain[node].bus + BL_CHAIN_DESCRIPTOR_BYTES;
    bl_device_chain_put_blocks(chain[node].bytes, grid[node].bus + PITCH - FACE,
                               window(next, halo[next].bus), ROWS * FACE, &rows, second);
    bl_device_chain_put(chain[node].bytes + BL_CHAIN_DESCRIPTOR_BYTES,
                        grid[node].bus + GRID - PITCH,
                        window(next, halo[next].bus + ROWS * FACE), PITCH, 0);
    check(tca_chain_run(device, node, chain[node].bus, window(next, flag[next].bus), DONE),
          "a chain");
}

/* What has come from the node in front is what lies in its grid. */
static void compare(int node) {
    const int from = (node + TCA_NODES - 1) % TCA_NODES;
    for (int row = 0; row < ROWS; row++)
        if (memcmp(halo[node].bytes + row * FACE,
                   grid[from].bytes + (row + 1) * PITCH - FACE, FACE)) {
            fprintf(stderr, "node %d: row %d of the face is another one\n", node, row);
            exit(1);
        }
    if (memcmp(halo[node].bytes + ROWS * FACE, grid[from].bytes + GRID - PITCH, PITCH)) {
        fprintf(stderr, "node %d: the last row is another one\n", node);
        exit(1);
    }
}

int main(void) {
    int64_t begun, ended;
    check(tca_open(&device), "the device");
    for (int node = 0; node < TCA_NODES; node++) make(node);
    check(bl_device_time(device, &begun), "the time");
    for (int node = 0; node < TCA_NODES; node++) send(node);
    for (int node = 0; node < TCA_NODES; node++) {
        const int next = (node + 1) % TCA_NODES;
        const volatile uint32_t *word = (const volatile uint32_t *)flag[next].bytes;
        check(tca_chain_end(device, node, word, DONE, limit_ps), "the end of a chain");
        check(tca_chain_wait(device, node, limit_ps), "a chain");
    }
    check(bl_device_time(device, &ended), "the time");
    for (int node = 0; node < TCA_NODES; node++) compare(node);
    printf("%d faces of %d B, and a row of %d B each, in %.2f us\n", TCA_NODES, ROWS * FACE, PITCH,
           (double)(ended - begun) / 1e6);
    bl_device_close(device);
    return 0;
}
