/* A device from where it is made to where it is closed: its runs and resets. */
#include <stdlib.h>

#include "bl_device_dma.h"
#include "bl_device_state_inner.h"

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
        struct bl_device_window *next = device->windows->next;
        free(device->windows);
        device->windows = next;
    }
    for (struct bl_device_kept *next; device->buffers; device->buffers = next) {
        next = device->buffers->next;
        free(device->buffers);
    }
    free(device->chains);
    bl_device_dma_free(device->dma);
    bl_device_starts_free(device->starts);
    device->backend->close(device->state);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

/* ---- runs */

static enum bl_device_run run_of(struct bl_device *device) {
    pthread_mutex_lock(&device->lock);
    enum bl_device_run run = device->run;
    pthread_mutex_unlock(&device->lock);
    return run;
}

/* Makes `run` what the device does; returns what it was. A run that is under way is not started
 * again. */
static enum bl_device_run set_run(struct bl_device *device, enum bl_device_run run) {
    pthread_mutex_lock(&device->lock);
    enum bl_device_run before = device->run;
    device->run = run;
    pthread_mutex_unlock(&device->lock);
    return before;
}

static enum bl_device_result busy(struct bl_device *device) {
    return bl_device_refuse(device, BL_DEVICE_BUSY, "a run is under way: wait for its end first");
}

static enum bl_device_result not_started(struct bl_device *device) {
    return bl_device_refuse(device, BL_DEVICE_NOT_STARTED, "no run was started");
}

enum bl_device_result bl_device_idle(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    return run_of(device) == BL_DEVICE_RUNNING ? busy(device) : BL_DEVICE_OK;
}

enum bl_device_result bl_device_finished(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    switch (run_of(device)) {
    case BL_DEVICE_NO_RUN: return not_started(device);
    case BL_DEVICE_RUNNING: return busy(device);
    case BL_DEVICE_RAN_BADLY:
    case BL_DEVICE_BROKEN:
        return bl_device_refuse(device, BL_DEVICE_NODE_ERROR,
                                "the last run ended with an error, so that it has no result");
    case BL_DEVICE_RAN: break;
    }
    return BL_DEVICE_OK;
}

enum bl_device_result bl_device_start(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    enum bl_device_run before = set_run(device, BL_DEVICE_RUNNING);
    if (before == BL_DEVICE_RUNNING) return busy(device);
    if (before == BL_DEVICE_BROKEN) {
        set_run(device, BL_DEVICE_BROKEN);
        return bl_device_refuse(device, BL_DEVICE_NODE_ERROR,
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
    if (timeout_ps < 0) return bl_device_bad(device, "a limit in time is 0 or more");
    if (run_of(device) == BL_DEVICE_NO_RUN) return not_started(device);
    bool ended = true;
    enum bl_device_result result = bl_device_explain(
        device, device->backend->wait(device->state, timeout_ps), &ended);
    if (result == BL_DEVICE_OK) set_run(device, BL_DEVICE_RAN);
    if (result == BL_DEVICE_NODE_ERROR)
        set_run(device, ended ? BL_DEVICE_RAN_BADLY : BL_DEVICE_BROKEN);
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
    if (!device->backend->reset)
        return bl_device_bad(device, "only the board can reset this device");
    enum bl_device_result result = reset_nodes(device);
    if (device->session) device->session = bl_device_next_session(device->session);
    device->tables = false;
    for (int i = 0; device->chains && i < device->nodes; i++) device->chains[i] = 0;
    if (result == BL_DEVICE_OK) result = bl_device_acknowledge(device);
    if (result == BL_DEVICE_OK) set_run(device, BL_DEVICE_NO_RUN);
    return result;
}
