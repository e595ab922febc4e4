/* Stores of every host into the memories of every host and GPU, at once: each comes to its place,
   and the last of a pair behind all others of it. And what the calls refuse. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum { GPUS = TCA_GPUS, MEMORIES = 1 + GPUS, MOST = 1000 };
static const int64_t limit_ps = INT64_C(2000) * 1000 * 1000;
static struct bl_device *device;
static uint32_t *words[TCA_NODES][MEMORIES];
static uint64_t buses[TCA_NODES][MEMORIES];

static void check(int result, int wanted, const char *what) {
    if (result == wanted) return;
    fprintf(stderr, "FAIL %s: %s, %s\n", what, bl_device_text(result), bl_device_message(device));
    exit(1);
}

static void make_buffers(int count) {
    const size_t bytes = (size_t)(TCA_NODES * count) * sizeof(uint32_t);
    for (int i = 0; i < TCA_NODES * MEMORIES; i++) {
        const int node = i / MEMORIES, memory = i % MEMORIES;
        void *at;
        int result = memory ? bl_device_gpu_buffer(device, node, memory - 1, bytes, &at,
                                                   &buses[node][memory])
                            : bl_device_buffer(device, node, bytes, &at, &buses[node][memory]);
        check(result, BL_DEVICE_OK, "a buffer");
        words[node][memory] = at;
        memset(at, 0, bytes);
    }
}

static uint32_t value(int from, int to, int memory, int number) {
    return 1 + (uint32_t)(((from * TCA_NODES + to) * MEMORIES + memory) * MOST + number);
}

/* One for each pair and memory; the node may have more on their way than it takes. */
static void store_all(int count, int number) {
    for (int from = 0; from < TCA_NODES; from++)
        for (int to = 0; to < TCA_NODES; to++)
            for (int memory = 0; memory < MEMORIES; memory++) {
                const uint64_t at = buses[to][memory] + 4 * (uint64_t)(from * count + number);
                int result = bl_device_store(device, from, tca_offset_of(to, at),
                                             value(from, to, memory, number));
                check(result, BL_DEVICE_OK, "a store");
            }
}

static void wait_for_all(int count) {
    for (int from = 0; from < TCA_NODES; from++)
        for (int to = 0; to < TCA_NODES; to++)
            for (int memory = 0; memory < MEMORIES; memory++)
                check(bl_device_poll(device, &words[to][memory][from * count + count - 1],
                                     value(from, to, memory, count - 1), limit_ps),
                      BL_DEVICE_OK, "the last store of a pair");
}

static void look(int count) {
    for (int from = 0; from < TCA_NODES; from++)
        for (int to = 0; to < TCA_NODES; to++)
            for (int memory = 0; memory < MEMORIES; memory++)
                for (int i = 0; i < count; i++)
                    if (words[to][memory][from * count + i] != value(from, to, memory, i)) {
                        fprintf(stderr, "FAIL store %d from %d to %d, memory %d\n", i, from, to,
                                memory);
                        exit(1);
                    }
}

/* What is nobody's is dropped, and the hub that drops it counts it. */
static void nobodys(void) {
    const uint64_t past = tca_offset(1, GPUS - 1, 0) + (tca_offset(1, -1, 0) / 4);
    const uint64_t hole = GPUS < 2 ? past : tca_hub_offset(1, 0) + (1 << 20);
    uint32_t word = 0;
    check(bl_device_store(device, 0, hole, 7), BL_DEVICE_OK, "a store to nobody");
    check(bl_device_poll(device, &word, 1, 4000 * 1000), BL_DEVICE_TIMEOUT, "nobody answers");
    check(bl_device_reg_read(device, 1, TCA_DROPPED, &word, 1), BL_DEVICE_OK, "the count");
    if (word != 1) {
        fprintf(stderr, "FAIL %" PRIu32 " dropped\n", word);
        exit(1);
    }
}

/* A load of any memory, or of nobody's, has an answer, behind the stores in front of it. */
static void loads(void) {
    uint32_t word = 0;
    for (int node = 0; node < TCA_NODES; node++)
        for (int memory = 0; memory < MEMORIES; memory++) {
            const uint64_t at = tca_offset_of(node, buses[node][memory]);
            check(bl_device_store(device, 0, at, 77), BL_DEVICE_OK, "a store");
            check(bl_device_load(device, 0, at, &word), BL_DEVICE_NODE_ERROR, "a load");
            if (word != UINT32_MAX) fputs("FAIL a load has a value\n", stderr), exit(1);
            check(bl_device_poll(device, words[node][memory], 77, limit_ps), BL_DEVICE_OK,
                  "a store in front of a load");
        }
    check(bl_device_load(device, 1, tca_offset(0, -1, 0) + 4, &word), BL_DEVICE_NODE_ERROR,
          "a load of nobody");
    check(bl_device_reg_read(device, 0, 0x7ffc, &word, 1), BL_DEVICE_BAD_CALL, "no register");
    check(bl_device_reg_read(device, 0, 0, &word, 1), BL_DEVICE_OK, "a register");
    if (word != BL_DEVICE_ID) fputs("FAIL the registers are others\n", stderr), exit(1);
}

static void refused(void) {
    const volatile uint32_t *word = words[0][0];
    uint32_t loaded;
    int64_t now;
    if (tca_offset(TCA_NODES, -1, 0) != UINT64_MAX || tca_offset(0, GPUS, 0) != UINT64_MAX ||
        tca_offset(-1, -1, 0) != UINT64_MAX || tca_offset_of(0, 1) != UINT64_MAX ||
        tca_offset(0, -1, UINT64_C(1) << 40) != UINT64_MAX) {
        fputs("FAIL an offset of nobody\n", stderr);
        exit(1);
    }
    check(bl_device_store(NULL, 0, 0, 0), BL_DEVICE_NO_DEVICE, "a store without a device");
    check(bl_device_store(device, TCA_NODES, 0, 0), BL_DEVICE_BAD_CALL, "a node too many");
    check(bl_device_store(device, -1, 0, 0), BL_DEVICE_BAD_CALL, "a node too few");
    check(bl_device_store(device, 0, 2, 0), BL_DEVICE_BAD_CALL, "half a word");
    check(bl_device_store(device, 0, UINT64_C(1) << 60, 0), BL_DEVICE_BEYOND, "beyond the window");
    check(bl_device_load(NULL, 0, 0, NULL), BL_DEVICE_NO_DEVICE, "a load without a device");
    check(bl_device_load(device, 0, 0, NULL), BL_DEVICE_BAD_CALL, "no place for a load");
    check(bl_device_load(device, 0, UINT64_C(1) << 60, &loaded), BL_DEVICE_BEYOND, "a far load");
    check(bl_device_poll(device, NULL, 0, 0), BL_DEVICE_BAD_CALL, "no word");
    check(bl_device_poll(device, word, *word + 1, -1), BL_DEVICE_BAD_CALL, "a negative limit");
    check(bl_device_poll(device, word, *word + 1, 1000), BL_DEVICE_TIMEOUT, "nothing comes");
    check(bl_device_poll(device, word, *word + 1, 0), BL_DEVICE_STUCK, "nothing comes for ever");
    check(bl_device_time(NULL, &now), BL_DEVICE_NO_DEVICE, "the time of nothing");
    check(bl_device_time(device, NULL), BL_DEVICE_BAD_CALL, "no place for the time");
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 3;
    if (tca_open(&device)) return 1;
    make_buffers(count);
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < count; i++) store_all(count, i);
        wait_for_all(count);
        look(count);
        if (run) break;
        check(bl_device_reset(device), BL_DEVICE_OK, "a reset");
        check(tca_join(device), BL_DEVICE_OK, "ranges behind a reset");
        for (int i = 0; i < TCA_NODES * MEMORIES; i++)
            memset(words[i / MEMORIES][i % MEMORIES], 0,
                   (size_t)(TCA_NODES * count) * sizeof(uint32_t));
    }
    nobodys();
    loads();
    refused();
    bl_device_close(device);
    printf("ok: %d stores\n", TCA_NODES * TCA_NODES * MEMORIES * count);
    return 0;
}
