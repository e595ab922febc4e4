/* What hubs report of the writes of a node's engine that were lost. */
#include "bl_device_chain.h"

#include "bl_device_state_inner.h"

enum { CODE_AT = 24, HUB_AT = 16, HUB = 0xff };

static const char *const codes[] = {"", "nobody has its address", "a cable is cut"};

enum bl_device_result bl_device_chain_report(struct bl_device *device, int node,
                                             const struct bl_device_chain *engine) {
    uint32_t report = 0;
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result) result = bl_device_reg_read(device, node, engine->report, &report, 1);
    const uint32_t code = report >> CODE_AT;
    if (result || !code) return result;
    return bl_device_fail(device, BL_DEVICE_NODE_ERROR,
                          "node %d: a write of the engine was lost at the hub of node %d: %s", node,
                          (int)(report >> HUB_AT & HUB),
                          code < sizeof codes / sizeof *codes ? codes[code] : "unknown");
}

enum bl_device_result bl_device_chain_end(struct bl_device *device, int node,
                                          const struct bl_device_chain *engine,
                                          const volatile uint32_t *word, uint32_t value,
                                          int64_t timeout_ps) {
    enum { LOOK_PS = 2000000 };
    int64_t begun = 0, now = 0;
    enum bl_device_result result = bl_device_chain_report(device, node, engine);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result) result = bl_device_time(device, &begun);
    while (!result) {
        result = bl_device_poll(device, word, value, LOOK_PS);
        const bool came = !result;
        if (result && result != BL_DEVICE_TIMEOUT) return result;
        result = bl_device_chain_report(device, node, engine);
        if (came) return result;
        if (!result) result = bl_device_time(device, &now);
        if (!result && timeout_ps && now - begun >= timeout_ps)
            result = bl_device_refuse(device, BL_DEVICE_TIMEOUT, "the chain's end has not come");
    }
    return result;
}
