/* Chains of every node's engine at once, from its host's memory and a GPU's into all nodes', blocks
   of any size and place; then chains with an error in each of its kinds, and what the calls refuse.
   With `once`: one round of the first. With `aborts`: chains of which the bus answers reads with
   errors. With `rate COUNT SIZE NODE [gpu]`: how fast blocks of a chain go. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum { BLOCKS = 12, MOST = 9000, ROOM = BLOCKS * MOST, END = 0x0E0D };
static const int64_t limit_ps = INT64_C(2000) * 1000 * 1000;
static struct bl_device *device;
static struct place {
    uint8_t *bytes;
    uint64_t bus;
} sources[TCA_NODES][2], targets[TCA_NODES], tables[TCA_NODES], flags[TCA_NODES];
static uint64_t state = 12345;

static uint32_t draw(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

static void check(int result, int wanted, const char *what) {
    if (result == wanted) return;
    fprintf(stderr, "FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    exit(1);
}

static void fail(const char *what) {
    fprintf(stderr, "FAIL %s\n", what);
    exit(1);
}

static void make(struct place *place, int node, int gpu, size_t size) {
    void *bytes;
    int result = gpu < 0 ? bl_device_buffer(device, node, size, &bytes, &place->bus)
                         : bl_device_gpu_buffer(device, node, gpu, size, &bytes, &place->bus);
    check(result, BL_DEVICE_OK, "a buffer");
    place->bytes = bytes;
    memset(bytes, 0, size);
}

static void make_all(void) {
    for (int node = 0; node < TCA_NODES; node++) {
        for (int i = 0; i < 2; i++) {
            make(&sources[node][i], node, i && TCA_GPUS ? 0 : -1, ROOM);
            for (int k = 0; k < ROOM; k++) sources[node][i].bytes[k] = (uint8_t)draw(256);
        }
        make(&targets[node], node, -1, (size_t)TCA_NODES * ROOM);
        make(&tables[node], node, -1, 32 * BLOCKS);
        make(&flags[node], node, -1, 4 * TCA_NODES);
    }
}

static uint64_t in_window(int node, uint64_t bus) { return tca_address(tca_offset_of(node, bus)); }

/* Block i of a node's chain: where it lies, where it goes, how long it is. */
struct block {
    int from, at, to, there;
    uint32_t bytes;
};
static struct block blocks[TCA_NODES][BLOCKS];

static void draw_chain(int node) {
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &blocks[node][i];
        block->bytes = 4 + 4 * draw(draw(2) ? 20 : MOST / 4 - 8);
        block->from = (int)draw(2);
        block->at = 4 * (int)draw((ROOM - block->bytes) / 4);
        block->to = (int)draw(TCA_NODES);
        block->there = node * ROOM + i * MOST + 4 * (int)draw(4);
        bl_device_chain_put(
            tables[node].bytes + 32 * i, sources[node][block->from].bus + (unsigned)block->at,
            in_window(block->to, targets[block->to].bus + (unsigned)block->there), block->bytes,
            i + 1 < BLOCKS ? tables[node].bus + 32 * (unsigned)(i + 1) : 0);
    }
}

/* The end goes where the last block goes, behind it. */
static void run(int node, uint32_t end) {
    const int to = blocks[node][BLOCKS - 1].to;
    check(tca_chain_run(device, node, tables[node].bus,
                        in_window(to, flags[to].bus + 4 * (unsigned)node), end),
          BL_DEVICE_OK, "a chain");
}

static void look(int node, uint32_t end) {
    const int last = blocks[node][BLOCKS - 1].to;
    check(tca_chain_wait(device, node, limit_ps), BL_DEVICE_OK, "the end of a chain");
    check(bl_device_poll(device, (uint32_t *)flags[last].bytes + node, end, limit_ps), BL_DEVICE_OK,
          "the word behind a chain");
}

static void compare(void) {
    for (int node = 0; node < TCA_NODES; node++)
        for (int i = 0; i < BLOCKS; i++) {
            const struct block *block = &blocks[node][i];
            uint8_t *there = targets[block->to].bytes + block->there;
            if (memcmp(there, sources[node][block->from].bytes + block->at, block->bytes))
                fail("a block is another one");
            memset(there, 0, block->bytes);
        }
    for (int node = 0; node < TCA_NODES; node++)
        for (int i = 0; i < TCA_NODES * ROOM; i++)
            if (targets[node].bytes[i]) fail("a byte that nobody has written");
}

/* Blocks to several nodes: the last one of each comes when it does. */
static void settle(void) {
    uint32_t never = 0;
    check(bl_device_poll(device, &never, 1, INT64_C(30) * 1000 * 1000), BL_DEVICE_TIMEOUT,
          "a time to settle");
}

/* ---- chains that stop */

/* A read that is answered with an error has others behind it by then, which go on. */
static void stops(uint64_t source, uint64_t target, uint32_t bytes, uint64_t next, int number,
                  const char *why) {
    char words[64];
    snprintf(words, sizeof words, "descriptor %d of the chain", number);
    uint32_t *flag = (uint32_t *)flags[1].bytes;
    uint8_t *tables0 = tables[0].bytes;
    *flag = 0;
    bl_device_chain_put(tables0, sources[0][0].bus, in_window(1, targets[1].bus), 8,
                        tables[0].bus + 32);
    bl_device_chain_put(tables0 + 32, source, target, bytes, next);
    bl_device_chain_put(tables0 + 64, sources[0][0].bus, in_window(1, targets[1].bus + 64), 8, 0);
    check(tca_chain_run(device, 0, tables[0].bus, in_window(1, flags[1].bus), END), BL_DEVICE_OK,
          "a chain that stops");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, why);
    if (!strstr(bl_device_message(device), words) || !strstr(bl_device_message(device), why)) {
        fprintf(stderr, "FAIL %s: %s\n", why, bl_device_message(device));
        exit(1);
    }
    settle();
    if (*flag || (targets[1].bytes[64] && !strstr(why, "answered")))
        fail("something behind the error");
}

static void errors(void) {
    const uint64_t source = sources[0][0].bus, target = in_window(1, targets[1].bus),
                   next = tables[0].bus + 64;
    memset(targets[1].bytes, 0, 128);
    stops(source, target, 0, next, 2, "its size is 0");
    stops(source, target, 6, next, 2, "no multiple of 4");
    stops(source + 2, target, 8, next, 2, "no multiple of 4");
    stops(source, target + 1, 8, next, 2, "no multiple of 4");
    stops(target, target, 8, next, 2, "its source is in the window");
    stops(source, source, 8, next, 2, "its target is not in the window");
    stops(source, target, 8, next + 16, 2, "the next one is no multiple of 32");
    stops(0x1000, target, 8, next, 2, "a read was answered with an error");
    stops(source, target, 8, 0x20, 3, "a read was answered with an error");
    check(tca_chain_run(device, 0, tables[0].bus + 8, 0, 0), BL_DEVICE_OK, "a chain of nowhere");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "no multiple of 32");
}

static void refused(void) {
    check(tca_chain_run(NULL, 0, 0, 0, 0), BL_DEVICE_NO_DEVICE, "a chain without a device");
    check(tca_chain_wait(NULL, 0, 0), BL_DEVICE_NO_DEVICE, "a wait without a device");
    check(tca_chain_run(device, TCA_NODES, 0, 0, 0), BL_DEVICE_BAD_CALL, "a node too many");
    check(tca_chain_wait(device, 0, -1), BL_DEVICE_BAD_CALL, "a negative limit");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "a wait without a start");
}

/* A chain in the middle of a reset leaves nothing behind. */
static void reset(void) {
    for (int node = 0; node < TCA_NODES; node++) run(node, END);
    check(tca_chain_run(device, 0, tables[0].bus, 0, 0), BL_DEVICE_BUSY, "two chains at once");
    check(tca_chain_wait(device, 0, 1000), BL_DEVICE_TIMEOUT, "a limit in time");
    check(bl_device_reset(device), BL_DEVICE_OK, "a reset");
    check(tca_join(device), BL_DEVICE_OK, "ranges behind it");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "a chain before the reset");
    for (int node = 0; node < TCA_NODES; node++)
        memset(targets[node].bytes, 0, (size_t)TCA_NODES * ROOM);
}

static void run_all(uint32_t end) {
    for (int node = 0; node < TCA_NODES; node++) run(node, end);
    for (int node = 0; node < TCA_NODES; node++) look(node, end);
    settle();
    compare();
}

static void once(void) {
    make_all();
    for (int node = 0; node < TCA_NODES; node++) draw_chain(node);
    run_all(END);
    puts("ok: once");
}

static void all(void) {
    make_all();
    refused();
    for (uint32_t round = 0; round < 3; round++) {
        for (int node = 0; node < TCA_NODES; node++) draw_chain(node);
        if (round == 1) reset();
        run_all(END + round);
    }
    errors();
    puts("ok: chains");
}

/* ---- rate: COUNT blocks of SIZE bytes, to node TO; the time until the word behind them is seen;
   gpu 0: from a GPU's memory to a GPU's */

static void rate(int count, int size, int to, int gpu) {
    const size_t bytes = (size_t)count * (size_t)size;
    struct place source, target, table, flag;
    int64_t begun, ended;
    make(&source, 0, gpu, bytes);
    make(&target, to, gpu, bytes);
    make(&table, 0, -1, 32 * (size_t)count);
    make(&flag, to, gpu, 4);
    for (size_t i = 0; i < bytes; i++) source.bytes[i] = (uint8_t)draw(256);
    for (int i = 0; i < count; i++) {
        const uint64_t at = (uint64_t)i * (unsigned)size;
        bl_device_chain_put(table.bytes + 32 * i, source.bus + at, in_window(to, target.bus + at),
                            (uint32_t)size, i + 1 < count ? table.bus + 32 * (unsigned)(i + 1) : 0);
    }
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "an engine at rest");
    bl_device_time(device, &begun);
    check(tca_chain_run(device, 0, table.bus, in_window(to, flag.bus), END), BL_DEVICE_OK,
          "a chain");
    check(bl_device_poll(device, (uint32_t *)flag.bytes, END, limit_ps), BL_DEVICE_OK, "its end");
    bl_device_time(device, &ended);
    if (memcmp(source.bytes, target.bytes, bytes)) fail("the blocks are others");
    printf("%d x %d B to node %d: %.3f us, %.3f GB/s\n", count, size, to,
           (double)(ended - begun) / 1e6, (double)bytes * 1e3 / (double)(ended - begun));
}

/* ---- aborts: chains of 128 reads, of which the bus answers some with an error; each ends, well or
   with a code, and its tags are free for the next */

static void aborts(void) {
    enum { BYTES = 65536, CHAINS = 30 };
    int stopped = 0;
    struct place source, target, table;
    make(&source, 0, -1, BYTES);
    make(&target, 1, -1, BYTES);
    make(&table, 0, -1, 32);
    bl_device_chain_put(table.bytes, source.bus, in_window(1, target.bus), BYTES, 0);
    for (int i = 0; i < CHAINS; i++) {
        check(tca_chain_run(device, 0, table.bus, 0, 0), BL_DEVICE_OK, "a chain");
        const int result = tca_chain_wait(device, 0, limit_ps);
        stopped += result == BL_DEVICE_NODE_ERROR;
        if (result) check(result, BL_DEVICE_NODE_ERROR, "a chain of which a read fails");
        if (result && !strstr(bl_device_message(device), "descriptor 1 of")) fail("its number");
    }
    if (!stopped || stopped == CHAINS) fail("all chains, or none, have stopped");
    puts("ok: aborts");
}

int main(int argc, char **argv) {
    if (tca_open(&device)) return 1;
    if (argc > 4 && !strcmp(argv[1], "rate"))
        rate(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), argc > 5 ? 0 : -1);
    else if (argc > 1 && !strcmp(argv[1], "aborts")) aborts();
    else if (argc > 1 && !strcmp(argv[1], "once")) once();
    else all();
    bl_device_close(device);
    return 0;
}
