/* For testbench/bench/coe: one message from the host to a channel of node 0 and back, by DMA.
   argument: bytes. Prints a line: picoseconds there, picoseconds back, bytes that crossed the host
   port to the node and from it, and what of data the bus model lets through, in bytes a second:
   reads (there), writes (back). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/device/bl_device_sim.h"
#include "sort_host.h"

static int64_t now(struct bl_device *device) {
    return bl_cluster_sim_now(bl_device_sim_cluster(device));
}

static uint8_t *message(size_t size) {
    uint8_t *bytes = malloc(size);
    uint32_t value = 1;
    for (size_t i = 0; bytes && i < size; i++) {
        value = value * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(value >> 24);
    }
    return bytes;
}

static int failed(struct bl_device *device, const char *what) {
    printf("FAIL %s: %s\n", what, bl_device_message(device));
    return 1;
}

int main(int argc, char **argv) {
    struct bl_device *device;
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
    uint8_t *sent = message(size), *back = calloc(size, 1);
    if (!size || !sent || !back || sort_open(&device)) return 2;
    int64_t begin = now(device);
    if (bl_device_write(device, 0, 0, 0, sent, size)) return failed(device, "there");
    int64_t there = now(device);
    if (bl_device_read(device, 0, 0, 0, back, size)) return failed(device, "back");
    int64_t end = now(device);
    struct bl_host_counts counts = bl_host_port_counts(
        bl_cluster_sim_node(bl_device_sim_cluster(device), 0)->host);
    if (memcmp(sent, back, size)) return failed(device, "the message has changed");
    printf("rate %" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 " %.0f %.0f\n", there - begin,
           end - there, counts.read_bytes, counts.written_bytes,
           bl_host_port_read_limit(&bl_host_usual), bl_host_port_write_limit(&bl_host_usual));
    free(sent);
    free(back);
    bl_device_close(device);
    return 0;
}
