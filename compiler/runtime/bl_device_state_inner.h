/* Inside of the runtime: what a device consists of, for the files that change it. */
#ifndef BL_DEVICE_STATE_INNER_H
#define BL_DEVICE_STATE_INNER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "bl_device_backend.h"
#include "bl_device_inner.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

struct bl_device_window {
    struct bl_device_window *next;
    int node, channel;
    uint64_t address;
    size_t size;
    max_align_t bytes[];
};

/* What a node reaches of memory beyond its host port. */
struct bl_device_kept {
    struct bl_device_kept *next;
    int node;
    uint64_t bus, size;
};

enum bl_device_run {
    BL_DEVICE_NO_RUN,
    BL_DEVICE_RUNNING,
    BL_DEVICE_RAN,
    BL_DEVICE_RAN_BADLY,
    BL_DEVICE_BROKEN /* some nodes have not come to the end */
};

/* What is known of a node's engine: bl_device_chain.c. */
struct bl_device_engine {
    uint32_t known;
    bool started;      /* some time, by this device */
    bool of_registers; /* and last by the requests there */
};
/* In `known`: a call is about to start it. */
#define BL_DEVICE_CLAIMED UINT32_MAX

struct bl_device {
    const struct bl_device_backend *backend;
    void *state;
    int nodes, channels;
    _Atomic(const char *)
        message;          /* of a call that did not reach the backend; NULL: ask the backend */
    pthread_mutex_t lock; /* of what is below */
    struct bl_device_window *windows;
    struct bl_device_kept *buffers;
    enum bl_device_run run;
    unsigned resets;                           /* by the host */
    int resetting;                             /* calls that are about one */
    char own[BL_DEVICE_WORDS];                 /* words of bl_device_fail */
    const struct bl_device_pipeline *pipeline; /* NULL: not known */
    struct bl_device_network network;
    uint32_t session;                 /* this one's number; 0: not chosen yet */
    bool tables;                      /* the nodes have their tables of the network */
    bool ports;                       /* the nodes have host ports */
    struct bl_device_engine *engines; /* [nodes]; NULL: none was asked */
    struct bl_device_dma *dma;        /* NULL: memory is the backend's */
    struct bl_device_starts *starts;  /* of kernels; NULL: it was given none */
};

/* Makes the words, which stay where they are, what bl_device_message says; returns `result`, or
   BL_DEVICE_BAD_CALL. */
static inline enum bl_device_result
bl_device_refuse(struct bl_device *device, enum bl_device_result result, const char *message) {
    device->message = message;
    return result;
}

static inline enum bl_device_result bl_device_bad(struct bl_device *device, const char *message) {
    return bl_device_refuse(device, BL_DEVICE_BAD_CALL, message);
}

/* The number of the network's session behind this one. */
uint32_t bl_device_next_session(uint32_t session);

/* Whether there is the device and the node, and registers have that address. */
enum bl_device_result bl_device_check_register(struct bl_device *device, int node,
                                               uint32_t address);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
