/* Chains of every node's engine at once, from its host's memory and a GPU's into all nodes', blocks
   of any size and place; then chains with an error in each of its kinds, and what the calls refuse.
   With `once`: one round of the first. With `aborts`: chains of which the bus answers reads with
   errors. With `rate COUNT,... SIZE,... NODE [WHAT...]`: how fast blocks of a chain go: from_gpu,
   to_gpu, gpu, from a GPU's memory, to one, both; registers, as requests in registers, as many as
   there are at a time; face, in blocks of 256 B each; polled, slept, until the engine says that
   it is at rest, when it is asked or by its interrupt, in place of the word behind the data;
   times=N, the mean of N runs, in which the bus draws other orders. */
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
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
    struct bl_device_blocks blocks; /* bytes 0: it is one */
};
static struct block blocks[TCA_NODES][BLOCKS];

/* From the first of its bytes to behind the last. */
static uint32_t reach_of(const struct block *block, uint32_t stride) {
    if (!block->blocks.bytes) return block->bytes;
    return (block->bytes - 1) / block->blocks.bytes * stride + block->blocks.bytes;
}

/* What is in blocks is shorter, so that they do not lie beyond its room; those of the source may
   overlap. */
static void draw_blocks(struct block *block) {
    block->bytes = 4 + 4 * draw(MOST / 16);
    block->blocks.bytes = 4 + 4 * draw(draw(2) ? 8 : 100);
    block->blocks.source_stride = 4 * draw(block->blocks.bytes / 2);
    block->blocks.target_stride = block->blocks.bytes + 4 * draw(block->blocks.bytes / 4);
}

static const struct bl_device_blocks *blocks_of(const struct block *block) {
    return block->blocks.bytes ? &block->blocks : NULL;
}
static uint64_t source_of(int node, const struct block *block) {
    return sources[node][block->from].bus + (unsigned)block->at;
}
static uint64_t target_of(const struct block *block) {
    return in_window(block->to, targets[block->to].bus + (unsigned)block->there);
}

static void draw_chain(int node) {
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &blocks[node][i];
        *block = (struct block){.bytes = 4 + 4 * draw(draw(2) ? 20 : MOST / 4 - 8)};
        block->from = (int)draw(2);
        if (i % 3 == 2) draw_blocks(block);
        block->at = 4 * (int)draw((ROOM - reach_of(block, block->blocks.source_stride)) / 4);
        block->to = (int)draw(TCA_NODES);
        block->there = node * ROOM + i * MOST + 4 * (int)draw(4);
        bl_device_chain_put_blocks(tables[node].bytes + 32 * i, source_of(node, block),
                                   target_of(block), block->bytes, blocks_of(block),
                                   i + 1 < BLOCKS ? tables[node].bus + 32 * (unsigned)(i + 1) : 0);
    }
}

/* The first REQUESTS of them, in registers. */
static void put_requests(int node) {
    for (int i = 0; i < TCA_REQUESTS; i++) {
        struct block *block = &blocks[node][i];
        check(tca_request(device, node, i, source_of(node, block), target_of(block), block->bytes,
                          blocks_of(block)),
              BL_DEVICE_OK, "a request");
    }
}

/* The end goes where the last block goes, behind it. */
static void run(int node, uint32_t end) {
    const int to = blocks[node][BLOCKS - 1].to;
    check(tca_chain_run(device, node, tables[node].bus,
                        in_window(to, flags[to].bus + 4 * (unsigned)node), end),
          BL_DEVICE_OK, "a chain");
}

static void run_requests(int node, uint32_t end) {
    const int to = blocks[node][TCA_REQUESTS - 1].to;
    check(tca_requests_run(device, node, TCA_REQUESTS,
                           in_window(to, flags[to].bus + 4 * (unsigned)node), end),
          BL_DEVICE_OK, "requests");
}

static void look(int node, uint32_t end, int count) {
    const int last = blocks[node][count - 1].to;
    check(tca_chain_wait(device, node, limit_ps), BL_DEVICE_OK, "the end of a chain");
    check(bl_device_poll(device, (uint32_t *)flags[last].bytes + node, end, limit_ps), BL_DEVICE_OK,
          "the word behind a chain");
}

static void compare_block(int node, const struct block *block) {
    const uint8_t *from = sources[node][block->from].bytes + block->at;
    uint8_t *there = targets[block->to].bytes + block->there;
    const uint32_t most = block->blocks.bytes ? block->blocks.bytes : block->bytes;
    for (uint32_t left = block->bytes; left;) {
        const uint32_t part = left < most ? left : most;
        if (memcmp(there, from, part)) fail("a block is another one");
        memset(there, 0, part);
        from += block->blocks.source_stride;
        there += block->blocks.target_stride;
        left -= part;
    }
}

static void compare(int count) {
    for (int node = 0; node < TCA_NODES; node++)
        for (int i = 0; i < count; i++) compare_block(node, &blocks[node][i]);
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
    stops(source, target, 6, next, 2, "not a multiple of 4");
    stops(source + 2, target, 8, next, 2, "not a multiple of 4");
    stops(source, target + 1, 8, next, 2, "not a multiple of 4");
    stops(target, target, 8, next, 2, "its source is in the window");
    stops(source, source, 8, next, 2, "its target is not in the window");
    stops(source, target, 8, next + 16, 2, "the next one is not a multiple of 32");
    stops(source, tca_address(tca_offset(TCA_NODES - 1, -1, 0)) + (UINT64_C(1) << 42), 8, next, 2,
          "nobody has its target address");
    stops(source, tca_address(tca_offset(1, -1, 0)) + (UINT64_C(64) << 20), 8, next, 2,
          "behind the end of the memory");
    stops(source, tca_address(tca_hub_offset(1, 0)) + (1 << 20), 8, next, 2,
          "behind the end of the memory");
    stops(source, target | UINT64_C(1) << 48, 8, next, 2, "its size is 0");
    stops(0x1000, target, 8, next, 2, "a read of its source was answered with an error");
    stops(source, target, 8, 0x20, 3, "a read of the descriptor itself was answered with an");
}

/* A chain that leads back to itself. */
static void stopped(void) {
    memset(targets[1].bytes, 0, 128);
    bl_device_chain_put(tables[0].bytes, sources[0][0].bus, in_window(1, targets[1].bus), 4096,
                        tables[0].bus);
    check(tca_chain_run(device, 0, tables[0].bus, in_window(1, flags[1].bus), END), BL_DEVICE_OK,
          "a chain without an end");
    check(tca_chain_wait(device, 0, INT64_C(30) * 1000 * 1000), BL_DEVICE_TIMEOUT, "its end");
    check(tca_chain_stop(device, 0), BL_DEVICE_OK, "a stop");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "a chain that was stopped");
    if (!strstr(bl_device_message(device), "it was stopped")) fail("why it has stopped");
    check(tca_chain_stop(device, 0), BL_DEVICE_OK, "a stop of nothing");
}

/* Two threads that start one engine: one of them does. */
static void *race(void *result) {
    *(int *)result = tca_chain_run(device, 0, tables[0].bus, 0, 0);
    bl_device_attach(device, -1);
    return NULL;
}

static void two_threads(void) {
    bl_device_chain_put(tables[0].bytes, sources[0][0].bus, in_window(1, targets[1].bus), 4096,
                        tables[0].bus);
    for (int round = 0; round < 20; round++) {
        int results[2];
        pthread_t thread;
        bl_device_attach(device, 1);
        if (pthread_create(&thread, NULL, race, &results[0])) fail("a thread");
        results[1] = tca_chain_run(device, 0, tables[0].bus, 0, 0);
        bl_device_attach(device, -1);
        pthread_join(thread, NULL);
        bl_device_attach(device, 1);
        if (results[0] > results[1]) check(results[0], BL_DEVICE_BUSY, "one of two threads");
        else check(results[1], BL_DEVICE_BUSY, "one of two threads");
        if (results[0] && results[1]) fail("neither thread has started it");
        check(tca_chain_stop(device, 0), BL_DEVICE_OK, "a stop");
        check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "its end");
    }
}

static void refused(void) {
    check(tca_chain_run(NULL, 0, 0, 0, 0), BL_DEVICE_NO_DEVICE, "a chain without a device");
    check(tca_chain_wait(NULL, 0, 0), BL_DEVICE_NO_DEVICE, "a wait without a device");
    check(tca_chain_sleep(NULL, 0, 0), BL_DEVICE_NO_DEVICE, "a sleep without a device");
    check(tca_chain_sleep(device, 0, -1), BL_DEVICE_BAD_CALL, "a negative limit");
    check(tca_chain_sleep(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "a sleep without a start");
    check(tca_chain_run(device, TCA_NODES, 0, 0, 0), BL_DEVICE_BAD_CALL, "a node too many");
    check(tca_chain_wait(device, 0, -1), BL_DEVICE_BAD_CALL, "a negative limit");
    check(tca_request(NULL, 0, 0, 0, 0, 0, NULL), BL_DEVICE_NO_DEVICE, "a request of nothing");
    check(tca_request(device, 0, TCA_REQUESTS, 0, 0, 0, NULL), BL_DEVICE_BAD_CALL,
          "a register too many");
    check(tca_requests_run(device, 0, TCA_REQUESTS + 1, 0, 0), BL_DEVICE_BAD_CALL,
          "more requests than registers");
    check(tca_requests_run(NULL, 0, 1, 0, 0), BL_DEVICE_NO_DEVICE, "requests without a device");
    check(tca_chain_stop(NULL, 0), BL_DEVICE_NO_DEVICE, "a stop without a device");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NOT_STARTED, "a wait without a start");
}

/* A chain in the middle of a reset leaves nothing behind. */
static void reset(void) {
    for (int node = 0; node < TCA_NODES; node++) run(node, END);
    check(tca_chain_run(device, 0, tables[0].bus, 0, 0), BL_DEVICE_BUSY, "two chains at once");
    check(tca_requests_run(device, 0, 1, 0, 0), BL_DEVICE_BUSY, "requests beside a chain");
    check(tca_request(device, 0, 0, 0, 0, 4, NULL), BL_DEVICE_BUSY, "a request beside a chain");
    check(tca_chain_wait(device, 0, 1000), BL_DEVICE_TIMEOUT, "a limit in time");
    check(bl_device_reset(device), BL_DEVICE_OK, "a reset");
    check(tca_join(device), BL_DEVICE_OK, "ranges behind it");
    check(tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "a chain before the reset");
    for (int node = 0; node < TCA_NODES; node++)
        memset(targets[node].bytes, 0, (size_t)TCA_NODES * ROOM);
}

static void run_all(uint32_t end) {
    for (int node = 0; node < TCA_NODES; node++) run(node, end);
    for (int node = 0; node < TCA_NODES; node++) look(node, end, BLOCKS);
    settle();
    compare(BLOCKS);
}

static void run_registers(uint32_t end) {
    for (int node = 0; node < TCA_NODES; node++) put_requests(node);
    for (int node = 0; node < TCA_NODES; node++) run_requests(node, end);
    for (int node = 0; node < TCA_NODES; node++) look(node, end, TCA_REQUESTS);
    settle();
    compare(TCA_REQUESTS);
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
        run_registers(round);
    }
    errors();
    stopped();
    two_threads();
    puts("ok: chains");
}

/* ---- rate: COUNT requests of SIZE bytes, to node `to`; the time from the start of an engine that
   is known to be at rest, whose last store is the doorbell's, until the word behind is seen, or the
   engine's end. More requests than registers go in several runs: each is put when the engine has
   said that it is at rest. */

enum { FACE_BLOCK = 256, FACE_STRIDE = 4096 };
static const int64_t rate_limit_ps = INT64_C(50) * 1000 * 1000 * 1000;
enum seen { WORD, POLLED, SLEPT };
struct rate {
    int count, size, to, source_gpu, target_gpu, times;
    bool registers, face, started;
    enum seen seen;
};
struct ends {
    struct place source, target, table, flag;
};

static size_t step_of(const struct rate *rate) {
    const size_t size = (size_t)rate->size;
    return rate->face ? size / FACE_BLOCK * FACE_STRIDE : size;
}

/* Request i, in a face's blocks both at source and target; into register `slot`. */
static void put_one(const struct rate *rate, const struct ends *ends, int i, int slot) {
    static const struct bl_device_blocks face = {FACE_BLOCK, FACE_STRIDE, FACE_STRIDE};
    const struct bl_device_blocks *blocks = rate->face ? &face : NULL;
    const uint64_t at = (unsigned)i * step_of(rate), source = ends->source.bus + at,
                   target = in_window(rate->to, ends->target.bus + at),
                   next = i + 1 < rate->count ? ends->table.bus + 32 * (unsigned)(i + 1) : 0;
    const uint32_t size = (uint32_t)rate->size;
    if (rate->registers)
        check(tca_request(device, 0, slot, source, target, size, blocks), BL_DEVICE_OK,
              "a request");
    else bl_device_chain_put_blocks(ends->table.bytes + 32 * i, source, target, size, blocks, next);
}

/* The requests of a run: all of them in a chain, else from `first` on as many as registers. */
static int run_of(const struct rate *rate, int first) {
    const int left = rate->count - first;
    return rate->registers && left > TCA_REQUESTS ? TCA_REQUESTS : left;
}
static void put_run(const struct rate *rate, const struct ends *ends, int first) {
    for (int i = 0; i < run_of(rate, first); i++) put_one(rate, ends, first + i, i);
}

static void rest(const struct rate *rate) {
    check((rate->seen == SLEPT ? tca_chain_sleep : tca_chain_wait)(device, 0, rate_limit_ps),
          BL_DEVICE_OK, "an engine at rest");
}

static void start(const struct rate *rate, const struct ends *ends, int first) {
    const int count = run_of(rate, first);
    const uint64_t end_at = first + count == rate->count ? in_window(rate->to, ends->flag.bus) : 0;
    const int result = rate->registers ? tca_requests_run(device, 0, count, end_at, END)
                                       : tca_chain_run(device, 0, ends->table.bus, end_at, END);
    check(result, BL_DEVICE_OK, "a start");
}

static void wait_for_word(const struct ends *ends) {
    check(bl_device_poll(device, (uint32_t *)ends->flag.bytes, END, rate_limit_ps), BL_DEVICE_OK,
          "its end");
}

/* All requests, of which those of the first run are put already; their time. */
static int64_t run_rate(const struct rate *rate, const struct ends *ends) {
    int64_t begun, ended;
    bl_device_time(device, &begun);
    for (int first = 0; first < rate->count; first += run_of(rate, first)) {
        if (first) rest(rate);
        if (first) put_run(rate, ends, first);
        start(rate, ends, first);
    }
    if (rate->seen == WORD) wait_for_word(ends);
    else rest(rate);
    bl_device_time(device, &ended);
    wait_for_word(ends);
    if (rate->seen == WORD) rest(rate);
    return ended - begun;
}

static void compare_faces(const struct place *source, const struct place *target, size_t room,
                          bool face) {
    const size_t part = face ? FACE_BLOCK : room, step = face ? FACE_STRIDE : room;
    for (size_t at = 0; at < room; at += step)
        if (memcmp(source->bytes + at, target->bytes + at, part)) fail("the blocks are others");
}

static void make_ends(const struct rate *rate, struct ends *ends, size_t room) {
    make(&ends->source, 0, rate->source_gpu, room);
    make(&ends->target, rate->to, rate->target_gpu, room);
    make(&ends->table, 0, -1, 32 * (size_t)rate->count);
    make(&ends->flag, rate->to, rate->target_gpu, 4);
    for (size_t i = 0; i < room; i++) ends->source.bytes[i] = (uint8_t)draw(256);
}

static void measure(struct rate *rate) {
    const size_t room = (size_t)rate->count * step_of(rate);
    struct ends ends;
    int64_t all = 0;
    make_ends(rate, &ends, room);
    for (int i = 0; i < rate->times; i++) {
        put_run(rate, &ends, 0);
        check(tca_chain_wait(device, 0, limit_ps),
              rate->started ? BL_DEVICE_OK : BL_DEVICE_NOT_STARTED, "an engine at rest");
        rate->started = true;
        all += run_rate(rate, &ends);
        compare_faces(&ends.source, &ends.target, room, rate->face);
        memset(ends.target.bytes, 0, room);
        memset(ends.flag.bytes, 0, 4);
    }
    const double mean = (double)all / rate->times;
    printf("%d x %d B to node %d: %.3f us, %.3f GB/s\n", rate->count, rate->size, rate->to,
           mean / 1e6, (double)rate->count * rate->size * 1e3 / mean);
}

/* The next number of a list, and what is behind it. */
static int number_of(char **list) {
    const int number = (int)strtol(*list, list, 10);
    *list += **list == ',';
    return number;
}

static void measure_all(struct rate *rate, char *counts, char *all_sizes) {
    while (*counts) {
        rate->count = number_of(&counts);
        for (char *sizes = all_sizes; *sizes;) {
            rate->size = number_of(&sizes);
            measure(rate);
        }
    }
}

static void measure_of(char **words, int count) {
    struct rate rate = {.to = atoi(words[2]), .source_gpu = -1, .target_gpu = -1, .times = 1};
    for (int i = 3; i < count; i++) {
        const bool both = !strcmp(words[i], "gpu");
        if (both || !strcmp(words[i], "from_gpu")) rate.source_gpu = 0;
        if (both || !strcmp(words[i], "to_gpu")) rate.target_gpu = 0;
        if (!strncmp(words[i], "times=", 6)) rate.times = atoi(words[i] + 6);
        if (!strcmp(words[i], "polled")) rate.seen = POLLED;
        if (!strcmp(words[i], "slept")) rate.seen = SLEPT;
        rate.registers |= !strcmp(words[i], "registers");
        rate.face |= !strcmp(words[i], "face");
    }
    measure_all(&rate, words[0], words[1]);
}

/* ---- sleep: the end of a run by polling the engine, and by its interrupt */

static int64_t wait_for(uint64_t chain, bool sleeps) {
    int64_t begun, ended;
    bl_device_time(device, &begun);
    check(tca_chain_run(device, 0, chain, 0, 0), BL_DEVICE_OK, "a chain");
    check((sleeps ? tca_chain_sleep : tca_chain_wait)(device, 0, limit_ps), BL_DEVICE_OK,
          "its end");
    bl_device_time(device, &ended);
    return ended - begun;
}

static void sleeps(void) {
    enum { BYTES = 65536 };
    struct place source, target, table;
    make(&source, 0, -1, BYTES);
    make(&target, 1, -1, BYTES);
    make(&table, 0, -1, 32);
    bl_device_chain_put(table.bytes, source.bus, in_window(1, target.bus), BYTES, 0);
    const int64_t polled = wait_for(table.bus, false), slept = wait_for(table.bus, true);
    printf("%.2f us by polling, %.2f by an interrupt\n", (double)polled / 1e6, (double)slept / 1e6);
}

/* ---- aborts: chains of 128 reads, of which the bus answers some with an error, or none; each
   ends, well or with a code, and its tags are free for the next */

static void aborts(const char *why) {
    enum { BYTES = 65536, CHAINS = 30 };
    int stopped = 0;
    struct place source, target, table;
    make(&source, 0, -1, BYTES);
    make(&target, 1, -1, BYTES);
    make(&table, 0, -1, 32);
    bl_device_chain_put(table.bytes, source.bus, in_window(1, target.bus), BYTES, 0);
    for (int i = 0; i < CHAINS; i++) {
        check(tca_chain_run(device, 0, table.bus, 0, 0), BL_DEVICE_OK, "a chain");
        const int result = i % 2 ? tca_chain_wait(device, 0, limit_ps)
                                 : tca_chain_sleep(device, 0, limit_ps);
        stopped += result == BL_DEVICE_NODE_ERROR;
        if (result) check(result, BL_DEVICE_NODE_ERROR, "a chain of which a read fails");
        if (result && (!strstr(bl_device_message(device), "descriptor 1 of") ||
                       !strstr(bl_device_message(device), why)))
            fail("its number, or why");
    }
    if (!stopped || stopped == CHAINS) fail("all chains, or none, have stopped");
    puts("ok: aborts");
}

int main(int argc, char **argv) {
    if (tca_open(&device)) return 1;
    if (argc > 4 && !strcmp(argv[1], "rate")) measure_of(argv + 2, argc - 2);
    else if (argc > 1 && !strcmp(argv[1], "aborts"))
        aborts(argc > 2 ? argv[2] : "answered with an error");
    else if (argc > 1 && !strcmp(argv[1], "once")) once();
    else if (argc > 1 && !strcmp(argv[1], "sleep")) sleeps();
    else all();
    bl_device_close(device);
    return 0;
}
