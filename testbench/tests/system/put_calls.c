/* What the calls of an engine say. The word in front is what is tried. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tca_host.h"

enum { BYTES = 4096, ROOM = 1 << 17, TABLE = 16384, TARGET = 65536, WORD = 60000 };
static const int64_t moment = INT64_C(20) * 1000 * 1000, limit_ps = INT64_C(300) * 1000 * 1000;
static struct bl_device *device;
static uint8_t *memory[TCA_NODES];
static uint64_t bus[TCA_NODES];

/* The result, and words of the message behind it. */
static void check(const char *what, int result, int code, const char *words) {
    const char *message = result ? bl_device_message(device) : "";
    if (result == code && strstr(message, words)) return;
    printf("FAIL %s: %s, %s\n", what, bl_device_text(result), message);
    exit(1);
}

static void make_all(void) {
    for (int node = 0; node < TCA_NODES; node++) {
        void *bytes;
        check("a buffer", bl_device_buffer(device, node, ROOM, &bytes, &bus[node]), BL_DEVICE_OK,
              "");
        memory[node] = bytes;
        memset(bytes, node + 1, BYTES);
    }
}

static int behind(int node) { return (node + 1) % TCA_NODES; }
static uint64_t in_window(int node, uint32_t at) {
    return tca_address(tca_offset_of(node, bus[node] + at));
}

/* A chain of one descriptor to the node behind; endless: it leads to itself. */
static void put(int node, uint32_t bytes, bool endless) {
    bl_device_chain_put(memory[node] + TABLE, bus[node], in_window(behind(node), TARGET), bytes,
                        endless ? bus[node] + TABLE : 0);
}

static int run(int node, uint32_t value) {
    return tca_chain_run(device, node, bus[node] + TABLE, in_window(behind(node), WORD), value);
}

static void pass_time(int64_t ps) {
    static const uint32_t never;
    check("a time to pass", bl_device_poll(device, &never, 1, ps), BL_DEVICE_TIMEOUT, "port E: ");
}

/* ---- threads, of whose first two both ask one node */

struct waiter {
    char what;
    int node, result;
    pthread_t thread;
};
static atomic_bool over;

static int ask(const struct waiter *waiter) {
    const uint32_t never = 0;
    uint32_t word;
    switch (waiter->what) {
    case 'w': return tca_chain_wait(device, waiter->node, 0);
    case 's': return tca_chain_sleep(device, waiter->node, 0);
    case 'e': return tca_chain_end(device, waiter->node, &never, 1, 0);
    case 'p': return bl_device_poll(device, &never, 1, 0);
    case 'l': return bl_device_load(device, waiter->node, tca_hub_offset(waiter->node, 0), &word);
    default: return bl_device_reg_read(device, waiter->node, BL_DEVICE_REG_ID, &word, 1);
    }
}

/* A short one comes again until then: a reset may meet none of them. */
static void *waits(void *argument) {
    struct waiter *waiter = argument;
    const bool is_short = strchr("rl", waiter->what);
    do waiter->result = ask(waiter);
    while (is_short && !waiter->result && !over);
    if (is_short && !waiter->result) waiter->result = BL_DEVICE_NODE_ERROR;
    bl_device_attach(device, -1);
    return NULL;
}

/* Each wait ends with the reset, not behind it. */
static void reset_beside(const char *whats, int other) {
    struct waiter waiters[2] = {{.what = whats[0]}, {.what = whats[1], .node = other}};
    int64_t begun, now;
    over = false;
    for (int node = 0; node < TCA_NODES; node++) {
        put(node, BYTES, true);
        check("a chain", run(node, 1), BL_DEVICE_OK, "");
    }
    bl_device_attach(device, 2);
    for (int i = 0; i < 2; i++) pthread_create(&waiters[i].thread, NULL, waits, &waiters[i]);
    pass_time(moment);
    bl_device_time(device, &begun);
    check("a reset", bl_device_reset(device), BL_DEVICE_OK, "");
    over = true;
    bl_device_attach(device, -1);
    for (int i = 0; i < 2; i++) pthread_join(waiters[i].thread, NULL);
    bl_device_attach(device, 1);
    bl_device_time(device, &now);
    for (int i = 0; i < 2; i++) check(whats, waiters[i].result, BL_DEVICE_NODE_ERROR, "");
    if (now - begun > moment / 2) check("waits that go on behind a reset", 1, 0, "");
    check("a wait behind it", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR,
          "node 0 was reset");
    check("a join", tca_join(device), BL_DEVICE_OK, "");
}

static void threads(void) {
    static const char *const pairs[] = {"ww", "rr", "lr", "lw", "ss", "ep", "sw"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        reset_beside(pairs[i], 0);
        reset_beside(pairs[i], 1);
    }
}

/* ---- ends: of chains that stop, which the wait for the word behind them says */

static int end(int64_t timeout_ps) {
    return tca_chain_end(device, 0, (uint32_t *)(memory[behind(0)] + WORD), 7, timeout_ps);
}

/* The second of two descriptors, to `target`. */
static void stops(uint64_t target, uint32_t bytes, const char *why) {
    put(0, BYTES, false);
    bl_device_chain_put(memory[0] + TABLE, bus[0], in_window(1, TARGET), BYTES,
                        bus[0] + TABLE + 32);
    bl_device_chain_put(memory[0] + TABLE + 32, bus[0], target, bytes, 0);
    check("a chain", run(0, 7), BL_DEVICE_OK, "");
    check(why, end(0), BL_DEVICE_NODE_ERROR, "node 0: descriptor 2 of the chain: ");
    check(why, end(0), BL_DEVICE_NODE_ERROR, why);
}

static void ends(void) {
    check("no start", end(0), BL_DEVICE_NOT_STARTED, "no chain was started");
    check("no word", tca_chain_end(device, 0, NULL, 7, 0), BL_DEVICE_BAD_CALL, "");
    check("no device", tca_chain_end(NULL, 0, NULL, 7, 0), BL_DEVICE_NO_DEVICE, "");
    stops(in_window(1, TARGET), 6, "its size is 0, or not a multiple of 4");
    stops(in_window(1, TARGET + 2), 8, "not a multiple of 4");
    stops(bus[0], 8, "its target is not in the window");
    stops(tca_address(tca_offset(TCA_NODES - 1, -1, 0)) + (UINT64_C(1) << 42), 8,
          "nobody has its target address");
    put(0, BYTES, true);
    check("an endless chain", run(0, 7), BL_DEVICE_OK, "");
    check("a limit", end(moment), BL_DEVICE_TIMEOUT, "");
    check("a stop", tca_chain_stop(device, 0), BL_DEVICE_OK, "");
    check("its end", end(0), BL_DEVICE_NODE_ERROR, "it was stopped");
    put(0, BYTES, false);
    check("a chain without a word", tca_chain_run(device, 0, bus[0] + TABLE, 0, 0), BL_DEVICE_OK,
          "");
    check("its word", end(0), BL_DEVICE_STUCK, "nothing moves");
    check("a chain", run(0, 7), BL_DEVICE_OK, "");
    check("its end", end(0), BL_DEVICE_OK, "");
}

/* Reads that fail, now and then, by --faults. */
static void faults(void) {
    int stopped = 0;
    put(0, ROOM - TARGET, false);
    for (int i = 0; i < 10; i++) {
        memory[behind(0)][WORD] = 0;
        check("a chain", run(0, 7), BL_DEVICE_OK, "");
        const int result = end(0);
        stopped += result != 0;
        if (result) check("its end", result, BL_DEVICE_NODE_ERROR, "descriptor 1 of the chain: a");
    }
    if (!stopped) check("faults", BL_DEVICE_OK, BL_DEVICE_NODE_ERROR, "");
}

/* ---- places: of the first descriptor and of the word at the end */

static void places(void) {
    const uint64_t at = bus[0] + TABLE, word = in_window(1, WORD);
    const struct {
        uint64_t first, end_at;
        const char *why;
    } rows[] = {
        {at + 4, word, "not a multiple of 32"},
        {at | UINT64_C(1) << 48, word, "more than 48 bits"},
        {at, word + 1, "not a multiple of 4"},
        {at, word | UINT64_C(1) << 60, "not in the window"},
        {at, bus[1] + WORD, "not in the window"},
        {at, tca_address(0) - 4, "not in the window"},
        {at, tca_address(tca_offset(1, -1, 0)) + (UINT64_C(1) << 32), "none of the nodes"},
        {at, tca_address(tca_hub_offset(1, 0)) + 65536, "none of the nodes' memories"},
    };
    put(0, BYTES, false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check(rows[i].why, tca_chain_run(device, 0, rows[i].first, rows[i].end_at, 7),
              BL_DEVICE_BAD_CALL, rows[i].why);
        if (rows[i].first != at) continue;
        check(rows[i].why, tca_requests_run(device, 0, 1, rows[i].end_at, 7), BL_DEVICE_BAD_CALL,
              rows[i].why);
    }
    check("none is started", tca_chain_wait(device, 0, 0), BL_DEVICE_NOT_STARTED, "");
    check("the hub's last word",
          tca_chain_run(device, 0, at, tca_address(tca_hub_offset(1, 65532)), 7), BL_DEVICE_OK, "");
    check("its end", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_OK, "");
    check("the right one", run(0, 7), BL_DEVICE_OK, "");
    check("its end", end(limit_ps), BL_DEVICE_OK, "");
}

/* ---- alone: node 1 is reset by --memory, and says so until it is joined and started again */

static void alone(void) {
    for (int node = 0; node < 2; node++) {
        put(node, BYTES, true);
        check("a chain", run(node, 7), BL_DEVICE_OK, "");
    }
    check("the wait", tca_chain_wait(device, 1, limit_ps), BL_DEVICE_NODE_ERROR,
          "node 1 was reset");
    check("the sleep", tca_chain_sleep(device, 1, limit_ps), BL_DEVICE_NODE_ERROR,
          "node 1 was reset after the last start of its engine");
    check("the neighbour", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR,
          "lost at the hub");
    check("a start", run(1, 7), BL_DEVICE_OK, "");
    check("its end", tca_chain_wait(device, 1, limit_ps), BL_DEVICE_NODE_ERROR,
          "nobody has its target address: the node was reset, and has not been joined since");
    check("a reset", bl_device_reset(device), BL_DEVICE_OK, "");
    check("a sleep", tca_chain_sleep(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "reset after");
    check("a start", run(0, 7), BL_DEVICE_OK, "");
    check("its end", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR, "not been joined");
    check("a join", tca_join(device), BL_DEVICE_OK, "");
    for (int node = 0; node < 2; node++) put(node, BYTES, false);
    check("a chain", run(0, 7), BL_DEVICE_OK, "");
    check("its end", end(limit_ps), BL_DEVICE_OK, "");
}

/* ---- words */

/* The second of two requests in registers. */
static void of_registers(void) {
    for (int slot = 0; slot < 2; slot++)
        check("a request",
              tca_request(device, 0, slot, bus[0], in_window(1, TARGET), 8 - 2 * slot, NULL),
              BL_DEVICE_OK, "");
    check("a start", tca_requests_run(device, 0, 2, 0, 0), BL_DEVICE_OK, "");
    check("a request of 6", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR,
          "node 0: request 2 of the registers: its size is 0, or not a multiple of 4");
}

/* Registers that a host cannot write stay, and what it tries is counted. */
static void refused(void) {
    static const uint32_t nobodys[] = {BL_DEVICE_REG_ID, BL_DEVICE_REG_STATUS, TCA_DROPPED, 0xfffc};
    enum { COUNT = sizeof nobodys / sizeof *nobodys };
    uint32_t before, after, id[2];
    bl_device_reg_read(device, 1, TCA_DROPPED, &before, 1);
    bl_device_reg_read(device, 1, BL_DEVICE_REG_ID, &id[0], 1);
    for (int i = 0; i < COUNT; i++)
        check("a write", bl_device_reg_write(device, 1, nobodys[i], 77), BL_DEVICE_OK, "");
    bl_device_reg_read(device, 1, BL_DEVICE_REG_ID, &id[1], 1);
    bl_device_reg_read(device, 1, TCA_DROPPED, &after, 1);
    if (id[0] != id[1]) check("a register that is only read", 1, 0, "");
    if (after - before != COUNT)
        check("writes that no register takes", (int)(after - before), COUNT, "");
}

static void words(void) {
    void *bytes;
    uint64_t at;
    char many[40];
    snprintf(many, sizeof many, "starts 1 to %d requests", TCA_REQUESTS);
    check("none", tca_requests_run(device, 0, 0, 0, 0), BL_DEVICE_BAD_CALL, many);
    check("too many", tca_requests_run(device, 0, TCA_REQUESTS + 1, 0, 0), BL_DEVICE_BAD_CALL,
          many);
    check("a GPU", bl_device_gpu_buffer(device, 0, 7, BYTES, &bytes, &at), BL_DEVICE_BAD_CALL,
          "node 0 has no GPU 7");
    check("a start", bl_device_start(device), BL_DEVICE_BAD_CALL, "nothing to start");
    check("a wait", bl_device_wait(device, 0), BL_DEVICE_BAD_CALL, "nothing to start");
    refused();
    of_registers();
    bl_device_chain_put(memory[0] + TABLE, UINT64_C(0x800000000000), in_window(1, TARGET), 8, 0);
    check("a chain", run(0, 7), BL_DEVICE_OK, "");
    check("registers", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_NODE_ERROR,
          "its source is in the window or the registers: an engine reads only from");
}

/* ---- edge: of a memory of 1 MB, whose last part of 4 KiB is not whole */

static void edge(void) {
    const uint64_t whole = 1000000 / 4096 * 4096, last = tca_offset(1, -1, whole - 4);
    if (last == UINT64_MAX || tca_offset(1, -1, whole) != UINT64_MAX) check("an offset", 1, 0, "");
    stops(tca_address(last), 8, "its target is behind the end of the memory that is there");
    bl_device_chain_put(memory[0] + TABLE, bus[0], tca_address(last), 4, 0);
    check("the last word", tca_chain_run(device, 0, bus[0] + TABLE, tca_address(last), 7),
          BL_DEVICE_OK, "");
    check("its end", tca_chain_wait(device, 0, limit_ps), BL_DEVICE_OK, "");
    check("a word at the end behind it",
          tca_chain_run(device, 0, bus[0] + TABLE, tca_address(last + 4), 7), BL_DEVICE_BAD_CALL,
          "none of the nodes' memories");
}

int main(int argc, char **argv) {
    static const struct {
        const char *word;
        void (*run)(void);
    } cases[] = {{"threads", threads}, {"ends", ends},   {"faults", faults}, {"places", places},
                 {"alone", alone},     {"words", words}, {"edge", edge}};
    if (argc < 2 || tca_open(&device)) return 1;
    make_all();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].word)) cases[i].run();
    bl_device_close(device);
    printf("ok: %s\n", argv[1]);
    return 0;
}
