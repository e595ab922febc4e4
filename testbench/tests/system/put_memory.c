/* The hubs' own memory: stores of all hosts into all of it, and loads of each host from its own;
   chains of all engines at once from their hosts into other hubs, and from there on into hosts,
   with blocks of any place and size; what is refused. With `rate to` and `rate from`: how fast 128
   blocks of 4 KiB go from the own host's memory to that of the hub, and back. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum { MEMORY = 65536, PART = 2048, BLOCKS = 128, BLOCK = 4096, END = 0x0E0D };
static const int64_t limit_ps = INT64_C(2000) * 1000 * 1000;
static struct bl_device *device;
struct place {
    uint8_t *bytes;
    uint64_t bus;
};
static uint64_t state = 99;

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

static struct place make(int node, size_t size) {
    struct place place;
    void *bytes;
    check(bl_device_buffer(device, node, size, &bytes, &place.bus), BL_DEVICE_OK, "a buffer");
    place.bytes = bytes;
    memset(bytes, 0, size);
    return place;
}

static uint64_t in_window(int node, uint64_t bus) { return tca_address(tca_offset_of(node, bus)); }
static uint64_t in_hub(int node, uint64_t at) { return tca_address(tca_hub_offset(node, at)); }

/* ---- the CPUs */

static uint32_t value(int from, int to, int i) {
    return (uint32_t)(from << 16 | to << 8 | i) ^ UINT32_C(0x5a000000);
}

static void stores(void) {
    enum { WORDS = 5 };
    uint32_t word;
    for (int from = 0; from < TCA_NODES; from++)
        for (int to = 0; to < TCA_NODES; to++)
            for (int i = 0; i < WORDS; i++)
                check(bl_device_store(device, from,
                                      tca_hub_offset(to, 4 * (unsigned)(from * WORDS + i)),
                                      value(from, to, i)),
                      BL_DEVICE_OK, "a store");
    check(bl_device_poll(device, &(uint32_t){0}, 1, 20 * 1000 * 1000), BL_DEVICE_TIMEOUT, "time");
    for (int to = 0; to < TCA_NODES; to++)
        for (int i = 0; i < TCA_NODES * WORDS; i++) {
            check(bl_device_load(device, to, tca_hub_offset(to, 4 * (unsigned)i), &word),
                  BL_DEVICE_OK, "a load");
            if (word != value(i / WORDS, to, i % WORDS)) fail("a word of a hub is another one");
        }
    check(bl_device_load(device, 0, tca_hub_offset(1, 0), &word), BL_DEVICE_NODE_ERROR,
          "a load of another hub");
    check(bl_device_load(device, 0, tca_hub_offset(0, 0) + MEMORY, &word), BL_DEVICE_NODE_ERROR,
          "a load behind the memory");
    check(bl_device_store(device, 0, tca_hub_offset(1, 0) + MEMORY, 1), BL_DEVICE_OK, "a store");
    /* of this one the simulation alone knows, which warns */
    check(bl_device_store(device, 0, tca_offset(1, -1, 0) + (64 << 20), 1), BL_DEVICE_OK,
          "a store of nobody's");
    check(bl_device_poll(device, &(uint32_t){0}, 1, 20 * 1000 * 1000), BL_DEVICE_TIMEOUT, "time");
    check(bl_device_reg_read(device, 0, TCA_REPORTS, &word, 1), BL_DEVICE_OK, "the reports");
    if (word != 0x01010001) fail("a store behind the memory of a hub is not reported");
    if (tca_hub_offset(0, MEMORY) != UINT64_MAX || tca_hub_offset(TCA_NODES, 0) != UINT64_MAX)
        fail("an offset of nobody");
}

/* ---- the engines: node i writes into the hub of node i + 1, whose engine sends it on to i + 2 */

static struct place sources[TCA_NODES], targets[TCA_NODES], tables[TCA_NODES], flags[TCA_NODES];

static void run(int node, uint64_t source, uint64_t target, uint32_t bytes, int to) {
    bl_device_chain_put(tables[node].bytes, source, target, bytes, 0);
    check(tca_chain_run(device, node, tables[node].bus, in_window(to, flags[to].bus), END),
          BL_DEVICE_OK, "a chain");
}

static void wait_all(void) {
    for (int node = 0; node < TCA_NODES; node++) {
        uint32_t *flag = (uint32_t *)flags[node].bytes;
        check(bl_device_poll(device, flag, END, limit_ps), BL_DEVICE_OK, "the end of a chain");
        check(tca_chain_wait(device, node, limit_ps), BL_DEVICE_OK, "a chain");
        *flag = 0;
    }
}

static void chains(void) {
    uint32_t sizes[TCA_NODES], there[TCA_NODES], at[TCA_NODES];
    for (int node = 0; node < TCA_NODES; node++) {
        sizes[node] = 4 + 4 * draw(draw(2) ? 20 : PART / 4 - 2);
        there[node] = 4 * draw((MEMORY - sizes[node]) / 4);
        at[node] = 4 * draw((PART - sizes[node]) / 4 + 1);
        for (int i = 0; i < PART; i++) sources[node].bytes[i] = (uint8_t)draw(256);
        memset(targets[node].bytes, 0, PART);
    }
    for (int node = 0; node < TCA_NODES; node++)
        run(node, sources[node].bus + at[node], in_hub((node + 1) % TCA_NODES, there[node]),
            sizes[node], node);
    wait_all();
    check(bl_device_poll(device, &(uint32_t){0}, 1, 20 * 1000 * 1000), BL_DEVICE_TIMEOUT, "time");
    for (int node = 0; node < TCA_NODES; node++) {
        const int hub = (node + 1) % TCA_NODES, to = (node + 2) % TCA_NODES;
        run(hub, in_hub(hub, there[node]), in_window(to, targets[to].bus + at[node]), sizes[node],
            to);
    }
    wait_all();
    for (int node = 0; node < TCA_NODES; node++)
        if (memcmp(targets[(node + 2) % TCA_NODES].bytes + at[node], sources[node].bytes + at[node],
                   sizes[node]))
            fail("a block is another one");
}

static void stops(uint64_t source, const char *why) {
    bl_device_chain_put(tables[0].bytes, source, in_window(1, targets[1].bus), 64, 0);
    check(tca_chain_run(device, 0, tables[0].bus, 0, 0), BL_DEVICE_OK, "a chain that stops");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, why);
    if (!strstr(bl_device_message(device), why)) fail(bl_device_message(device));
}

/* More stores than there is room for on their way: the CPU waits, and none is lost. */
static void many(void) {
    enum { MANY = 1500 };
    uint32_t word;
    for (unsigned i = 0; i < MANY; i++)
        check(bl_device_store(device, 0, tca_hub_offset(0, 4 * i), i), BL_DEVICE_OK, "a store");
    for (unsigned i = 0; i < MANY; i += 100) {
        check(bl_device_load(device, 0, tca_hub_offset(0, 4 * i), &word), BL_DEVICE_OK, "a load");
        if (word != i) fail("one of many stores is lost");
    }
}

/* Descriptors in the hub's own memory, which its host has stored there. */
static void descriptors(void) {
    enum { AT = 1024, BYTES = 64 };
    uint32_t words[16];
    bl_device_chain_put(&words[0], sources[0].bus, in_window(1, targets[1].bus), BYTES,
                        in_hub(0, AT + 32));
    bl_device_chain_put(&words[8], sources[0].bus + BYTES, in_window(1, targets[1].bus + BYTES),
                        BYTES, 0);
    for (unsigned i = 0; i < 16; i++)
        check(bl_device_store(device, 0, tca_hub_offset(0, AT + 4 * i), words[i]), BL_DEVICE_OK,
              "a descriptor's word");
    memset(targets[1].bytes, 0, PART);
    check(tca_chain_run(device, 0, in_hub(0, AT), in_window(1, flags[1].bus), END), BL_DEVICE_OK,
          "a chain in the hub");
    check(bl_device_poll(device, (uint32_t *)flags[1].bytes, END, limit_ps), BL_DEVICE_OK,
          "its end");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_OK, "a chain in the hub");
    if (memcmp(targets[1].bytes, sources[0].bytes, 2 * BYTES)) fail("its data");
}

static void all(void) {
    for (int node = 0; node < TCA_NODES; node++) {
        sources[node] = make(node, PART);
        targets[node] = make(node, PART);
        tables[node] = make(node, 32);
        flags[node] = make(node, 4);
    }
    stores();
    for (int i = 0; i < 12; i++) chains();
    descriptors();
    many();
    stops(in_hub(1, 0), "its source is in the window");
    stops(in_hub(0, MEMORY - 4), "a read of its source was answered with an error");
    puts("ok: memory");
}

/* ---- rate: of blocks that follow one another around the memory */

static void rate(bool from) {
    struct place host = make(0, (size_t)BLOCKS * BLOCK), table = make(0, 32 * BLOCKS),
                 flag = make(0, 4);
    int64_t begun, ended;
    for (int i = 0; i < BLOCKS; i++) {
        const uint64_t hub = in_hub(0, (uint64_t)i * BLOCK % MEMORY), at = (uint64_t)i * BLOCK;
        bl_device_chain_put(table.bytes + 32 * i, from ? hub : host.bus + at,
                            from ? in_window(0, host.bus + at) : hub, BLOCK,
                            i + 1 < BLOCKS ? table.bus + 32 * (unsigned)(i + 1) : 0);
    }
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "an engine at rest");
    bl_device_time(device, &begun);
    check(tca_chain_run(device, 0, table.bus, in_window(0, flag.bus), END), BL_DEVICE_OK,
          "a chain");
    check(bl_device_poll(device, (uint32_t *)flag.bytes, END, limit_ps), BL_DEVICE_OK, "its end");
    bl_device_time(device, &ended);
    printf("128 x 4096 B %s the hub: %.3f us, %.3f GB/s\n", from ? "from" : "to",
           (double)(ended - begun) / 1e6, BLOCKS * BLOCK * 1e3 / (double)(ended - begun));
}

int main(int argc, char **argv) {
    if (tca_open(&device)) return 1;
    if (argc == 3 && !strcmp(argv[1], "rate")) rate(!strcmp(argv[2], "from"));
    else all();
    bl_device_close(device);
    return 0;
}
