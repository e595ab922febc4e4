#include <stdarg.h>
#include <stdio.h>

#include "bl_device_state_inner.h"

const char *bl_device_text(int result) {
    static const char *const texts[] = {
        [BL_DEVICE_OK] = "all is well",
        [BL_DEVICE_BAD_CALL] = "a call with wrong arguments",
        [BL_DEVICE_NODE_ERROR] = "a node reported an error",
        [BL_DEVICE_STUCK] = "deadlock: nothing moves any more",
        [BL_DEVICE_TIMEOUT] = "not done in the time given",
        [BL_DEVICE_INTERRUPTED] = "interrupted",
        [BL_DEVICE_BUSY] = "a run is under way",
        [BL_DEVICE_NOT_STARTED] = "no run was started",
        [BL_DEVICE_BEYOND] = "more elements than there are, or than fit",
        [BL_DEVICE_NO_MEMORY] = "no memory left in the host",
        [BL_DEVICE_NO_DEVICE] = "there is no device",
        [BL_DEVICE_MISMATCH] = "the device does not run this pipeline",
    };
    return result >= 0 && (size_t)result < sizeof texts / sizeof *texts ? texts[result]
                                                                        : "an unknown result";
}

int bl_device_nodes(const struct bl_device *device) { return device ? device->nodes : 0; }
int bl_device_channels(const struct bl_device *device) { return device ? device->channels : 0; }

void bl_device_attach(struct bl_device *device, int threads) {
    if (device) device->backend->attach(device->state, threads);
}

const struct bl_device_pipeline *bl_device_pipeline(const struct bl_device *device) {
    return device ? device->pipeline : NULL;
}

enum bl_device_result bl_device_fail(struct bl_device *device, enum bl_device_result result,
                                     const char *format, ...) {
    va_list arguments;
    if (!device) return result;
    if (!format) return bl_device_refuse(device, result, bl_device_text(result));
    va_start(arguments, format);
    pthread_mutex_lock(&device->lock);
    vsnprintf(device->own, sizeof device->own, format, arguments);
    pthread_mutex_unlock(&device->lock);
    va_end(arguments);
    device->message = device->own;
    return result;
}

enum bl_device_result bl_device_place(struct bl_device *device, const void *place) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    return place ? BL_DEVICE_OK : bl_device_bad(device, "the result pointer is NULL");
}

enum bl_device_result bl_device_check_register(struct bl_device *device, int node,
                                               uint32_t address) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (node < 0 || node >= device->nodes)
        return bl_device_bad(device, "there is no node of this number");
    if (address % 4) return bl_device_bad(device, "a register's address is a multiple of 4");
    return BL_DEVICE_OK;
}

struct bl_device_starts *bl_device_starts(const struct bl_device *device) {
    return device->starts;
}

int64_t bl_device_now(const struct bl_device *device) {
    return device->backend->now ? device->backend->now(device->state) : 0;
}

void bl_device_begins(struct bl_device *device, int node) {
    if (device->backend->begins) device->backend->begins(device->state, node);
}

void bl_device_post(struct bl_device *device, int node, uint32_t address, uint32_t value) {
    device->backend->reg_write(device->state, node, address, value);
}

enum bl_device_result bl_device_reg_write(struct bl_device *device, int node, uint32_t address,
                                          uint32_t value) {
    enum bl_device_result result = bl_device_check_register(device, node, address);
    return result ? result : device->backend->reg_write(device->state, node, address, value);
}

enum bl_device_result bl_device_reg_read(struct bl_device *device, int node, uint32_t address,
                                         uint32_t *values, int count) {
    enum bl_device_result result = bl_device_check_register(device, node, address);
    if (!result && (count < 0 || (count && !values)))
        result = bl_device_bad(device, "there is no buffer for so many registers");
    return result ? result : device->backend->reg_read(device->state, node, address, values, count);
}

enum bl_device_result bl_device_counts(struct bl_device *device, int node,
                                       const struct bl_device_histogram *histogram,
                                       uint32_t *counts) {
    enum { ROW = 16 };
    enum bl_device_result place = bl_device_place(device, histogram ? counts : NULL);
    if (place) return place;
    uint32_t row[ROW], shown = UINT32_MAX, low_mask = (UINT32_C(1) << histogram->low_bits) - 1;
    for (uint32_t value = 0; value >> (histogram->high_bits + histogram->low_bits) == 0; value++) {
        uint32_t number = value >> histogram->low_bits << histogram->low_width | (value & low_mask);
        if (number / ROW != shown) {
            shown = number / ROW;
            enum bl_device_result result = bl_device_reg_write(device, node,
                                                               histogram->row_register, shown);
            if (!result)
                result = bl_device_reg_read(device, node, histogram->counts_register, row, ROW);
            if (result) return result;
        }
        counts[value] = row[number % ROW];
    }
    return BL_DEVICE_OK;
}

const char *bl_device_message(struct bl_device *device) {
    const char *message = device ? device->message : bl_device_text(BL_DEVICE_NO_DEVICE);
    return message ? message : device->backend->message(device->state);
}
