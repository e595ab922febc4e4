/* The register map and the host's calls: nodes whose registers answer, or do not, as the input
   says, on the simulated cluster; and calls of the device interface with whatever arguments. A host
   must get along with any node. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/device/bl_device_sim.h"
#include "base/carried/checked.h"
#include "network/links/carried/links.h"
#include "fuzz.h"
#include "tests/mesh_edges.h"

enum {
    NODES = 2,
    CHANNELS = 2,
    MOST_BYTES = 512,
    MOST_CALLS = 12,
    BUFFER = 256,
    MOST_WINDOWS = 4,
    MAP = 64 /* registers with a memory */
};

/* The calls in the order of the input are taken from the front, what the nodes answer from the
 * back. */
static struct fuzz_bytes input;

static uint8_t take_back(void) { return input.at < input.end ? *--input.end : 0; }

/* A register slave: takes and answers in its own time, now and then with an error or another value
 * than was written. */
struct node {
    uint32_t map[MAP], value;
    bool address, data, write, read;
    uint8_t response, delay;
    struct bl_reg_in now;
    bool reset;
};

static void *create(const void *like) {
    (void)like;
    return bl_zalloc(1, sizeof(struct node));
}
static void destroy(void *node) { bl_zfree(node); }

static void settle(void *instance, unsigned edges, const struct bl_node_in *in,
                   struct bl_node_out *out) {
    struct node *node = instance;
    (void)edges;
    void *network = out->network;
    memset(out, 0, sizeof *out);
    out->network = network;
    node->now = in->reg;
    node->reset = in->rst;
    bool ready = !node->delay;
    out->reg = (struct bl_reg_out){.awready = ready && !node->write,
                                   .wready = ready && !node->write,
                                   .arready = ready && !node->read,
                                   .bvalid = ready && node->write,
                                   .rvalid = ready && node->read,
                                   .bresp = node->response,
                                   .rresp = node->response,
                                   .rdata = node->value};
}

/* What the input says of the next access: mostly that it goes well. */
static void decide(struct node *node, uint32_t address) {
    uint8_t kind = take_back();
    uint32_t *place = &node->map[address / 4 % MAP];
    if (node->write) *place = kind & 1 ? *place : node->now.wdata;
    if (kind & 2)
        for (int i = 0; i < 4; i++) *place = *place << 8 | take_back();
    node->value = *place;
    node->delay = kind & 4 ? take_back() % 8 : 0;
    node->response = kind & 8 ? kind >> 4 & 3 : 0;
    if ((kind & 0xF0) == 0xF0) node->delay = 255; /* never */
}

static void clock(void *instance, unsigned edges) {
    struct node *node = instance;
    (void)edges;
    if (node->reset) {
        memset(node, 0, sizeof *node);
        return;
    }
    if (node->delay) {
        node->delay -= node->delay != 255;
        return;
    }
    if (node->write && node->now.bready) node->write = false;
    else if (node->read && node->now.rready) node->read = false;
    else if (!node->write && node->now.awvalid && node->now.wvalid)
        node->write = true, decide(node, node->now.awaddr);
    else if (!node->read && node->now.arvalid) node->read = true, decide(node, node->now.araddr);
}

static const struct bl_node_model model = {.name = "fuzz",
                                           .channels = CHANNELS,
                                           .word_bytes = 32,
                                           .flit_bytes = 32,
                                           .clocks = 1,
                                           .create = create,
                                           .destroy = destroy,
                                           .settle = settle,
                                           .clock = clock,
                                           .medium = &bl_medium_links};

static struct bl_device *open_device(void) {
    static const struct bl_node_model *const models[NODES] = {&model, &model};
    static const struct bl_sim_clock core = {.name = "core", .period_ps = 10000};
    static const struct bl_sim_clock *const clocks[NODES] = {&core, &core};
    static struct mesh_edges mesh;
    const struct bl_cluster_sim_config config = {.nodes = NODES,
                                                 .models = models,
                                                 .clocks = clocks,
                                                 .memory = &bl_memory_ideal,
                                                 .edges = mesh_edges(&mesh, NODES, 1e9, 50000),
                                                 .threads = 1,
                                                 .patience_ps = 200000};
    return bl_device_open_sim(&config, NULL);
}

struct host {
    struct bl_device *device;
    void *windows[MOST_WINDOWS];
    size_t sizes[MOST_WINDOWS];
};

static void check(struct host *host, int result) {
    if (result < BL_DEVICE_OK || result > BL_DEVICE_MISMATCH)
        fuzz_fault("a call returns %d", result);
    const char *message = bl_device_message(host->device);
    if (!message) fuzz_fault("a result without a message");
    fprintf(fuzz_sink, "%s: %s\n", bl_device_text(result), message);
}

/* Small, or any. */
static uint64_t number(int bytes) {
    return fuzz_take(&input, 1) & 1 ? fuzz_take(&input, bytes) : fuzz_take(&input, 1) >> 1;
}
static int node_number(void) { return (int)(int8_t)fuzz_take(&input, 1) % (NODES + 2); }

static void call_memory(struct host *host, bool write) {
    static uint8_t bytes[BUFFER];
    int node = node_number(), channel = node_number();
    uint64_t address = number(8);
    size_t size = (size_t)fuzz_take(&input, 1);
    check(host, (write ? bl_device_write(host->device, node, channel, address, bytes, size)
                       : bl_device_read(host->device, node, channel, address, bytes, size)));
}

static void call_map(struct host *host) {
    int place = (int)fuzz_take(&input, 1) % MOST_WINDOWS;
    int node = node_number(), channel = node_number();
    uint64_t address = number(8), size = (size_t)fuzz_take(&input, 1);
    if (host->windows[place]) return;
    check(host, bl_device_map(host->device, node, channel, address, size, &host->windows[place]));
    if (host->windows[place]) memset(host->windows[place], 5, size);
}

static void call_unmap(struct host *host) {
    int place = (int)fuzz_take(&input, 1) % MOST_WINDOWS;
    check(host, bl_device_unmap(host->device, host->windows[place]));
    host->windows[place] = NULL;
}

static void call_registers(struct host *host, bool write) {
    uint32_t values[BUFFER / 4], address = (uint32_t)number(4);
    int node = node_number();
    if (write) check(host, bl_device_reg_write(host->device, node, address, (uint32_t)number(4)));
    else
        check(host, bl_device_reg_read(host->device, node, address, values,
                                       (int)fuzz_take(&input, 1) % (BUFFER / 4 + 1)));
}

static void call_counts(struct host *host) {
    struct bl_device_histogram histogram = {.row_register = 4 * (uint32_t)fuzz_take(&input, 1),
                                            .counts_register = 4 * (uint32_t)fuzz_take(&input, 1),
                                            .high_bits = (int)fuzz_take(&input, 1) % 4,
                                            .low_bits = (int)fuzz_take(&input, 1) % 4};
    histogram.low_width = histogram.low_bits + (int)fuzz_take(&input, 1) % 3;
    uint32_t *counts = bl_zalloc((size_t)1 << (histogram.high_bits + histogram.low_bits),
                                 sizeof *counts);
    check(host, bl_device_counts(host->device, node_number(), &histogram, counts));
    bl_zfree(counts);
}

static void call(struct host *host) {
    switch (fuzz_take(&input, 1) % 13) {
    case 0: call_memory(host, true); break;
    case 1: call_memory(host, false); break;
    case 2: call_map(host); break;
    case 3: call_unmap(host); break;
    case 4: call_registers(host, true); break;
    case 5: call_registers(host, false); break;
    case 6: call_counts(host); break;
    case 7: check(host, bl_device_start(host->device)); break;
    case 8: check(host, bl_device_wait(host->device, 1 + (int64_t)number(2) * 1000)); break;
    case 9: check(host, bl_device_reset(host->device)); break;
    case 10: check(host, bl_device_idle(host->device)); break;
    case 11: check(host, bl_device_finished(host->device)); break;
    default: check(host, bl_device_acknowledge(host->device)); break;
    }
}

void fuzz_target(const uint8_t *data, size_t size) {
    if (size > MOST_BYTES) return;
    input = (struct fuzz_bytes){data, data + size};
    struct host host = {.device = open_device()};
    for (int i = 0; i < MOST_CALLS && input.at < input.end; i++) call(&host);
    bl_device_close(host.device);
}
