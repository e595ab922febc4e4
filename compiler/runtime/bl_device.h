/* The device interface that generated host programs call: a cluster of nodes, each with memory channels and 32-bit registers. Behind it is
   a backend: the simulated cluster (bl_device_sim.h), or a card. The program does not change.

   All calls may be made from several host threads (see bl_device_attach). In the simulated world time advances only while every host
   thread is blocked in a call, so a run is reproducible; reading and writing memory takes no simulated time.

   Functions that can fail return a bl_device_result; bl_device_message then says what happened in words for the user. */
#ifndef BL_DEVICE_H
#define BL_DEVICE_H

#include <stddef.h>
#include <stdint.h>

enum bl_device_result {
    BL_DEVICE_OK = 0,
    BL_DEVICE_BAD_CALL,      /* no such node or channel, or an address that is not a multiple of 4 */
    BL_DEVICE_NODE_ERROR,    /* a node reports an error in its status register */
    BL_DEVICE_STUCK,         /* nothing moves any more; the message says what every node waits for */
    BL_DEVICE_TIMEOUT,
    BL_DEVICE_INTERRUPTED    /* the user asked to stop */
};

/* The registers that every node has; the circuit's own come from its register map. */
enum {
    BL_DEVICE_REG_ID = 0x0, BL_DEVICE_REG_VERSION = 0x4, BL_DEVICE_REG_CONTROL = 0x8 /* write 1: start */, BL_DEVICE_REG_STATUS = 0xC,
    BL_DEVICE_REG_NODE = 0x10, BL_DEVICE_REG_CLOCKS = 0x14 /* of the last run, 64 bits, low word first */
};
enum { BL_DEVICE_STATUS_BUSY = 1, BL_DEVICE_STATUS_DONE = 2, BL_DEVICE_STATUS_ERROR = 4 };
enum { BL_DEVICE_ID = 0x4D4F4C42 /* what BL_DEVICE_REG_ID holds: "BLOM" */ };

struct bl_device;

/* The backend's functions; `state` is its own. Accesses to registers are done in the order of the calls, node by node. */
struct bl_device_backend {
    const char *name;
    void (*close)(void *state);
    void (*attach)(void *state, int threads);
    enum bl_device_result (*write)(void *state, int node, int channel, uint64_t address, const void *bytes, size_t size);
    enum bl_device_result (*read)(void *state, int node, int channel, uint64_t address, void *bytes, size_t size);
    enum bl_device_result (*reg_write)(void *state, int node, uint32_t address, uint32_t value);
    enum bl_device_result (*reg_read)(void *state, int node, uint32_t address, uint32_t *values, int count);
    enum bl_device_result (*start)(void *state);
    enum bl_device_result (*wait)(void *state, int64_t timeout_ps);
    const char *(*message)(void *state);
};

/* Opens the cluster that the program is linked for: a program has one backend, and that backend's file defines this function.
   NULL after a message on stderr. */
struct bl_device *bl_device_open(void);

/* For backends: takes over `state`, which is freed by the backend's close. */
struct bl_device *bl_device_make(const struct bl_device_backend *backend, void *state, int nodes, int channels);
/* The state behind a device, or NULL when it has another backend. */
void *bl_device_state(struct bl_device *device, const struct bl_device_backend *backend);

void bl_device_close(struct bl_device *device);

int bl_device_nodes(const struct bl_device *device);
int bl_device_channels(const struct bl_device *device); /* of each node */

/* How many host threads use the device: `threads` is added (negative: taken away); one is attached from the beginning. */
void bl_device_attach(struct bl_device *device, int threads);

/* Memory of a channel. Any address and size. */
enum bl_device_result bl_device_write(struct bl_device *device, int node, int channel, uint64_t address, const void *bytes, size_t size);
enum bl_device_result bl_device_read(struct bl_device *device, int node, int channel, uint64_t address, void *bytes, size_t size);

/* A window of a channel's memory in the host's address space, filled with what is there now. What the host changes in it reaches the
   memory when it is unmapped. NULL: bad call, or no memory left. */
void *bl_device_map(struct bl_device *device, int node, int channel, uint64_t address, size_t size);
enum bl_device_result bl_device_unmap(struct bl_device *device, void *window);

/* Registers. A write is posted: it may return before the node has seen it, but is seen before any later access to the same node and
   before a later start. A read returns `count` registers from `address` on, 4 bytes apart. */
enum bl_device_result bl_device_reg_write(struct bl_device *device, int node, uint32_t address, uint32_t value);
enum bl_device_result bl_device_reg_read(struct bl_device *device, int node, uint32_t address, uint32_t *values, int count);

/* Starts all nodes at the same time, after all posted writes; returns at once. */
enum bl_device_result bl_device_start(struct bl_device *device);
/* Waits until all nodes are done. timeout_ps: of the device's time, 0 for none. */
enum bl_device_result bl_device_wait(struct bl_device *device, int64_t timeout_ps);

/* For the generated calls: makes the formatted words, at most 255 bytes of them, what bl_device_message says; returns `result`. */
enum bl_device_result bl_device_fail(struct bl_device *device, enum bl_device_result result, const char *format, ...);

/* What the last call that failed says, of all host threads; valid until the next call. */
const char *bl_device_message(struct bl_device *device);

#endif
