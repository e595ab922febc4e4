/* A host of the counting sort over Ethernet. usage: ethernet_host CASE [US]; the cases are in the
   table at the end, and an error has to be reported within US microseconds. Prints what the device
   says of the run, and how many frames which counter has counted in all nodes. */
#include "sort_host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 8000, US = 1000000 /* ps */ };

static int load(struct bl_device *device) {
    static struct item records[KEYS];
    for (uint32_t i = 0; i < KEYS; i++) records[i].key = i * 2654435761u;
    return sort_load_items(device, records, KEYS);
}

/* Whether the result has as many keys as were loaded, and their sum. */
static int check(struct bl_device *device) {
    static struct item stored[KEYS];
    size_t count = 0;
    uint32_t sum = 0, wanted = 0;
    int result = sort_store_items(device, stored, KEYS, &count);
    for (size_t i = 0; i < count && !result; i++) sum += stored[i].key;
    for (uint32_t i = 0; i < KEYS; i++) wanted += i * 2654435761u;
    if (!result && (count != KEYS || sum != wanted)) puts("the result is wrong");
    return result;
}

static int say(struct bl_device *device, int result) {
    printf("%s: %s\n", bl_device_text(result), result ? bl_device_message(device) : "");
    return result;
}

/* All nodes and peers together. */
static void count(struct bl_device *device, const char *name) {
    struct bl_device_counter counter;
    uint64_t sum = 0;
    int result = BL_DEVICE_OK;
    for (int i = 0; i < SORT_NODES * bl_device_counters(device) && !result; i++) {
        result = bl_device_counter(device, i % SORT_NODES, i / SORT_NODES, &counter);
        if (!result && !strcmp(counter.name, name)) sum += counter.count;
    }
    if (result) say(device, result);
    else printf("%s %" PRIu64 "\n", name, sum);
}

/* Says after how many microseconds of waiting there was an error. */
static int finish(struct bl_device *device, int64_t most_ps) {
    int result = most_ps ? (int)BL_DEVICE_TIMEOUT : sort_wait(device, 0), us = 0;
    while (result == BL_DEVICE_TIMEOUT && us * (int64_t)US < most_ps) {
        result = sort_wait(device, US);
        us++;
    }
    if (most_ps && result) printf("after %d us\n", us);
    if (!result) result = check(device);
    return say(device, result);
}

static int run(struct bl_device *device, int64_t most_ps) {
    int result = sort_start(device);
    return result ? say(device, result) : finish(device, most_ps);
}

static void set_session(struct bl_device *device, int node, uint32_t session) {
    bl_device_reg_write(device, node, SORT_REG_NETWORK_SESSION, session);
}

/* ---- cases */

static int right(struct bl_device *device, int64_t most_ps) {
    struct bl_device_counter counter;
    int count = bl_device_counters(device), result = run(device, most_ps);
    if (bl_device_counter(device, 0, count, &counter) != BL_DEVICE_BEYOND) puts("one too many");
    if (bl_device_counter(device, 0, -1, &counter) != BL_DEVICE_BEYOND) puts("one too few");
    if (bl_device_counter(device, SORT_NODES, 0, &counter) != BL_DEVICE_BAD_CALL) puts("no node");
    if (bl_device_counter(device, 0, 0, NULL) != BL_DEVICE_BAD_CALL) puts("no place");
    if (bl_device_counters(NULL) != 0) puts("no device");
    printf("counters %d\n", count);
    return result;
}

/* Node 0 has a wrong address of node 1. */
static int wrong_address(struct bl_device *device, int64_t most_ps) {
    bl_device_reg_write(device, 0, SORT_REG_NETWORK_SELECT, 1);
    bl_device_reg_write(device, 0, SORT_REG_NETWORK_ADDRESS_LOW, 0x12345678);
    bl_device_reg_write(device, 0, SORT_REG_NETWORK_ADDRESS_HIGH, 0x10242);
    return run(device, most_ps);
}

/* Node 1's port is closed in the middle of the run, and stays so. */
static int absent(struct bl_device *device, int64_t most_ps) {
    int result = sort_start(device);
    if (!result && sort_wait(device, 6 * US) != BL_DEVICE_TIMEOUT) puts("too early an end");
    set_session(device, 1, 0);
    return result ? say(device, result) : finish(device, most_ps);
}

/* It is closed in the middle of the run, for 12 us. */
static int away(struct bl_device *device, int64_t most_ps) {
    int result = sort_start(device);
    if (!result && sort_wait(device, 6 * US) != BL_DEVICE_TIMEOUT) puts("too early an end");
    set_session(device, 1, 0);
    if (!result && sort_wait(device, 12 * US) != BL_DEVICE_TIMEOUT) puts("an end without node 1");
    set_session(device, 1, 1);
    return result ? say(device, result) : finish(device, most_ps);
}

/* Node 1 is reset in the middle of the run, by an option of the memory; then its host gives it
   another session. */
static int restarted(struct bl_device *device, int64_t most_ps) {
    int result = sort_start(device);
    while (!result && (result = sort_wait(device, US)) == BL_DEVICE_TIMEOUT) result = 0;
    say(device, result);
    bl_device_reg_write(device, 1, BL_DEVICE_REG_NODE, 1);
    set_session(device, 1, 77);
    return finish(device, most_ps);
}

/* A run that breaks off; a reset of all nodes; and a run that is right. */
static int again(struct bl_device *device, int64_t most_ps) {
    absent(device, most_ps);
    if (sort_start(device) != BL_DEVICE_NODE_ERROR) puts("a start without a reset");
    int result = BL_DEVICE_OK;
    for (int i = 0; i < 2 && !result; i++) {
        result = bl_device_reset(device);
        if (!result) result = load(device);
        if (!result) result = run(device, 0);
    }
    return result;
}

static const struct {
    const char *name;
    int (*run)(struct bl_device *device, int64_t most_ps);
} cases[] = {{"right", right}, {"wrong_address", wrong_address}, {"absent", absent},
             {"away", away},   {"restarted", restarted},         {"again", again}};

int main(int argc, char **argv) {
    static const char *const counters[] = {"data",   "in_data",    "again",     "probe",
                                           "in_had", "in_session", "in_nobody", "in_not_mine"};
    struct bl_device *device;
    int64_t most_ps = argc > 2 ? atoi(argv[2]) * (int64_t)US : 0;
    int result = sort_open(&device);
    if (result) return 2;
    result = load(device);
    for (size_t i = 0; i < sizeof cases / sizeof *cases && !result; i++)
        if (argc > 1 && !strcmp(argv[1], cases[i].name)) result = cases[i].run(device, most_ps);
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) count(device, counters[i]);
    bl_device_close(device);
    return result != BL_DEVICE_OK;
}
