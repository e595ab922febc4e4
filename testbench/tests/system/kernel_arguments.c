/* Sets the arguments of a kernel in Verilog on two nodes, each its own, three times; while moves go
   through the module it is refused. */
#include <stdio.h>

#include "one_host.h"

enum { WORDS = 2000, NODES = 2, TIMES = 3 };

static uint32_t *gpus[NODES];

static int failed(struct bl_device *device, const char *what) {
    fprintf(stderr, "%s: %s\n", what, device ? bl_device_message(device) : "");
    return 1;
}

static uint32_t scale(int node, int time) { return (uint32_t)(3 + node + 10 * time); }
static uint32_t more(int node, int time) { return (uint32_t)(100 * node + time); }

static int begin(struct bl_device *device) {
    for (int node = 0; node < NODES; node++) {
        void *bytes;
        uint64_t bus;
        if (bl_device_gpu_buffer(device, node, 0, 1 << 20, &bytes, &bus)) return 1;
        gpus[node] = bytes;
        for (int i = 0; i < WORDS; i++) gpus[node][i] = (uint32_t)(i * 7 + node);
        if (one_gpu(device, node, bus, 1 << 20)) return 1;
    }
    return 0;
}

static int run(struct bl_device *device, int time) {
    for (int node = 0; node < NODES; node++)
        if (one_line_set(device, node, scale(node, time), more(node, time)) ||
            one_move_run(device, node, WORDS, 0))
            return 1;
    for (int node = 0; node < NODES; node++)
        if (one_line_set(device, node, 0, 0) != BL_DEVICE_BUSY) return 1;
    for (int node = 0; node < NODES; node++)
        if (one_move_wait(device, node, 0, NULL)) return 1;
    return 0;
}

static int wrong_words(int node, int time) {
    int wrong = 0;
    for (int i = 0; i < WORDS; i++)
        wrong += gpus[node][0x80000 / 4 + i] !=
                 (scale(node, time) ^ gpus[node][i]) + more(node, time);
    return wrong;
}

int main(void) {
    struct bl_device *device = NULL;
    if (one_open(&device) || begin(device)) return failed(device, "open");
    for (int time = 0; time < TIMES; time++) {
        if (run(device, time)) return failed(device, "run");
        for (int node = 0; node < NODES; node++)
            if (wrong_words(node, time)) return failed(device, "words differ");
    }
    bl_device_close(device);
    puts("three sets of arguments, each node its own: right");
    return 0;
}
