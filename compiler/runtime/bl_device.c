#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "bl_device_backend.h"
#include "bl_device_dma.h"
#include "bl_device_kernel_inner.h"

struct window {
    struct window *next;
    int node, channel;
    uint64_t address;
    size_t size;
    max_align_t bytes[];
};

/* What a node reaches of memory beyond its host port. */
struct buffer {
    struct buffer *next;
    int node;
    uint64_t bus, size;
};

enum run { NO_RUN, RUNNING, RAN, RAN_BADLY, BROKEN /* some nodes have not come to the end */ };

struct bl_device {
    const struct bl_device_backend *backend;
    void *state;
    int nodes, channels;
    _Atomic(const char *)
        message;          /* of a call that did not reach the backend; NULL: ask the backend */
    pthread_mutex_t lock; /* of what is below */
    struct window *windows;
    struct buffer *buffers;
    enum run run;
    char own[BL_DEVICE_WORDS];                 /* words of bl_device_fail */
    const struct bl_device_pipeline *pipeline; /* NULL: not known */
    struct bl_device_network network;
    uint32_t session;                /* this one's number; 0: not chosen yet */
    bool ports;                      /* the nodes have host ports */
    struct bl_device_dma *dma;       /* NULL: memory is the backend's */
    struct bl_device_starts *starts; /* of kernels; NULL: it was told of none */
};

struct bl_device *bl_device_make(const struct bl_device_backend *backend, void *state, int nodes,
                                 int channels) {
    struct bl_device *device = backend ? calloc(1, sizeof *device) : NULL;
    if (!backend) return NULL;
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
    return device && device->backend == backend ? device->state : NULL;
}

void bl_device_close(struct bl_device *device) {
    if (!device) return;
    while (device->windows) {
        struct window *next = device->windows->next;
        free(device->windows);
        device->windows = next;
    }
    for (struct buffer *next; device->buffers; device->buffers = next) {
        next = device->buffers->next;
        free(device->buffers);
    }
    bl_device_dma_free(device->dma);
    bl_device_starts_free(device->starts);
    device->backend->close(device->state);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

const char *bl_device_text(int result) {
    static const char *const texts[] = {
        [BL_DEVICE_OK] = "all is well",
        [BL_DEVICE_BAD_CALL] = "a call with wrong arguments",
        [BL_DEVICE_NODE_ERROR] = "a node reported an error",
        [BL_DEVICE_STUCK] = "nothing moves any more",
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

static uint32_t next_session(uint32_t session) { return session % 0xffff + 1; }

/* How many nodes have this session. */
static enum bl_device_result count_session(struct bl_device *device, uint32_t session, int *count) {
    enum bl_device_result result = BL_DEVICE_OK;
    *count = 0;
    for (int i = 0; i < device->nodes && result == BL_DEVICE_OK; i++) {
        uint32_t held = 0;
        result = device->backend->reg_read(device->state, i, device->network.session, &held, 1);
        *count += held == session;
    }
    return result;
}

/* A session that all nodes have goes on: nothing was reset since another process began it. Where
   one was reset alone its peers know it by the old number; with another one they stop, and name it,
   where its frames would be taken for old ones. */
static enum bl_device_result choose_session(struct bl_device *device) {
    uint32_t session = 0;
    int count = 0;
    enum bl_device_result result =
        device->backend->reg_read(device->state, 0, device->network.session, &session, 1);
    if (result == BL_DEVICE_OK) result = count_session(device, session, &count);
    bool goes_on = session && count == device->nodes;
    while (result == BL_DEVICE_OK && !goes_on && count > 0) {
        session = next_session(session);
        result = count_session(device, session, &count);
    }
    if (result == BL_DEVICE_OK) device->session = session;
    return result;
}

/* A session that was chosen, or follows a reset, stays: the nodes have none behind a reset. Nodes
   that do not answer yet are asked again by a start. */
void bl_device_set_network(struct bl_device *device, const struct bl_device_network *network) {
    if (!device) return;
    device->network = network ? *network : (struct bl_device_network){.causes = NULL};
    if (device->network.session && !device->session) choose_session(device);
}

const struct bl_device_network *bl_device_network(const struct bl_device *device) {
    return device ? &device->network : NULL;
}

const struct bl_device_pipeline *bl_device_pipeline(const struct bl_device *device) {
    return device ? device->pipeline : NULL;
}

void bl_device_take_pipeline(struct bl_device *device, const struct bl_device_pipeline *pipeline) {
    device->pipeline = pipeline;
    device->ports = false;
    bl_device_dma_free(device->dma);
    device->dma = NULL;
}

static enum bl_device_result refuse(struct bl_device *device, enum bl_device_result result,
                                    const char *message) {
    device->message = message;
    return result;
}

static enum bl_device_result bad(struct bl_device *device, const char *message) {
    return refuse(device, BL_DEVICE_BAD_CALL, message);
}

enum bl_device_result bl_device_fail(struct bl_device *device, enum bl_device_result result,
                                     const char *format, ...) {
    va_list arguments;
    if (!device) return result;
    if (!format) return refuse(device, result, bl_device_text(result));
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
    return place ? BL_DEVICE_OK : bad(device, "there is no place for what is asked for");
}

static enum bl_device_result check_channel(struct bl_device *device, int node, int channel,
                                           const void *bytes, size_t size) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (node < 0 || node >= device->nodes) return bad(device, "there is no node of this number");
    if (channel < 0 || channel >= device->channels)
        return bad(device, "the node has no memory channel of this number");
    if (!bytes && size) return bad(device, "there is no buffer to copy from or to");
    return BL_DEVICE_OK;
}

static enum bl_device_result check_register(struct bl_device *device, int node, uint32_t address) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (node < 0 || node >= device->nodes) return bad(device, "there is no node of this number");
    if (address % 4) return bad(device, "a register's address is a multiple of 4");
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

/* ---- kernels */

struct bl_device_starts *bl_device_starts(const struct bl_device *device) {
    return device->starts;
}

void bl_device_take_starts(struct bl_device *device, struct bl_device_starts *starts) {
    bl_device_starts_free(device->starts);
    device->starts = starts;
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

/* ---- host ports */

enum bl_device_result bl_device_host_ports(struct bl_device *device,
                                           const struct bl_device_host_port *port) {
    enum bl_device_result result = bl_device_place(device, port);
    if (result) return result;
    if (!device->backend->buffer || !device->backend->interrupt || !device->backend->cancel)
        return bad(device, "this device reaches no memory of the host");
    bl_device_dma_free(device->dma);
    device->dma = NULL;
    device->ports = true;
    if (!port->settings) return BL_DEVICE_OK;
    device->dma = bl_device_dma_new(device, port);
    return device->dma ? BL_DEVICE_OK
                       : refuse(device, BL_DEVICE_NO_MEMORY, "no memory left for host ports");
}

/* A node with a host port. */
static enum bl_device_result check_port(struct bl_device *device, int node) {
    enum bl_device_result result = check_register(device, node, 0);
    if (result || device->ports) return result;
    return bad(device, "the nodes have no host port");
}

/* Keeps what the back end has given; a buffer that cannot be kept is none. */
static enum bl_device_result keep_buffer(struct bl_device *device, int node, uint64_t bus,
                                         size_t size) {
    struct buffer *buffer = malloc(sizeof *buffer);
    if (!buffer) {
        if (device->backend->release) device->backend->release(device->state, node, bus);
        return refuse(device, BL_DEVICE_NO_MEMORY, "no memory left for a buffer");
    }
    *buffer = (struct buffer){.node = node, .bus = bus, .size = size};
    pthread_mutex_lock(&device->lock);
    buffer->next = device->buffers;
    device->buffers = buffer;
    pthread_mutex_unlock(&device->lock);
    return BL_DEVICE_OK;
}

/* Bytes of the buffer that begins there, which is kept no more if `take`; 0: none does. */
static uint64_t find_buffer(struct bl_device *device, int node, uint64_t bus, bool take) {
    pthread_mutex_lock(&device->lock);
    struct buffer **place = &device->buffers, *buffer;
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
    if (!result && (!bytes || !bus)) result = bad(device, "there is no place for the addresses");
    if (!result) result = device->backend->buffer(device->state, node, gpu, size, bytes, bus);
    return result ? result : keep_buffer(device, node, *bus, size);
}

enum bl_device_result bl_device_buffer(struct bl_device *device, int node, size_t size,
                                       void **bytes, uint64_t *bus) {
    return new_buffer(device, node, -1, size, bytes, bus);
}

enum bl_device_result bl_device_gpu_buffer(struct bl_device *device, int node, int gpu, size_t size,
                                           void **bytes, uint64_t *bus) {
    if (device && gpu < 0) return bad(device, "GPUs are counted from 0");
    return new_buffer(device, node, gpu, size, bytes, bus);
}

enum bl_device_result bl_device_own_buffer(struct bl_device *device, int node, void *bytes,
                                           size_t size, uint64_t *bus) {
    enum bl_device_result result = check_port(device, node);
    if (!result && (!bytes || !bus || !size))
        result = bad(device, "there is no memory, or no place");
    if (!result && !device->backend->own)
        result = bad(device, "this device reaches no memory but its own buffers");
    if (!result) result = device->backend->own(device->state, node, bytes, size, bus);
    return result ? result : keep_buffer(device, node, *bus, size);
}

enum bl_device_result bl_device_buffer_free(struct bl_device *device, int node, uint64_t bus) {
    enum bl_device_result result = check_port(device, node);
    uint64_t size = result ? 0 : find_buffer(device, node, bus, false);
    if (!result && !size) result = bad(device, "no buffer of the node begins there");
    if (!result && !device->backend->release)
        result = bad(device, "buffers of this device stay until it is closed");
    if (!result) result = bl_device_kernels_forget(device, node, bus, size);
    if (result || !find_buffer(device, node, bus, true)) return result;
    return device->backend->release(device->state, node, bus);
}

enum bl_device_result bl_device_interrupt(struct bl_device *device, int node, int64_t timeout_ps) {
    enum bl_device_result result = check_port(device, node);
    if (!result && timeout_ps < 0) result = bad(device, "a limit in time is 0 or more");
    return result ? result : device->backend->interrupt(device->state, node, timeout_ps);
}

enum bl_device_result bl_device_map(struct bl_device *device, int node, int channel,
                                    uint64_t address, size_t size, void **bytes) {
    if (bytes) *bytes = NULL;
    enum bl_device_result result = bl_device_place(device, bytes);
    if (result) return result;
    struct window *window = size < SIZE_MAX - sizeof *window ? malloc(sizeof *window + size) : NULL;
    if (!window)
        return refuse(device, BL_DEVICE_NO_MEMORY, "no memory left for a window of the channel");
    result = bl_device_read(device, node, channel, address, window->bytes, size);
    if (result != BL_DEVICE_OK) {
        free(window);
        return result;
    }
    *window = (struct window){.node = node, .channel = channel, .address = address, .size = size};
    pthread_mutex_lock(&device->lock);
    window->next = device->windows;
    device->windows = window;
    pthread_mutex_unlock(&device->lock);
    *bytes = window->bytes;
    return BL_DEVICE_OK;
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
    struct window *window = device ? take_window(device, bytes) : NULL;
    if (!device) return BL_DEVICE_NO_DEVICE;
    if (!window) return bad(device, "this is no window that was mapped");
    enum bl_device_result result = bl_device_write(device, window->node, window->channel,
                                                   window->address, window->bytes, window->size);
    free(window);
    return result;
}

enum bl_device_result bl_device_reg_write(struct bl_device *device, int node, uint32_t address,
                                          uint32_t value) {
    enum bl_device_result result = check_register(device, node, address);
    return result ? result : device->backend->reg_write(device->state, node, address, value);
}

enum bl_device_result bl_device_reg_read(struct bl_device *device, int node, uint32_t address,
                                         uint32_t *values, int count) {
    enum bl_device_result result = check_register(device, node, address);
    if (!result && (count < 0 || (count && !values)))
        result = bad(device, "there is no buffer for so many registers");
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

/* ---- runs */

static enum run run_of(struct bl_device *device) {
    pthread_mutex_lock(&device->lock);
    enum run run = device->run;
    pthread_mutex_unlock(&device->lock);
    return run;
}

/* Makes `run` what the device does; returns what it was. A run that is under way is not started
 * again. */
static enum run set_run(struct bl_device *device, enum run run) {
    pthread_mutex_lock(&device->lock);
    enum run before = device->run;
    device->run = run;
    pthread_mutex_unlock(&device->lock);
    return before;
}

static enum bl_device_result busy(struct bl_device *device) {
    return refuse(device, BL_DEVICE_BUSY, "a run is under way: wait for its end first");
}

static enum bl_device_result not_started(struct bl_device *device) {
    return refuse(device, BL_DEVICE_NOT_STARTED, "no run was started");
}

enum bl_device_result bl_device_idle(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    return run_of(device) == RUNNING ? busy(device) : BL_DEVICE_OK;
}

enum bl_device_result bl_device_finished(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    switch (run_of(device)) {
    case NO_RUN: return not_started(device);
    case RUNNING: return busy(device);
    case RAN_BADLY:
    case BROKEN:
        return refuse(device, BL_DEVICE_NODE_ERROR,
                      "the last run ended with an error, so that it has no result");
    case RAN: break;
    }
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_open_network(struct bl_device *device) {
    enum bl_device_result result = BL_DEVICE_OK;
    uint32_t address = device->network.session;
    if (address && !device->session) result = choose_session(device);
    for (int i = 0; i < device->nodes && address && result == BL_DEVICE_OK; i++)
        result = device->backend->reg_write(device->state, i, address, device->session);
    return result;
}

enum bl_device_result bl_device_start(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    enum run before = set_run(device, RUNNING);
    if (before == RUNNING) return busy(device);
    if (before == BROKEN) {
        set_run(device, BROKEN);
        return refuse(device, BL_DEVICE_NODE_ERROR,
                      "the last run broke off: the nodes want a reset first");
    }
    enum bl_device_result result = bl_device_open_network(device);
    if (result == BL_DEVICE_OK) result = device->backend->start(device->state);
    if (result != BL_DEVICE_OK) set_run(device, before);
    return result;
}

enum bl_device_result bl_device_wait(struct bl_device *device, int64_t timeout_ps) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (timeout_ps < 0) return bad(device, "a limit in time is 0 or more");
    if (run_of(device) == NO_RUN) return not_started(device);
    bool ended = true;
    enum bl_device_result result = bl_device_explain(
        device, device->backend->wait(device->state, timeout_ps), &ended);
    if (result == BL_DEVICE_OK) set_run(device, RAN);
    if (result == BL_DEVICE_NODE_ERROR) set_run(device, ended ? RAN_BADLY : BROKEN);
    return result;
}

/* Threads that wait for an interrupt are let go first. */
static enum bl_device_result reset_nodes(struct bl_device *device) {
    bl_device_starts_reset(device->starts);
    if (device->dma) bl_device_dma_stop(device->dma);
    if (device->ports) device->backend->cancel(device->state);
    if (device->dma) bl_device_dma_hold(device->dma);
    enum bl_device_result result = device->backend->reset(device->state);
    if (device->dma) bl_device_dma_restart(device->dma);
    return result;
}

enum bl_device_result bl_device_reset(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (!device->backend->reset) return bad(device, "only the board can reset this device");
    enum bl_device_result result = reset_nodes(device);
    if (device->session) device->session = next_session(device->session);
    if (result == BL_DEVICE_OK) result = bl_device_acknowledge(device);
    if (result == BL_DEVICE_OK) set_run(device, NO_RUN);
    return result;
}

const char *bl_device_message(struct bl_device *device) {
    const char *message = device ? device->message : bl_device_text(BL_DEVICE_NO_DEVICE);
    return message ? message : device->backend->message(device->state);
}
