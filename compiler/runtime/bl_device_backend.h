/* What stands behind a device: for those who add a back end. A simulation is one, in a shared
   library that bl_device_open loads, or linked into the program. */
#ifndef BL_DEVICE_BACKEND_H
#define BL_DEVICE_BACKEND_H

#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The back end's functions; `state` is its own. Accesses to registers are done in the order of the
 * calls, node by node. */
struct bl_device_backend {
    const char *name;
    void (*close)(void *state);
    void (*attach)(void *state, int threads);
    enum bl_device_result (*write)(void *state, int node, int channel, uint64_t address,
                                   const void *bytes, size_t size);
    enum bl_device_result (*read)(void *state, int node, int channel, uint64_t address, void *bytes,
                                  size_t size);
    enum bl_device_result (*reg_write)(void *state, int node, uint32_t address, uint32_t value);
    enum bl_device_result (*reg_read)(void *state, int node, uint32_t address, uint32_t *values,
                                      int count);
    enum bl_device_result (*reset)(void *state); /* NULL: only the board can */
    enum bl_device_result (*start)(void *state);
    enum bl_device_result (*wait)(void *state, int64_t timeout_ps);
    const char *(*message)(void *state);
    /* Of devices with host ports: memory of the host that a node reaches (gpu -1), or of a GPU,
       where it is for the host and on the bus, until it is released; blocks until a node's host
       port interrupts, or for so long; ends such waits, and keeps others from waiting until the
       next reset, which comes behind all writes to registers. NULL: there are none. */
    enum bl_device_result (*buffer)(void *state, int node, int gpu, size_t size, void **bytes,
                                    uint64_t *bus);
    enum bl_device_result (*interrupt)(void *state, int node, int64_t timeout_ps);
    void (*cancel)(void *state);
    /* Memory of the host program's own becomes a buffer of the host's memory: where it is on the
       bus; and any buffer is given back. NULL: that cannot be. */
    enum bl_device_result (*own)(void *state, int node, void *bytes, size_t size, uint64_t *bus);
    enum bl_device_result (*release)(void *state, int node, uint64_t bus);
    /* The time that limits count, in ps, from 1 on. NULL: it is not known. */
    int64_t (*now)(void *state);
    /* A kernel of the node was started, behind all writes so far. NULL: nothing counts from there.
     */
    void (*begins)(void *state, int node);
    /* Of nodes that speak TLPs: a store of the CPU into the window, posted, and a load. And blocks
       until a word of the host's memory has a value. NULL: there are no such nodes; nobody can wait
       so. */
    enum bl_device_result (*store)(void *state, int node, uint64_t offset, uint32_t value);
    enum bl_device_result (*load)(void *state, int node, uint64_t offset, uint32_t *value);
    enum bl_device_result (*poll)(void *state, const volatile uint32_t *word, uint32_t value,
                                  int64_t timeout_ps);
};

/* Takes over `state`, which is freed by the back end's close. */
struct bl_device *bl_device_make(const struct bl_device_backend *backend, void *state, int nodes,
                                 int channels);
/* The state behind a device, or NULL when it has another back end. */
void *bl_device_state(struct bl_device *device, const struct bl_device_backend *backend);

/* Of bl_device_simulation. To be raised when a call of a back end, or what a table of a pipeline
   says, changes its meaning; members that are added show in the sizes. */
enum { BL_DEVICE_INTERFACE = 2 };

struct bl_device_pipeline;

/* A simulation, under the name bl_device_simulation. `interface` stays in front for ever. */
struct bl_device_simulation {
    uint32_t interface, backend_bytes, pipeline_bytes; /* as the simulation was compiled for */
    int nodes, channels;
    const struct bl_device_pipeline *pipeline; /* that it runs; NULL: it runs none */
    /* A state of its own each time. What went wrong is in `why`, of so many bytes. */
    enum bl_device_result (*open)(const struct bl_device_backend **backend, void **state, char *why,
                                  size_t room);
};

#ifdef __cplusplus
}
#endif

#endif
