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
    free(device->engines);
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

static unsigned resets_of(struct bl_device *device) {
    pthread_mutex_lock(&device->lock);
    const unsigned resets = device->resets;
    pthread_mutex_unlock(&device->lock);
    return resets;
}

/* What a wait has seen, which a reset since it began has made the past. */
static void end_run(struct bl_device *device, unsigned resets, enum bl_device_run run) {
    pthread_mutex_lock(&device->lock);
    if (device->resets == resets) device->run = run;
    pthread_mutex_unlock(&device->lock);
}

static enum bl_device_result busy(struct bl_device *device) {
    return bl_device_refuse(device, BL_DEVICE_BUSY, "a run is under way: wait for its end first");
}

static enum bl_device_result not_started(struct bl_device *device) {
    return bl_device_refuse(device, BL_DEVICE_NOT_STARTED, "no run was started");
}

/* Only pipelines are started as a whole. */
static enum bl_device_result check_pipeline(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (!device->pipeline || device->pipeline->lanes) return BL_DEVICE_OK;
    return bl_device_bad(device, "the nodes have no pipeline: there is nothing to start");
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
    enum bl_device_result result = check_pipeline(device);
    if (result) return result;
    enum bl_device_run before = set_run(device, BL_DEVICE_RUNNING);
    if (before == BL_DEVICE_RUNNING) return busy(device);
    if (before == BL_DEVICE_BROKEN) {
        set_run(device, BL_DEVICE_BROKEN);
        return bl_device_refuse(device, BL_DEVICE_NODE_ERROR,
                                "the last run broke off: the nodes want a reset first");
    }
    result = bl_device_open_network(device);
    if (result == BL_DEVICE_OK) result = device->backend->start(device->state);
    if (result != BL_DEVICE_OK) set_run(device, before);
    return result;
}

enum bl_device_result bl_device_wait(struct bl_device *device, int64_t timeout_ps) {
    enum bl_device_result result = check_pipeline(device);
    if (result) return result;
    if (timeout_ps < 0) return bl_device_bad(device, "a limit in time is 0 or more");
    if (run_of(device) == BL_DEVICE_NO_RUN) return not_started(device);
    const unsigned resets = resets_of(device);
    bool ended = true;
    result = bl_device_explain(device, device->backend->wait(device->state, timeout_ps), &ended);
    if (result == BL_DEVICE_OK) end_run(device, resets, BL_DEVICE_RAN);
    if (result == BL_DEVICE_NODE_ERROR)
        end_run(device, resets, ended ? BL_DEVICE_RAN_BADLY : BL_DEVICE_BROKEN);
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

/* Registers of an engine are written before a reset, or behind it. */
static void count_reset(struct bl_device *device, int more) {
    pthread_mutex_lock(&device->lock);
    device->resetting += more;
    pthread_mutex_unlock(&device->lock);
}

/* No run is under way, and engines have to be asked what they do. */
static void forget_runs(struct bl_device *device) {
    pthread_mutex_lock(&device->lock);
    device->resets++;
    device->run = BL_DEVICE_NO_RUN;
    for (int i = 0; device->engines && i < device->nodes; i++)
        if (device->engines[i].known != BL_DEVICE_CLAIMED) device->engines[i].known = 0;
    pthread_mutex_unlock(&device->lock);
}

enum bl_device_result bl_device_reset(struct bl_device *device) {
    if (!device) return BL_DEVICE_NO_DEVICE;
    device->message = NULL;
    if (!device->backend->reset)
        return bl_device_bad(device, "only the board can reset this device");
    count_reset(device, 1);
    enum bl_device_result result = reset_nodes(device);
    count_reset(device, -1);
    if (device->session) device->session = bl_device_next_session(device->session);
    device->tables = false;
    if (result == BL_DEVICE_OK) result = bl_device_acknowledge(device);
    if (result == BL_DEVICE_OK) forget_runs(device);
    return result;
}
