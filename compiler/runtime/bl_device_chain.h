/* The engine of a hub: it moves what requests in its registers, or descriptors in the memory of a
   node's host, say from that memory, or a GPU's, into the window. Generated calls have the engine's
   registers with them. Of two threads that start a node's engine at once one has
   BL_DEVICE_BUSY. */
#ifndef BL_DEVICE_CHAIN_H
#define BL_DEVICE_CHAIN_H

#include "bl_chain_descriptor.h"
#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A memory of a node: where it begins in the node's slice of the window, its bytes, and where it is
   on the node's bus; 0: not there. */
struct bl_device_chain_memory {
    uint64_t at, bytes, bus;
};
/* The window: its bus address, its bytes, those of a slice, and the memories that each has. */
struct bl_device_chain_window {
    uint64_t base, bytes, slice;
    int count;
    const struct bl_device_chain_memory *memories; /* [count] */
};

/* Addresses of the first register of the engine's that is written, and of the first that is read;
   requests that it has registers for. */
struct bl_device_chain {
    uint32_t settings, state;
    int requests;
    uint32_t report; /* what was lost of its writes */
    const struct bl_device_chain_window *window;
};

/* Blocks of so many bytes, and the bytes from one to the next at the source and at the target, all
   multiples of 4. */
struct bl_device_blocks {
    uint32_t bytes, source_stride, target_stride;
};
enum { BL_DEVICE_BLOCK_MOST = 4 * 65535 };

/* Writes a descriptor, BL_CHAIN_DESCRIPTOR_BYTES, into a buffer: `bytes`, all together, from a bus
   address of the node's own host to one in the window, in blocks, or with NULL in one; `next` is
   the bus address of the next one, 0: none. What does not fit in the descriptor's fields, an
   address of more than 48 bits or a block of more than BL_DEVICE_BLOCK_MOST bytes or of none, makes
   it one of 0 bytes, at which the engine stops. */
static inline void bl_device_chain_put_blocks(void *at, uint64_t source, uint64_t target,
                                              uint32_t bytes, const struct bl_device_blocks *blocks,
                                              uint64_t next) {
    const uint32_t block = blocks ? blocks->bytes : 0;
    const int fits = !((source | target | next) >> 48) &&
                     (!blocks || (block && !(block & 3) && block <= BL_DEVICE_BLOCK_MOST));
    struct bl_chain_descriptor descriptor; /* C++ takes no designated initializers before C++20 */
    descriptor.source_low = (uint32_t)source;
    descriptor.source_high = (uint32_t)(source >> 32) & 0xffff;
    descriptor.block = fits ? block / 4 : 0;
    descriptor.target_low = (uint32_t)target;
    descriptor.target_high = (uint32_t)(target >> 32) & 0xffff;
    descriptor.next_high = (uint32_t)(next >> 32) & 0xffff;
    descriptor.next_low = (uint32_t)next;
    descriptor.size = fits ? bytes : 0;
    descriptor.source_stride = blocks ? blocks->source_stride : 0;
    descriptor.target_stride = blocks ? blocks->target_stride : 0;
    bl_chain_descriptor_pack((uint8_t *)at, &descriptor);
}
/* The same in one block. */
static inline void bl_device_chain_put(void *at, uint64_t source, uint64_t target, uint32_t bytes,
                                       uint64_t next) {
    bl_device_chain_put_blocks(at, source, target, bytes, 0, next);
}

/* Starts the chain whose first descriptor lies at a bus address. Behind its data `end_value` is
   written at a bus address in the window; 0: nowhere. BL_DEVICE_BUSY while the engine runs, or
   another thread resets the nodes. BL_DEVICE_BAD_CALL: the first is not a multiple of 32 or has
   more than 48 bits, the other is not a multiple of 4 or in none of the memories there. */
enum bl_device_result bl_device_chain_start(struct bl_device *device, int node,
                                            const struct bl_device_chain *engine, uint64_t first,
                                            uint64_t end_at, uint32_t end_value);
/* Puts a request into register `slot` of an engine that does not run; of a descriptor as above.
   BL_DEVICE_BAD_CALL: there is no such register; BL_DEVICE_BUSY. */
enum bl_device_result bl_device_chain_request(struct bl_device *device, int node,
                                              const struct bl_device_chain *engine, int slot,
                                              uint64_t source, uint64_t target, uint32_t bytes,
                                              const struct bl_device_blocks *blocks);
/* Starts the first `count` registers, as bl_device_chain_start does a chain. They stay as they
   are. */
enum bl_device_result bl_device_chain_start_requests(struct bl_device *device, int node,
                                                     const struct bl_device_chain *engine,
                                                     int count, uint64_t end_at,
                                                     uint32_t end_value);
/* Stops what the engine runs: no more is read, which the wait then says. Nothing when it does not
   run. */
enum bl_device_result bl_device_chain_stop(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine);
/* Waits until all of it has been read and sent: the source is free. That it has come to its target,
   the word at end_at says. BL_DEVICE_NODE_ERROR when the chain has stopped: the message has the
   descriptor's number, from 1 on, and why; when a write of it is reported as lost by then; and when
   the node was reset. */
enum bl_device_result bl_device_chain_wait(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine,
                                           int64_t timeout_ps);
/* The same by the node's interrupt, which comes at the end of a run, in place of polling. */
enum bl_device_result bl_device_chain_sleep(struct bl_device *device, int node,
                                            const struct bl_device_chain *engine,
                                            int64_t timeout_ps);

/* BL_DEVICE_NODE_ERROR when a hub has reported that a write of the engine was lost since its last
   start, with the hub and why. */
enum bl_device_result bl_device_chain_report(struct bl_device *device, int node,
                                             const struct bl_device_chain *engine);
/* Waits until a word of a host's memory has the value that a chain writes at its end, or the word
   will not come: BL_DEVICE_NODE_ERROR, as a wait has, also when a write of the engine is reported
   as lost meanwhile. BL_DEVICE_TIMEOUT: neither, in that time; 0: no limit. */
enum bl_device_result bl_device_chain_end(struct bl_device *device, int node,
                                          const struct bl_device_chain *engine,
                                          const volatile uint32_t *word, uint32_t value,
                                          int64_t timeout_ps);

#ifdef __cplusplus
}
#endif

#endif
