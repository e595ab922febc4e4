#include "bl_device_chain.h"

#include <stdio.h>
#include <stdlib.h>

#include "bl_device_chain_inner.h"

enum {
    CHAIN_LOW = 0, /* registers that are written, by number */
    CHAIN_HIGH,
    END_LOW,
    END_HIGH,
    END_VALUE,
    GO,
    SETTINGS,
    STOP = SETTINGS,
    SLOT, /* and behind it the words of the request */
    REQUEST_WORDS = BL_CHAIN_DESCRIPTOR_BYTES / 4,
    NUMBER = 0xffff, /* of the run, in `go` and `state` */
    RUNNING = 1 << 16,
    ERROR_AT = 24,
    OF_REGISTERS = 1 << 16,
    COUNT_AT = 17
};

static const char *const errors[] = {
    "",
    "its size is 0, or not a multiple of 4, or it does not fit into a descriptor",
    "its source, its target or a stride is not a multiple of 4",
    ("its source is in the window or the registers: an engine reads only from its own host's bus "
     "addresses, its GPUs and its hub's memory"),
    "its target is not in the window",
    "the next one is not a multiple of 32",
    "a read of its source was answered with an error",
    "nobody has its target address",
    "a read of its source was not answered in time",
    "it was stopped",
    "its target is behind the end of the memory that is there",
    "a read of the descriptor itself was answered with an error",
    "a read of the descriptor itself was not answered in time"};

/* What is known of a node's engine: 0, it has to be asked; BL_DEVICE_CLAIMED; or 1 and the number
   of the last run of one that is idle. With the lock held. NULL: there is no memory for it. */
static struct bl_device_engine *engine_of(struct bl_device *device, int node) {
    if (!device->engines) device->engines = calloc((size_t)device->nodes, sizeof *device->engines);
    return device->engines ? &device->engines[node] : NULL;
}

/* The engine is this call's until know() with `mine`; false: it is another's. *was: what was known
   of it. Without memory nothing is known, and nothing claimed. */
static bool claim(struct bl_device *device, int node, uint32_t *was) {
    pthread_mutex_lock(&device->lock);
    struct bl_device_engine *engine = engine_of(device, node);
    *was = engine ? engine->known : 0;
    if (engine) engine->known = BL_DEVICE_CLAIMED;
    pthread_mutex_unlock(&device->lock);
    return *was != BL_DEVICE_CLAIMED;
}

/* mine: this call has claimed it, else what another one has stays so. */
static void know(struct bl_device *device, int node, bool mine, uint32_t what) {
    pthread_mutex_lock(&device->lock);
    struct bl_device_engine *engine = engine_of(device, node);
    if (engine && (mine || engine->known != BL_DEVICE_CLAIMED)) engine->known = what;
    pthread_mutex_unlock(&device->lock);
}

/* A call has started it, with requests of its registers or a chain, and knows no more. */
static void know_started(struct bl_device *device, int node, bool of_registers) {
    pthread_mutex_lock(&device->lock);
    struct bl_device_engine *engine = engine_of(device, node);
    if (engine) *engine = (struct bl_device_engine){.started = true, .of_registers = of_registers};
    pthread_mutex_unlock(&device->lock);
}

static bool was_started(struct bl_device *device, int node) {
    pthread_mutex_lock(&device->lock);
    const struct bl_device_engine *engine = engine_of(device, node);
    const bool started = engine && engine->started;
    pthread_mutex_unlock(&device->lock);
    return started;
}

static bool was_of_registers(struct bl_device *device, int node) {
    pthread_mutex_lock(&device->lock);
    const struct bl_device_engine *engine = engine_of(device, node);
    const bool of_registers = engine && engine->of_registers;
    pthread_mutex_unlock(&device->lock);
    return of_registers;
}

static enum bl_device_result read_state(struct bl_device *device, int node,
                                        const struct bl_device_chain *engine, uint32_t state[2]) {
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result) result = bl_device_reg_read(device, node, engine->state, state, 2);
    if (!result) know(device, node, false, state[0] & RUNNING ? 0 : 1 + (state[0] & NUMBER));
    return result;
}

/* The number of the last run of an engine that is idle, which is claimed then. */
static enum bl_device_result claim_idle(struct bl_device *device, int node,
                                        const struct bl_device_chain *engine, uint32_t *number) {
    uint32_t state[2] = {0, 0}, was;
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result) result = bl_device_check_register(device, node, engine->settings);
    if (result) return result;
    if (!claim(device, node, &was))
        return bl_device_refuse(device, BL_DEVICE_BUSY, "another thread starts the engine");
    if (!was) result = read_state(device, node, engine, state);
    if (!result && state[0] & RUNNING)
        result = bl_device_refuse(device, BL_DEVICE_BUSY, "the engine runs");
    *number = was ? was - 1 : state[0] & NUMBER;
    if (result) know(device, node, true, 0);
    return result;
}

static enum bl_device_result write_word(struct bl_device *device, int node,
                                        const struct bl_device_chain *engine, int at,
                                        uint32_t word) {
    return bl_device_reg_write(device, node, engine->settings + 4 * (uint32_t)at, word);
}

/* Registers one behind the other, between which no reset comes. A reset may take long, in which
   simulated time passes: it is not waited for. */
static enum bl_device_result write_words(struct bl_device *device, int node,
                                         const struct bl_device_chain *engine, int at,
                                         const uint32_t *words, int count) {
    enum bl_device_result result = BL_DEVICE_OK;
    pthread_mutex_lock(&device->lock);
    if (device->resetting)
        result = bl_device_refuse(device, BL_DEVICE_BUSY, "another thread resets the nodes");
    for (int i = 0; i < count && !result; i++)
        result = write_word(device, node, engine, at + i, words[i]);
    pthread_mutex_unlock(&device->lock);
    return result;
}

/* 0 is no run's number. */
static uint32_t number_behind(uint32_t number) { return number == NUMBER ? 1 : number + 1; }

/* The registers from `at` on, the last of which is `go`. With the numbers of runs those of stops
   begin anew. */
static enum bl_device_result start(struct bl_device *device, int node,
                                   const struct bl_device_chain *engine, int at,
                                   const uint32_t words[SETTINGS]) {
    enum bl_device_result result = BL_DEVICE_OK;
    if ((words[GO] & NUMBER) == 1) result = write_word(device, node, engine, STOP, 0);
    if (!result) result = write_words(device, node, engine, at, words + at, SETTINGS - at);
    if (result) know(device, node, true, 0);
    else know_started(device, node, words[GO] & OF_REGISTERS);
    if (!result) bl_device_begins(device, node);
    return result;
}

enum bl_device_result bl_device_chain_start(struct bl_device *device, int node,
                                            const struct bl_device_chain *engine, uint64_t first,
                                            uint64_t end_at, uint32_t end_value) {
    uint32_t number = 0;
    enum bl_device_result result = bl_device_chain_check_first(device, engine, first);
    if (!result) result = bl_device_chain_check_end(device, engine, end_at);
    if (!result) result = claim_idle(device, node, engine, &number);
    const uint32_t words[SETTINGS] = {
        [CHAIN_LOW] = (uint32_t)first, [CHAIN_HIGH] = (uint32_t)(first >> 32),
        [END_LOW] = (uint32_t)end_at,  [END_HIGH] = (uint32_t)(end_at >> 32),
        [END_VALUE] = end_value,       [GO] = number_behind(number)};
    return result ? result : start(device, node, engine, CHAIN_LOW, words);
}

enum bl_device_result bl_device_chain_start_requests(struct bl_device *device, int node,
                                                     const struct bl_device_chain *engine,
                                                     int count, uint64_t end_at,
                                                     uint32_t end_value) {
    uint32_t number = 0;
    enum bl_device_result result = bl_device_chain_check_end(device, engine, end_at);
    if (!result && (count < 1 || count > engine->requests))
        result = bl_device_fail(device, BL_DEVICE_BAD_CALL, "an engine starts 1 to %d requests",
                                engine->requests);
    if (!result) result = claim_idle(device, node, engine, &number);
    const uint32_t words[SETTINGS] = {[END_LOW] = (uint32_t)end_at,
                                      [END_HIGH] = (uint32_t)(end_at >> 32),
                                      [END_VALUE] = end_value,
                                      [GO] = number_behind(number) | OF_REGISTERS |
                                             (uint32_t)count << COUNT_AT};
    return result ? result : start(device, node, engine, END_LOW, words);
}

static uint32_t word_of(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

enum bl_device_result bl_device_chain_request(struct bl_device *device, int node,
                                              const struct bl_device_chain *engine, int slot,
                                              uint64_t source, uint64_t target, uint32_t bytes,
                                              const struct bl_device_blocks *blocks) {
    uint32_t number = 0;
    uint32_t words[1 + REQUEST_WORDS] = {(uint32_t)slot};
    uint8_t packed[BL_CHAIN_DESCRIPTOR_BYTES];
    enum bl_device_result result = claim_idle(device, node, engine, &number);
    if (result) return result;
    if (slot < 0 || slot >= engine->requests)
        result = bl_device_bad(device, "the engine has no such register");
    bl_device_chain_put_blocks(packed, source, target, bytes, blocks, 0);
    for (int i = 0; i < REQUEST_WORDS; i++) words[1 + i] = word_of(packed + 4 * i);
    if (!result) result = write_words(device, node, engine, SLOT, words, 1 + REQUEST_WORDS);
    know(device, node, true, result ? 0 : 1 + number);
    return result;
}

enum bl_device_result bl_device_chain_stop(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine) {
    uint32_t state[2] = {0, 0};
    enum bl_device_result result = read_state(device, node, engine, state);
    if (result || !(state[0] & RUNNING)) return result;
    return write_word(device, node, engine, STOP, number_behind(state[0] & NUMBER));
}

static enum bl_device_result never_ran(struct bl_device *device, int node) {
    if (!was_started(device, node))
        return bl_device_refuse(device, BL_DEVICE_NOT_STARTED, "no chain was started");
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "node %d was reset after the last start of its engine", node);
}

static const char *request_text(char *text, size_t room, bool of_registers, uint32_t number) {
    if (of_registers) snprintf(text, room, "request %u of the registers", (unsigned)number);
    else snprintf(text, room, "descriptor %u of the chain", (unsigned)number);
    return text;
}

static enum bl_device_result ended(struct bl_device *device, int node, const uint32_t state[2]) {
    const uint32_t error = state[0] >> ERROR_AT;
    bool joined = true;
    char text[64];
    if (!error) return state[0] & NUMBER ? BL_DEVICE_OK : never_ran(device, node);
    enum bl_device_result result = bl_device_chain_joined(device, node, &joined);
    if (result) return result;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR, "node %d: %s: %s%s", node,
                          request_text(text, sizeof text, was_of_registers(device, node), state[1]),
                          error < sizeof errors / sizeof *errors ? errors[error] : "unknown",
                          joined ? "" : BL_DEVICE_NOT_JOINED);
}

enum bl_device_result bl_device_chain_look(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine, bool *running) {
    uint32_t state[2] = {0, 0};
    enum bl_device_result result = read_state(device, node, engine, state);
    *running = !result && state[0] & RUNNING;
    if (result || *running) return result;
    result = bl_device_chain_report(device, node, engine); /* it stops the engine */
    return result ? result : ended(device, node, state);
}

enum bl_device_result bl_device_chain_wait(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine,
                                           int64_t timeout_ps) {
    bool running = true;
    int64_t begun = 0, now = 0;
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result && timeout_ps) result = bl_device_time(device, &begun);
    while (!result && running) {
        result = bl_device_chain_look(device, node, engine, &running);
        if (!result && timeout_ps) result = bl_device_time(device, &now);
        if (!result && timeout_ps && running && now - begun >= timeout_ps)
            result = bl_device_refuse(device, BL_DEVICE_TIMEOUT, "the chain has not ended");
    }
    return result;
}

/* A node that was reset interrupts too. */
enum bl_device_result bl_device_chain_sleep(struct bl_device *device, int node,
                                            const struct bl_device_chain *engine,
                                            int64_t timeout_ps) {
    uint32_t state[2] = {0, 0};
    enum bl_device_result result = read_state(device, node, engine, state);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result && state[0] & RUNNING) result = bl_device_interrupt(device, node, timeout_ps);
    return result ? result : bl_device_chain_wait(device, node, engine, timeout_ps);
}
