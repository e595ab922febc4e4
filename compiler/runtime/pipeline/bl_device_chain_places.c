/* Where a chain begins, and where its end is written. */
#include "bl_device_chain_inner.h"

enum { FIRST_UNIT = 32, END_UNIT = 4, ADDRESS_BITS = 48 };

enum bl_device_result bl_device_chain_check_first(struct bl_device *device,
                                                  const struct bl_device_chain *engine,
                                                  uint64_t first) {
    enum bl_device_result result = bl_device_place(device, engine);
    if (!result && first % FIRST_UNIT)
        result = bl_device_bad(device, "the first descriptor's address is not a multiple of 32");
    if (!result && first >> ADDRESS_BITS)
        result = bl_device_bad(device, "the first descriptor's address has more than 48 bits");
    return result;
}

/* Of an offset in the window. */
static bool in_a_memory(const struct bl_device *device, const struct bl_device_chain_window *window,
                        uint64_t offset) {
    const uint64_t at = offset % window->slice;
    if (offset / window->slice >= (unsigned)device->nodes) return false;
    for (int i = 0; i < window->count; i++) {
        const struct bl_device_chain_memory *memory = &window->memories[i];
        if (at >= memory->at && at - memory->at < memory->bytes) return true;
    }
    return false;
}

enum bl_device_result bl_device_chain_check_end(struct bl_device *device,
                                                const struct bl_device_chain *engine,
                                                uint64_t end_at) {
    enum bl_device_result result = bl_device_place(device, engine);
    const struct bl_device_chain_window *window = result ? NULL : engine->window;
    if (result || !end_at) return result;
    if (end_at % END_UNIT)
        return bl_device_bad(device, "the address of the word at the end is not a multiple of 4");
    if (end_at < window->base || end_at - window->base >= window->bytes)
        return bl_device_bad(device, "the word at the end is not in the window");
    if (in_a_memory(device, window, end_at - window->base)) return BL_DEVICE_OK;
    return bl_device_bad(device, "the word at the end is in none of the nodes' memories");
}
