/* The device interface that generated host programs call: a cluster of nodes, each with memory
   channels and 32-bit registers. Behind it is a back end, chosen when the program runs: a simulated
   cluster, or a card. The program does not change; docs/host.md.

   All calls may be made from several host threads (see bl_device_attach). In the simulated world
   time advances only while every host thread is blocked in a call, so a run is reproducible;
   reading and writing memory takes no simulated time.

   A limit in time, `timeout_ps`, is of picoseconds: of simulated time in a simulation, of the
   host's clock on a card. 0 is none, and so is INT64_MAX; a negative one is BL_DEVICE_BAD_CALL.

   Functions that can fail return a bl_device_result: bl_device_text says in a few words what it
   means, bl_device_message what happened in this case. C and C++ programs call them alike. NULL
   for `device` is BL_DEVICE_NO_DEVICE (0 nodes, no state, nothing to close), for any other pointer
   BL_DEVICE_BAD_CALL; a buffer of which 0 bytes are wanted may be NULL. */
#ifndef BL_DEVICE_H
#define BL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bl_device_registers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum bl_device_result {
    BL_DEVICE_OK = 0,
    BL_DEVICE_BAD_CALL,   /* no such node, channel, lane or register, an address that is not a
                             multiple of 4, NULL for a buffer or for a place of an answer, a
                             negative limit, nothing to start */
    BL_DEVICE_NODE_ERROR, /* a node reports an error in its status register */
    BL_DEVICE_STUCK,      /* nothing moves any more; the message says what every node waits for */
    BL_DEVICE_TIMEOUT,
    BL_DEVICE_INTERRUPTED, /* the user asked to stop */
    BL_DEVICE_BUSY,        /* a run is under way: it was started, and no wait has seen its end */
    BL_DEVICE_NOT_STARTED, /* no run was started */
    BL_DEVICE_BEYOND,      /* more elements than there are, or more than fit */
    BL_DEVICE_NO_MEMORY,   /* of the host */
    BL_DEVICE_NO_DEVICE,   /* none was opened, there is none of that name, or it cannot start, or
                              has ended: then all later calls say so, too */
    BL_DEVICE_MISMATCH     /* the device is not one that runs the pipeline */
};

/* What a result means, in a few words. */
const char *bl_device_text(int result);

/* The registers that every node has; the circuit's own, from SETTINGS and RESULTS on, come from its
 * register map. */
enum {
#define ROW(name, address, access, meaning) BL_DEVICE_REG_##name = (address),
    BL_DEVICE_REGISTERS(ROW)
#undef ROW
};
enum {
    BL_DEVICE_CONTROL_START = 1,
    BL_DEVICE_CONTROL_SEEN = 2 /* the host knows that the node was reset */
};
enum {
#define ROW(name, bit, meaning, until) BL_DEVICE_STATUS_##name = 1 << (bit),
    BL_DEVICE_STATUS_BITS(ROW)
#undef ROW
};
enum {
    BL_DEVICE_ID = 0x4D4F4C42, /* what BL_DEVICE_REG_ID holds: "BLOM" */
    BL_DEVICE_MAP = 2          /* and BL_DEVICE_REG_VERSION: of the register map */
};

struct bl_device;

/* Opens the device of a name: "sim:DIR" is the simulation of what `bankloom build -o DIR` has
   written, compiled by `make -C DIR/bench device`; "sim:FILE" is one that lies elsewhere. NULL
   takes what the environment's BANKLOOM_DEVICE says; where that is not set, the simulation that is
   linked into the program. *device is NULL after a failure, which stderr explains:
   BL_DEVICE_BAD_CALL, there are no devices of this kind; BL_DEVICE_NO_DEVICE, there is none where
   the name points to, or no name; BL_DEVICE_MISMATCH, it was built for another version of this
   library. */
enum bl_device_result bl_device_open(struct bl_device **device, const char *name);
/* The same, with what went wrong in `why`, of `room` bytes, and nothing on stderr. */
enum bl_device_result bl_device_try_open(struct bl_device **device, const char *name, char *why,
                                         size_t room);

/* Closes the back end and frees the device; NULL is none. */
void bl_device_close(struct bl_device *device);

/* Nodes of the cluster. */
int bl_device_nodes(const struct bl_device *device);
int bl_device_channels(const struct bl_device *device); /* of each node */

/* How many host threads use the device: `threads` is added (negative: taken away); one is attached
 * from the beginning. */
void bl_device_attach(struct bl_device *device, int threads);

/* Memory of a channel. Any address and size; BL_DEVICE_BEYOND where the simulated memory ends, at
 * 2^40. */
enum bl_device_result bl_device_write(struct bl_device *device, int node, int channel,
                                      uint64_t address, const void *bytes, size_t size);
enum bl_device_result bl_device_read(struct bl_device *device, int node, int channel,
                                     uint64_t address, void *bytes, size_t size);

/* An element of a column of 128 bits. */
struct bl_device_u128 {
    uint64_t low, high;
};

/* A column in a channel: elements of `bytes` bytes. Where they are wider than what a node moves at
   a time, `unit` bytes, they lie in planes: the low `unit` bytes of all elements, the next of all,
   and so on, each plane `plane` bytes behind the one before. */
struct bl_device_column {
    uint64_t base, plane; /* bytes; `base` of the first plane */
    int bytes, unit;      /* unit 0: as `bytes` */
};
/* Elements first..first + count - 1 of a column, from and to an array in the host's order. */
enum bl_device_result bl_device_put(struct bl_device *device, int node, int channel,
                                    const struct bl_device_column *column, uint64_t first,
                                    const void *values, size_t count);
enum bl_device_result bl_device_get(struct bl_device *device, int node, int channel,
                                    const struct bl_device_column *column, uint64_t first,
                                    void *values, size_t count);

/* A window of a channel's memory in the host's address space, filled with what is there now. What
   the host changes in it reaches the memory when it is unmapped. *window is NULL after a failure.
 */
enum bl_device_result bl_device_map(struct bl_device *device, int node, int channel,
                                    uint64_t address, size_t size, void **window);
enum bl_device_result bl_device_unmap(struct bl_device *device, void *window);

/* Registers. A write is posted: it may return before the node has seen it, but is seen before any
   later access to the same node and before a later start. A read returns `count` registers from
   `address` on, 4 bytes apart. */
enum bl_device_result bl_device_reg_write(struct bl_device *device, int node, uint32_t address,
                                          uint32_t value);
enum bl_device_result bl_device_reg_read(struct bl_device *device, int node, uint32_t address,
                                         uint32_t *values, int count);

/* Starts all nodes at the same time, after all posted writes; returns at once. BL_DEVICE_BUSY while
   a run is under way. They run over what their registers and memories hold: without a new load over
   the records of the last one, after opening or a reset over none. */
enum bl_device_result bl_device_start(struct bl_device *device);
/* Waits until all nodes are done. BL_DEVICE_NOT_STARTED when there is no run. BL_DEVICE_NODE_ERROR
   when a node reports an error: the message names each such node, and the channel and direction
   where its memory was the cause. When the others did not come to their end, or the network has
   stopped, the device wants a reset before the next start. */
enum bl_device_result bl_device_wait(struct bl_device *device, int64_t timeout_ps);
/* Resets the circuits of all nodes, after what their memories have been asked for was answered;
   memory keeps its contents. Registers that the host has written are lost: load again before the
   next start. Kernels that run end by it, which their waits report. */
enum bl_device_result bl_device_reset(struct bl_device *device);
/* Whether the memory may be changed: BL_DEVICE_BUSY while a run is under way. */
enum bl_device_result bl_device_idle(struct bl_device *device);
/* Whether there are results: BL_DEVICE_OK after a run without an error, otherwise
 * BL_DEVICE_NOT_STARTED, _BUSY or _NODE_ERROR. */
enum bl_device_result bl_device_finished(struct bl_device *device);

/* A counter that a node's network keeps, from its last reset on, modulo 2^32. */
struct bl_device_counter {
    const char *name, *help; /* "again", "data frames sent again"; they stay */
    int peer;                /* of the frames to and from this node; -1: of no peer */
    bool loss;               /* it tells of a loss or its repair */
    bool presence;           /* it is 0 until something has come of the peer */
    uint32_t count;
};
/* How many a node has; 0 where its network keeps none. */
int bl_device_counters(const struct bl_device *device);
/* Number `index` of them. During a run, too. BL_DEVICE_BEYOND: there is none of that number;
   BL_DEVICE_TIMEOUT: the node does not show it. */
enum bl_device_result bl_device_counter(struct bl_device *device, int node, int index,
                                        struct bl_device_counter *counter);

/* The counts of a histogram, which a node shows in rows of 16. A value is {high, low}, of so many
   bits; the circuit's numbers have `low_width` bits for the low part. */
struct bl_device_histogram {
    uint32_t row_register, counts_register; /* which row; its first count */
    int high_bits, low_bits, low_width;
};
/* All 2^(high_bits + low_bits) counts of one node, the count of {high, low} at high * 2^low_bits +
 * low. */
enum bl_device_result bl_device_counts(struct bl_device *device, int node,
                                       const struct bl_device_histogram *histogram,
                                       uint32_t *counts);

/* Tells all nodes that the host knows of their reset. */
enum bl_device_result bl_device_acknowledge(struct bl_device *device);

/* What the last call that failed says, of all host threads; valid until the next call. */
const char *bl_device_message(struct bl_device *device);

#ifdef __cplusplus
}
#endif

#include "bl_dma.h"

#endif
