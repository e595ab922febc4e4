#include "bl_device.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct window {
    struct window *next;
    int node, channel;
    uint64_t address;
    size_t size;
    max_align_t bytes[];
};

struct bl_device {
    const struct bl_device_backend *backend;
    void *state;
    int nodes, channels;
    _Atomic(const char *) message; /* of a call that did not reach the backend; NULL: ask the backend */
    pthread_mutex_t lock;    /* of what is below */
    struct window *windows;
    char own[256];           /* words of bl_device_fail */
};

struct bl_device *bl_device_make(const struct bl_device_backend *backend, void *state, int nodes, int channels) {
    struct bl_device *device = calloc(1, sizeof *device);
    if (!device) {
        backend->close(state);
        return NULL;
    }
    device->backend = backend;
    device->state = state;
    device->nodes = nodes;
    device->channels = channels;
    pthread_mutex_init(&device->lock, NULL);
    return device;
}

void *bl_device_state(struct bl_device *device, const struct bl_device_backend *backend) {
    return device->backend == backend ? device->state : NULL;
}

void bl_device_close(struct bl_device *device) {
    if (!device) return;
    while (device->windows) {
        struct window *next = device->windows->next;
        free(device->windows);
        device->windows = next;
    }
    device->backend->close(device->state);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

int bl_device_nodes(const struct bl_device *device) { return device->nodes; }
int bl_device_channels(const struct bl_device *device) { return device->channels; }
void bl_device_attach(struct bl_device *device, int threads) { device->backend->attach(device->state, threads); }

static enum bl_device_result bad(struct bl_device *device, const char *message) {
    device->message = message;
    return BL_DEVICE_BAD_CALL;
}

enum bl_device_result bl_device_fail(struct bl_device *device, enum bl_device_result result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&device->lock);
    vsnprintf(device->own, sizeof device->own, format, arguments);
    pthread_mutex_unlock(&device->lock);
    va_end(arguments);
    device->message = device->own;
    return result;
}

static enum bl_device_result check_channel(struct bl_device *device, int node, int channel) {
    device->message = NULL;
    if (node < 0 || node >= device->nodes) return bad(device, "there is no node of this number");
    if (channel < 0 || channel >= device->channels) return bad(device, "the node has no memory channel of this number");
    return BL_DEVICE_OK;
}

static enum bl_device_result check_register(struct bl_device *device, int node, uint32_t address) {
    device->message = NULL;
    if (node < 0 || node >= device->nodes) return bad(device, "there is no node of this number");
    if (address % 4) return bad(device, "a register's address is a multiple of 4");
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_write(struct bl_device *device, int node, int channel, uint64_t address, const void *bytes, size_t size) {
    enum bl_device_result result = check_channel(device, node, channel);
    return result ? result : device->backend->write(device->state, node, channel, address, bytes, size);
}

enum bl_device_result bl_device_read(struct bl_device *device, int node, int channel, uint64_t address, void *bytes, size_t size) {
    enum bl_device_result result = check_channel(device, node, channel);
    return result ? result : device->backend->read(device->state, node, channel, address, bytes, size);
}

void *bl_device_map(struct bl_device *device, int node, int channel, uint64_t address, size_t size) {
    struct window *window = malloc(sizeof *window + size);
    if (!window) {
        device->message = "no memory left for a window of the channel";
        return NULL;
    }
    if (bl_device_read(device, node, channel, address, window->bytes, size) != BL_DEVICE_OK) {
        free(window);
        return NULL;
    }
    *window = (struct window){.node = node, .channel = channel, .address = address, .size = size};
    pthread_mutex_lock(&device->lock);
    window->next = device->windows;
    device->windows = window;
    pthread_mutex_unlock(&device->lock);
    return window->bytes;
}

/* Takes a window off the list; NULL when it is not there. */
static struct window *take_window(struct bl_device *device, const void *bytes) {
    pthread_mutex_lock(&device->lock);
    struct window **place = &device->windows;
    while (*place && (const void *)(*place)->bytes != bytes) place = &(*place)->next;
    struct window *window = *place;
    if (window) *place = window->next;
    pthread_mutex_unlock(&device->lock);
    return window;
}

enum bl_device_result bl_device_unmap(struct bl_device *device, void *bytes) {
    struct window *window = take_window(device, bytes);
    if (!window) return bad(device, "this is no window that was mapped");
    enum bl_device_result result = bl_device_write(device, window->node, window->channel, window->address, window->bytes, window->size);
    free(window);
    return result;
}

enum bl_device_result bl_device_reg_write(struct bl_device *device, int node, uint32_t address, uint32_t value) {
    enum bl_device_result result = check_register(device, node, address);
    return result ? result : device->backend->reg_write(device->state, node, address, value);
}

enum bl_device_result bl_device_reg_read(struct bl_device *device, int node, uint32_t address, uint32_t *values, int count) {
    enum bl_device_result result = check_register(device, node, address);
    return result ? result : device->backend->reg_read(device->state, node, address, values, count);
}

enum bl_device_result bl_device_start(struct bl_device *device) {
    device->message = NULL;
    return device->backend->start(device->state);
}

enum bl_device_result bl_device_wait(struct bl_device *device, int64_t timeout_ps) {
    device->message = NULL;
    return device->backend->wait(device->state, timeout_ps);
}

const char *bl_device_message(struct bl_device *device) {
    const char *message = device->message;
    return message ? message : device->backend->message(device->state);
}
