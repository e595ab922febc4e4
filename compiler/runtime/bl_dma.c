/* Host ports: the memory that nodes reach beyond them, and their interrupts. */
#include "bl_dma.h"

#include <stdlib.h>

#include "bl_device_dma.h"
#include "bl_device_state_inner.h"

enum bl_device_result bl_device_host_ports(struct bl_device *device,
                                           const struct bl_device_host_port *port) {
    enum bl_device_result result = bl_device_place(device, port);
    if (result) return result;
    if (!device->backend->buffer || !device->backend->interrupt || !device->backend->cancel)
        return bl_device_bad(device, "this device reaches no memory of the host");
    bl_device_dma_free(device->dma);
    device->dma = NULL;
    device->ports = true;
    if (!port->settings) return BL_DEVICE_OK;
    device->dma = bl_device_dma_new(device, port);
    return device->dma
               ? BL_DEVICE_OK
               : bl_device_refuse(device, BL_DEVICE_NO_MEMORY, "no memory left for host ports");
}

/* A node with a host port. */
static enum bl_device_result check_port(struct bl_device *device, int node) {
    enum bl_device_result result = bl_device_check_register(device, node, 0);
    if (result || device->ports) return result;
    return bl_device_bad(device, "the nodes have no host port");
}

/* Keeps what the back end has given; a buffer that cannot be kept is none. */
static enum bl_device_result keep_buffer(struct bl_device *device, int node, uint64_t bus,
                                         size_t size) {
    struct bl_device_kept *buffer = malloc(sizeof *buffer);
    if (!buffer) {
        if (device->backend->release) device->backend->release(device->state, node, bus);
        return bl_device_refuse(device, BL_DEVICE_NO_MEMORY, "no memory left for a buffer");
    }
    *buffer = (struct bl_device_kept){.node = node, .bus = bus, .size = size};
    pthread_mutex_lock(&device->lock);
    buffer->next = device->buffers;
    device->buffers = buffer;
    pthread_mutex_unlock(&device->lock);
    return BL_DEVICE_OK;
}

/* Bytes of the buffer that begins there, which is kept no more if `take`; 0: none does. */
static uint64_t find_buffer(struct bl_device *device, int node, uint64_t bus, bool take) {
    pthread_mutex_lock(&device->lock);
    struct bl_device_kept **place = &device->buffers, *buffer;
    while (*place && ((*place)->node != node || (*place)->bus != bus)) place = &(*place)->next;
    buffer = *place;
    uint64_t size = buffer ? buffer->size + !buffer->size : 0;
    if (buffer && take) {
        *place = buffer->next;
        free(buffer);
    }
    pthread_mutex_unlock(&device->lock);
    return size;
}

static enum bl_device_result new_buffer(struct bl_device *device, int node, int gpu, size_t size,
                                        void **bytes, uint64_t *bus) {
    enum bl_device_result result = check_port(device, node);
    if (!result && (!bytes || !bus))
        result = bl_device_bad(device, "the pointer for the addresses is NULL");
    if (!result) result = device->backend->buffer(device->state, node, gpu, size, bytes, bus);
    return result ? result : keep_buffer(device, node, *bus, size);
}

enum bl_device_result bl_device_buffer(struct bl_device *device, int node, size_t size,
                                       void **bytes, uint64_t *bus) {
    return new_buffer(device, node, -1, size, bytes, bus);
}

enum bl_device_result bl_device_gpu_buffer(struct bl_device *device, int node, int gpu, size_t size,
                                           void **bytes, uint64_t *bus) {
    if (device && gpu < 0) return bl_device_bad(device, "GPUs are counted from 0");
    return new_buffer(device, node, gpu, size, bytes, bus);
}

enum bl_device_result bl_device_own_buffer(struct bl_device *device, int node, void *bytes,
                                           size_t size, uint64_t *bus) {
    enum bl_device_result result = check_port(device, node);
    if (!result && (!bytes || !bus || !size)) result = bl_device_bad(device, "a pointer is NULL");
    if (!result && !device->backend->own)
        result = bl_device_bad(device, "this device reaches no memory but its own buffers");
    if (!result) result = device->backend->own(device->state, node, bytes, size, bus);
    return result ? result : keep_buffer(device, node, *bus, size);
}

enum bl_device_result bl_device_buffer_free(struct bl_device *device, int node, uint64_t bus) {
    enum bl_device_result result = check_port(device, node);
    uint64_t size = result ? 0 : find_buffer(device, node, bus, false);
    if (!result && !size) result = bl_device_bad(device, "no buffer of the node begins there");
    if (!result && !device->backend->release)
        result = bl_device_bad(device, "buffers of this device stay until it is closed");
    if (!result) result = bl_device_kernels_forget(device, node, bus, size);
    if (result || !find_buffer(device, node, bus, true)) return result;
    return device->backend->release(device->state, node, bus);
}

enum bl_device_result bl_device_interrupt(struct bl_device *device, int node, int64_t timeout_ps) {
    enum bl_device_result result = check_port(device, node);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    return result ? result : device->backend->interrupt(device->state, node, timeout_ps);
}

/* ---- the window of nodes with a hub */

static enum bl_device_result check_offset(struct bl_device *device, int node, uint64_t offset) {
    enum bl_device_result result = check_port(device, node);
    if (!result && (!device->backend->store || !device->backend->load))
        result = bl_device_bad(device, "the nodes have no window");
    if (!result && offset % 4)
        result = bl_device_bad(device, "an offset in the window is a multiple of 4");
    return result;
}

enum bl_device_result bl_device_store(struct bl_device *device, int node, uint64_t offset,
                                      uint32_t value) {
    enum bl_device_result result = check_offset(device, node, offset);
    return result ? result : device->backend->store(device->state, node, offset, value);
}

enum bl_device_result bl_device_load(struct bl_device *device, int node, uint64_t offset,
                                     uint32_t *value) {
    enum bl_device_result result = check_offset(device, node, offset);
    if (!result) result = bl_device_place(device, value);
    return result ? result : device->backend->load(device->state, node, offset, value);
}

enum bl_device_result bl_device_poll(struct bl_device *device, const volatile uint32_t *word,
                                     uint32_t value, int64_t timeout_ps) {
    enum bl_device_result result = bl_device_place(device, (const void *)(uintptr_t)word);
    if (!result && timeout_ps < 0) result = bl_device_bad(device, "a limit in time is 0 or more");
    if (!result && !device->backend->poll)
        result = bl_device_bad(device, "this device waits for no memory");
    return result ? result : device->backend->poll(device->state, word, value, timeout_ps);
}

enum bl_device_result bl_device_time(struct bl_device *device, int64_t *ps) {
    enum bl_device_result result = bl_device_place(device, ps);
    if (!result && !device->backend->now)
        result = bl_device_bad(device, "this device does not tell its time");
    if (!result) *ps = device->backend->now(device->state);
    return result;
}
