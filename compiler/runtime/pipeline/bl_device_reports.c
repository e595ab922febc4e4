/* What hubs report of the writes of a node's engine that were lost, and the wait for its end. */
#include "bl_device_chain_inner.h"

enum { CODE_AT = 24, HUB_AT = 16, HUB = 0xff, NOBODYS = 1 };

static const char *const codes[] = {"", "nobody has its address", "a cable is cut"};

enum bl_device_result bl_device_chain_joined(struct bl_device *device, int node, bool *joined) {
    uint32_t status = 0;
    *joined = device->tables;
    if (!*joined) return BL_DEVICE_OK;
    enum bl_device_result result = bl_device_reg_read(device, node, BL_DEVICE_REG_STATUS, &status,
                                                      1);
    *joined = !(status & BL_DEVICE_STATUS_RESET);
    return result;
}

static enum bl_device_result lost(struct bl_device *device, int node, uint32_t report) {
    const uint32_t code = report >> CODE_AT;
    const int hub = (int)(report >> HUB_AT & HUB);
    bool joined = true;
    enum bl_device_result result = BL_DEVICE_OK;
    if (code == NOBODYS && hub < device->nodes)
        result = bl_device_chain_joined(device, hub, &joined);
    if (result) return result;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "node %d: a write of the engine was lost at the hub of node %d: %s%s",
                          node, hub, code < sizeof codes / sizeof *codes ? codes[code] : "unknown",
                          joined ? "" : BL_DEVICE_NOT_JOINED);
}

enum bl_device_result bl_device_chain_report(struct bl_device *device, int node,
                                             const struct bl_device_chain *engine) {
    uint32_t report = 0;
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result) result = bl_device_reg_read(device, node, engine->report, &report, 1);
    return result || !(report >> CODE_AT) ? result : lost(device, node, report);
}

/* ---- the end */

struct end {
    struct bl_device *device;
    int node;
    const struct bl_device_chain *engine;
    bool running;
    int64_t look_ps; /* until the engine is asked again */
    int64_t timeout_ps, begun_ps;
};
enum { LOOK_PS = 2000000 };

/* One that runs may have lost a write; behind one that does not a word comes soon, or never: it is
   asked ever more seldom, so that a device on which nothing moves can say so. */
static enum bl_device_result look(struct end *end) {
    enum bl_device_result result = bl_device_chain_look(end->device, end->node, end->engine,
                                                        &end->running);
    if (!result && end->running)
        result = bl_device_chain_report(end->device, end->node, end->engine);
    if (!end->running) end->look_ps *= 2;
    return result;
}

/* Waits for the word until the engine is asked again; *over: it has come. */
static enum bl_device_result watch(struct end *end, const volatile uint32_t *word, uint32_t value,
                                   bool *over) {
    int64_t now = 0, ps = end->look_ps;
    enum bl_device_result result = end->timeout_ps ? bl_device_time(end->device, &now)
                                                   : BL_DEVICE_OK;
    const int64_t left = end->timeout_ps - (now - end->begun_ps);
    if (result) return result;
    if (end->timeout_ps && left <= 0)
        return bl_device_refuse(end->device, BL_DEVICE_TIMEOUT, "the chain's end has not come");
    if (end->timeout_ps && left < ps) ps = left;
    result = bl_device_poll(end->device, word, value, ps);
    *over = !result;
    if (result && result != BL_DEVICE_TIMEOUT && result != BL_DEVICE_NODE_ERROR) return result;
    return look(end);
}

enum bl_device_result bl_device_chain_end(struct bl_device *device, int node,
                                          const struct bl_device_chain *engine,
                                          const volatile uint32_t *word, uint32_t value,
                                          int64_t timeout_ps) {
    struct end end = {device, node, engine, false, LOOK_PS, timeout_ps, 0};
    bool over = false;
    enum bl_device_result result = bl_device_place(device, (const void *)(uintptr_t)word);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result) result = look(&end);
    if (!result && timeout_ps) result = bl_device_time(device, &end.begun_ps);
    while (!result && !over) result = watch(&end, word, value, &over);
    return result;
}
