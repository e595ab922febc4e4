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
};

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

enum bl_device_result bl_device_chain_end(struct bl_device *device, int node,
                                          const struct bl_device_chain *engine,
                                          const volatile uint32_t *word, uint32_t value,
                                          int64_t timeout_ps) {
    enum { LOOK_PS = 2000000 };
    struct end end = {device, node, engine, false, LOOK_PS};
    int64_t begun = 0, now = 0;
    enum bl_device_result result = bl_device_place(device, (const void *)(uintptr_t)word);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result) result = look(&end);
    if (!result && timeout_ps) result = bl_device_time(device, &begun);
    for (now = begun; !result;) {
        const int64_t left = timeout_ps ? timeout_ps - (now - begun) : end.look_ps;
        if (left <= 0)
            return bl_device_refuse(device, BL_DEVICE_TIMEOUT, "the chain's end has not come");
        result = bl_device_poll(device, word, value, left < end.look_ps ? left : end.look_ps);
        const bool came = !result;
        if (result && result != BL_DEVICE_TIMEOUT && result != BL_DEVICE_NODE_ERROR) return result;
        result = look(&end);
        if (came) return result;
        if (!result && timeout_ps) result = bl_device_time(device, &now);
    }
    return result;
}
