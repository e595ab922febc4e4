/* Memory of the channels: read, written, and mapped. */
#include <stdlib.h>

#include "bl_device_dma.h"
#include "bl_device_state_inner.h"

static enum bl_device_result check_channel(struct bl_device *device, int node, int channel,
                                           const void *bytes, size_t size) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (node < 0 || node >= device->nodes)
        return bl_device_bad(device, "there is no node of this number");
    if (channel < 0 || channel >= device->channels)
        return bl_device_bad(device, "the node has no memory channel of this number");
    if (!bytes && size) return bl_device_bad(device, "there is no buffer to copy from or to");
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_write(struct bl_device *device, int node, int channel,
                                      uint64_t address, const void *bytes, size_t size) {
    enum bl_device_result result = check_channel(device, node, channel, bytes, size);
    if (result) return result;
    return device->dma ? bl_device_dma_write(device->dma, node, channel, address, bytes, size)
                       : device->backend->write(device->state, node, channel, address, bytes, size);
}

enum bl_device_result bl_device_read(struct bl_device *device, int node, int channel,
                                     uint64_t address, void *bytes, size_t size) {
    enum bl_device_result result = check_channel(device, node, channel, bytes, size);
    if (result) return result;
    return device->dma ? bl_device_dma_read(device->dma, node, channel, address, bytes, size)
                       : device->backend->read(device->state, node, channel, address, bytes, size);
}

enum bl_device_result bl_device_map(struct bl_device *device, int node, int channel,
                                    uint64_t address, size_t size, void **bytes) {
    if (bytes) *bytes = NULL;
    enum bl_device_result result = bl_device_place(device, bytes);
    if (result) return result;
    struct bl_device_window *window = size < SIZE_MAX - sizeof *window
                                          ? malloc(sizeof *window + size)
                                          : NULL;
    if (!window)
        return bl_device_refuse(device, BL_DEVICE_NO_MEMORY,
                                "no memory left for a window of the channel");
    result = bl_device_read(device, node, channel, address, window->bytes, size);
    if (result != BL_DEVICE_OK) {
        free(window);
        return result;
    }
    *window = (struct bl_device_window){
        .node = node, .channel = channel, .address = address, .size = size};
    pthread_mutex_lock(&device->lock);
    window->next = device->windows;
    device->windows = window;
    pthread_mutex_unlock(&device->lock);
    *bytes = window->bytes;
    return BL_DEVICE_OK;
}

/* Takes a window off the list; NULL when it is not there. */
static struct bl_device_window *take_window(struct bl_device *device, const void *bytes) {
    pthread_mutex_lock(&device->lock);
    struct bl_device_window **place = &device->windows;
    while (*place && (const void *)(*place)->bytes != bytes) place = &(*place)->next;
    struct bl_device_window *window = *place;
    if (window) *place = window->next;
    pthread_mutex_unlock(&device->lock);
    return window;
}

enum bl_device_result bl_device_unmap(struct bl_device *device, void *bytes) {
    struct bl_device_window *window = device ? take_window(device, bytes) : NULL;
    if (!device) return BL_DEVICE_NO_DEVICE;
    if (!window) return bl_device_bad(device, "this is not a mapped window");
    enum bl_device_result result = bl_device_write(device, window->node, window->channel,
                                                   window->address, window->bytes, window->size);
    free(window);
    return result;
}
