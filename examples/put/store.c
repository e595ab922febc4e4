/* A store of node 0's CPU into the window arrives in the memory of node 1's host. */
#include <inttypes.h>
#include <stdio.h>

#include "tca_host.h"

static int fail(struct bl_device *device, const char *what, int result) {
    fprintf(stderr, "%s: %s: %s\n", what, bl_device_text(result), bl_device_message(device));
    bl_device_close(device);
    return 1;
}

int main(void) {
    enum { VALUE = 0x600DCAFE };
    const int64_t limit_ps = 100 * 1000 * 1000;
    struct bl_device *device;
    void *bytes;
    uint64_t bus;
    int64_t begun, ended;
    int result = tca_open(&device);
    if (result) return 1;
    result = bl_device_buffer(device, 1, 4096, &bytes, &bus);
    if (result) return fail(device, "a buffer of node 1's host", result);
    const volatile uint32_t *word = bytes;
    bl_device_time(device, &begun);
    result = bl_device_store(device, 0, tca_offset_of(1, bus), VALUE);
    if (!result) result = bl_device_poll(device, word, VALUE, limit_ps);
    if (result) return fail(device, "a store into the window", result);
    bl_device_time(device, &ended);
    printf("4 B from node 0 to node 1 in %" PRId64 " ns\n", (ended - begun) / 1000);
    bl_device_close(device);
    return 0;
}
