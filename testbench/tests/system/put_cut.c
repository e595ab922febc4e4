/* Every engine puts to each other node in turn, while a cable is cut or a node is reset: each chain
   ends with the word behind its data, and all of them, or with a code. How many do so is printed.
   With `again` nodes are joined behind each round. With `stores`: node 0 has no cable. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum { BYTES = 4096, NODES = TCA_NODES, ROUNDS = 6 };
static const int64_t limit_ps = INT64_C(40) * 1000 * 1000;
static struct bl_device *device;
static bool again;
static struct place {
    uint8_t *bytes;
    uint64_t bus;
} sources[NODES], tables[NODES], targets[NODES][NODES], flags[NODES][NODES];

static void fail(const char *what, int node, int to, int result) {
    fprintf(stderr, "FAIL %s, node %d to %d: %s, %s\n", what, node, to, bl_device_text(result),
            bl_device_message(device));
    exit(1);
}

static void make(struct place *place, int node, size_t bytes) {
    void *at;
    const int result = bl_device_buffer(device, node, bytes, &at, &place->bus);
    if (result) fail("a buffer", node, node, result);
    place->bytes = at;
    memset(at, 0, bytes);
}

static void make_all(void) {
    for (int node = 0; node < NODES; node++) {
        make(&sources[node], node, BYTES);
        make(&tables[node], node, 32);
        for (int i = 0; i < BYTES; i++) sources[node].bytes[i] = (uint8_t)(node + 7 * i);
        for (int from = 0; from < NODES; from++) {
            make(&targets[node][from], node, BYTES);
            make(&flags[node][from], node, 4);
        }
    }
}

static uint64_t in_window(int node, uint64_t bus) { return tca_address(tca_offset_of(node, bus)); }

/* Node `node` puts to the one behind it, and so on. */
static int target_of(int node, int round) { return (node + 1 + round % (NODES - 1)) % NODES; }

static void run(int node, int round) {
    const int to = target_of(node, round);
    bl_device_chain_put(tables[node].bytes, sources[node].bus,
                        in_window(to, targets[to][node].bus), BYTES, 0);
    const int result = tca_chain_run(device, node, tables[node].bus,
                                     in_window(to, flags[to][node].bus), 100u + (uint32_t)round);
    if (result) fail("a chain", node, to, result);
}

/* 1: with a code, 2: with the limit in time, 3: the node was reset. 0: the target has all. */
static int look(int node, int round) {
    const int to = target_of(node, round);
    const uint32_t *flag = (const uint32_t *)flags[to][node].bytes;
    int result = tca_chain_wait(device, node, limit_ps);
    if (!result) result = tca_chain_end(device, node, flag, 100u + (uint32_t)round, limit_ps);
    if (result == BL_DEVICE_NODE_ERROR) return strstr(bl_device_message(device), "reset") ? 3 : 1;
    if (result == BL_DEVICE_TIMEOUT) return 2;
    if (result) fail("its end", node, to, result);
    if (memcmp(targets[to][node].bytes, sources[node].bytes, BYTES))
        fail("its bytes", node, to, result);
    memset(targets[to][node].bytes, 0, BYTES);
    return 0;
}

/* Node 0 is alone: what its host stores for others is reported to it. */
static int stores(void) {
    uint32_t report = 0, never = 0;
    for (int i = 1; i < NODES; i++) {
        const int result = bl_device_store(device, 0, tca_offset_of(i, targets[i][0].bus), 7);
        if (result) fail("a store", 0, i, result);
    }
    bl_device_poll(device, &never, 1, INT64_C(10) * 1000 * 1000);
    const int result = bl_device_reg_read(device, 0, TCA_REPORTS, &report, 1);
    if (result || report >> 24 != 2 || (report >> 16 & 255) || !(report & 0xffff))
        fail("the report of a store", 0, (int)(report >> 16), result);
    puts("ok: stores");
    return 0;
}

/* A round of chains, how many of which end in each way. */
static void play(int round, int found[4]) {
    for (int i = 0; i < 4; i++) found[i] = 0;
    for (int node = 0; node < NODES; node++) run(node, round);
    for (int node = 0; node < NODES; node++) found[look(node, round)]++;
}

int main(int argc, char **argv) {
    again = argc > 1 && !strcmp(argv[1], "again");
    int found[4], all[4] = {0};
    int64_t now, begun;
    if (tca_open(&device)) return 1;
    make_all();
    if (argc > 1 && !strcmp(argv[1], "stores")) return stores();
    bl_device_time(device, &begun);
    for (int round = 0; round < ROUNDS; round++) {
        play(round, found);
        for (int i = 0; i < 4; i++) all[i] += found[i];
        if (again && tca_join(device)) fail("a join", 0, 0, 0);
    }
    bl_device_time(device, &now);
    printf("ok: %d codes, %d limits in time, %d resets, %d of the last round; %.1f to %.1f us\n",
           all[1], all[2], all[3], NODES - found[0], (double)begun / 1e6, (double)now / 1e6);
    bl_device_close(device);
    return 0;
}
