/* The generated calls of counting_sort.loom (2 nodes, 2 + 2 channels) over a backend of this file's
   own, which plays what a cluster may answer: every result is returned where it belongs, and has
   words. */
#include <array>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "bl_device_backend.h"
#include "sort_host.h"

namespace {

struct Cluster {
    int nodes = SORT_NODES;
    uint32_t id = BL_DEVICE_ID, status = BL_DEVICE_STATUS_DONE, read_errors = 0, write_errors = 0,
             count = 3, map = BL_DEVICE_MAP;
    bl_device_result open = BL_DEVICE_OK, start = BL_DEVICE_OK, wait = BL_DEVICE_OK;
};
Cluster cluster;
int closed = 0;

void close_it(void *) { closed++; }
void attach(void *, int) {}
bl_device_result write_memory(void *, int, int, uint64_t, const void *, size_t) {
    return BL_DEVICE_OK;
}
bl_device_result read_memory(void *, int, int, uint64_t, void *bytes, size_t size) {
    std::memset(bytes, 0, size);
    return BL_DEVICE_OK;
}
bl_device_result write_register(void *, int, uint32_t, uint32_t) { return BL_DEVICE_OK; }
bl_device_result read_registers(void *, int, uint32_t address, uint32_t *values, int count) {
    for (int i = 0; i < count; i++)
        values[i] = address == BL_DEVICE_REG_ID            ? (i ? cluster.map : cluster.id)
                    : address == BL_DEVICE_REG_STATUS      ? cluster.status
                    : address != BL_DEVICE_REG_READ_ERRORS ? cluster.count
                    : i                                    ? cluster.write_errors
                                                           : cluster.read_errors;
    return BL_DEVICE_OK;
}
bl_device_result reset(void *) {
    cluster = {};
    return BL_DEVICE_OK;
}
bl_device_result start(void *) { return cluster.start; }
bl_device_result wait(void *, int64_t) { return cluster.wait; }
const char *message(void *) { return "the backend's words"; }

const bl_device_backend backend = {
    "played",       close_it, attach,  write_memory, read_memory, write_register,
    read_registers, reset,    start,   wait,         message,     nullptr,
    nullptr,        nullptr,  nullptr, nullptr,      nullptr,     nullptr,
    nullptr,        nullptr,  nullptr};

int failures = 0;

void want(int line, int got, int wanted) {
    if (got == wanted) return;
    std::printf("line %d: %s, not %s\n", line, bl_device_text(got), bl_device_text(wanted));
    failures++;
}

void want_words(int line, bl_device *device, const char *part) {
    const std::string words = bl_device_message(device);
    if (words.find(part) != std::string::npos) return;
    std::printf("line %d: \"%s\" without \"%s\"\n", line, words.c_str(), part);
    failures++;
}

#define WANT(call, result) want(__LINE__, call, result)
#define SAYS(part) want_words(__LINE__, device, part)

std::vector<item> records(100);
std::array<uint32_t, 100> keys;
std::size_t counts[SORT_NODES][SORT_LANES], n;
uint64_t cycles;

/* What every call that needs the results of a run returns. */
void want_results(bl_device *device, int result) {
    WANT(sort_cycles(device, &cycles), result);
    WANT(sort_counts_items(device, counts), result);
    WANT(sort_store_items(device, records.data(), records.size(), &n), result);
    WANT(sort_store_items_key(device, keys.data(), keys.size(), &n), result);
    WANT(sort_count_key3(device, 0, 0, &n), result);
    WANT(sort_read_key3(device, 0, 0, keys.data(), 3), result);
}

void without_device() {
    bl_device *device = nullptr;
    WANT(sort_load_items(device, records.data(), 1), BL_DEVICE_NO_DEVICE);
    WANT(sort_start(device), BL_DEVICE_NO_DEVICE);
    WANT(sort_wait(device, 0), BL_DEVICE_NO_DEVICE);
    WANT(bl_device_write(device, 0, 0, 0, keys.data(), 4), BL_DEVICE_NO_DEVICE);
    WANT(bl_device_reg_read(device, 0, 0, keys.data(), 1), BL_DEVICE_NO_DEVICE);
    want_results(device, BL_DEVICE_NO_DEVICE);
    SAYS("no device");
    bl_device_close(device);
}

void opening() {
    bl_device *device = nullptr;
    cluster.open = BL_DEVICE_NO_MEMORY;
    WANT(sort_open(&device), BL_DEVICE_NO_MEMORY);
    cluster = {};
    cluster.nodes = 2 * SORT_NODES;
    WANT(sort_open(&device), BL_DEVICE_MISMATCH);
    cluster = {};
    cluster.id = 7;
    WANT(sort_open(&device), BL_DEVICE_MISMATCH);
    cluster = {};
    cluster.map = BL_DEVICE_MAP - 1;
    WANT(sort_open(&device), BL_DEVICE_MISMATCH);
    if (device || closed != 3) want(__LINE__, -1, 0);
    cluster = {};
}

void arguments(bl_device *device) {
    void *window = &n;
    WANT(sort_load_items(device, nullptr, 5), BL_DEVICE_BAD_CALL);
    SAYS("no records");
    WANT(sort_load_items(device, nullptr, 0), BL_DEVICE_OK);
    WANT(sort_load_items(device, records.data(), (std::size_t)1 << 50), BL_DEVICE_BEYOND);
    SAYS("do not fit");
    WANT(sort_count_key3(device, 0, SORT_LANES, &n), BL_DEVICE_BAD_CALL);
    SAYS("no lane");
    WANT(bl_device_read(device, 0, 0, 0, nullptr, 4), BL_DEVICE_BAD_CALL);
    SAYS("no buffer");
    WANT(bl_device_map(device, 9, 0, 0, 4, &window), BL_DEVICE_BAD_CALL);
    WANT(bl_device_map(device, 0, 0, 0, SIZE_MAX, &window), BL_DEVICE_NO_MEMORY);
    if (window || sort_share(1000, 0, SORT_LANES) || sort_share(1000, -1, 0)) want(__LINE__, -1, 0);
}

void runs(bl_device *device) {
    WANT(sort_wait(device, 0), BL_DEVICE_NOT_STARTED);
    want_results(device, BL_DEVICE_NOT_STARTED);
    SAYS("no run was started");
    cluster.start = BL_DEVICE_INTERRUPTED;
    WANT(sort_start(device), BL_DEVICE_INTERRUPTED);
    SAYS("the backend's words");
    WANT(sort_wait(device, 0), BL_DEVICE_NOT_STARTED);
    cluster.start = BL_DEVICE_OK;
    WANT(sort_start(device), BL_DEVICE_OK);
    WANT(sort_start(device), BL_DEVICE_BUSY);
    SAYS("under way");
    WANT(sort_load_items(device, records.data(), 1), BL_DEVICE_BUSY);
    WANT(sort_load_items_key(device, keys.data(), 1), BL_DEVICE_BUSY);
    want_results(device, BL_DEVICE_BUSY);
    for (bl_device_result result : {BL_DEVICE_TIMEOUT, BL_DEVICE_STUCK, BL_DEVICE_INTERRUPTED}) {
        cluster.wait = result;
        WANT(sort_wait(device, 1), result);
        want_results(device, BL_DEVICE_BUSY);
    }
    cluster.wait = BL_DEVICE_OK;
    WANT(sort_wait(device, 0), BL_DEVICE_OK);
    want_results(device, BL_DEVICE_OK);
    WANT(sort_read_key3(device, 0, 0, keys.data(), 4), BL_DEVICE_BEYOND);
    SAYS("3 elements, not 4");
}

/* Every bit of the status has its words. */
void node_error(bl_device *device, uint32_t status, const char *words) {
    cluster.wait = BL_DEVICE_NODE_ERROR;
    cluster.status = BL_DEVICE_STATUS_DONE | BL_DEVICE_STATUS_ERROR | status;
    WANT(sort_start(device), BL_DEVICE_OK);
    WANT(sort_wait(device, 0), BL_DEVICE_NODE_ERROR);
    SAYS(words);
    want_results(device, BL_DEVICE_NODE_ERROR);
    cluster = {};
}

/* A run that ends with an error has no result; the next one is free of it, after a reset when not
 * all nodes came to their end. */
void node_errors(bl_device *device) {
    node_error(device, BL_DEVICE_STATUS_OVERFLOW, "node 1: a column did not fit its region");
    node_error(device, BL_DEVICE_STATUS_PROTOCOL, "node 0: the exchange's protocol was violated");
    node_error(device, BL_DEVICE_STATUS_INVALID, "node 0: data came from a node that had failed");
    node_error(device, BL_DEVICE_STATUS_STRAY,
               "node 1: unexpected response from its memory");
    node_error(device, BL_DEVICE_STATUS_RESET, "node 0: it was reset");
    cluster.read_errors = 4;
    node_error(device, BL_DEVICE_STATUS_READ,
               "node 0: channel 2: a read was answered with an error");
    cluster.write_errors = 10;
    node_error(device, BL_DEVICE_STATUS_WRITE | BL_DEVICE_STATUS_INVALID,
               "node 0: channel 3: a write was answered with an error");
    cluster.wait = BL_DEVICE_STUCK;
    cluster.status = BL_DEVICE_STATUS_BUSY | BL_DEVICE_STATUS_ERROR | BL_DEVICE_STATUS_PROTOCOL;
    WANT(sort_start(device), BL_DEVICE_OK);
    WANT(sort_wait(device, 0), BL_DEVICE_NODE_ERROR);
    cluster = {};
    WANT(sort_start(device), BL_DEVICE_NODE_ERROR);
    SAYS("want a reset first");
    WANT(bl_device_reset(device), BL_DEVICE_OK);
    WANT(sort_load_items(device, records.data(), 1), BL_DEVICE_OK);
    WANT(sort_start(device), BL_DEVICE_OK);
    WANT(sort_wait(device, 0), BL_DEVICE_OK);
    want_results(device, BL_DEVICE_OK);
}

/* Every result has words of its own. */
void words() {
    std::set<std::string> texts;
    for (int result = -1; result <= BL_DEVICE_MISMATCH; result++)
        texts.insert(bl_device_text(result));
    if (texts.size() != BL_DEVICE_MISMATCH + 2) want(__LINE__, -1, 0);
}

} // namespace

bl_device_result bl_device_open(bl_device **device, const char *) {
    *device = cluster.open ? nullptr
                           : bl_device_make(&backend, &cluster, cluster.nodes, 2 * SORT_LANES);
    return cluster.open;
}

int main() {
    bl_device *device = nullptr;
    opening();
    without_device();
    WANT(sort_open(&device), BL_DEVICE_OK);
    arguments(device);
    runs(device);
    node_errors(device);
    words();
    bl_device_close(device);
    if (!failures) std::puts("all results are returned");
    return failures ? 1 : 0;
}
