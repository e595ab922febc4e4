/* The chained engine of a hub: it moves what descriptors in the memory of a node's host say from
   that memory, or a GPU's, into the window. Generated calls have the engine's registers with them.
   One thread at a time uses a node's engine. */
#ifndef BL_DEVICE_CHAIN_H
#define BL_DEVICE_CHAIN_H

#include "bl_chain_descriptor.h"
#include "bl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Addresses of the first register of the engine's that is written, and of the first that is
   read. */
struct bl_device_chain {
    uint32_t settings, state;
};

/* Writes a descriptor, BL_CHAIN_DESCRIPTOR_BYTES, into a buffer: `bytes` from a bus address of the
   node's own host to one in the window; `next` is the bus address of the next one, 0: none. */
static inline void bl_device_chain_put(void *at, uint64_t source, uint64_t target, uint32_t bytes,
                                       uint64_t next) {
    struct bl_chain_descriptor descriptor = {(uint32_t)source,
                                             (uint32_t)(source >> 32),
                                             (uint32_t)target,
                                             (uint32_t)(target >> 32),
                                             bytes,
                                             0,
                                             (uint32_t)next,
                                             (uint32_t)(next >> 32)};
    bl_chain_descriptor_pack((uint8_t *)at, &descriptor);
}

/* Starts the chain whose first descriptor lies at a bus address. Behind its data `end_value` is
   written at a bus address in the window; 0: nowhere. BL_DEVICE_BUSY while the engine runs. */
enum bl_device_result bl_device_chain_start(struct bl_device *device, int node,
                                            const struct bl_device_chain *engine, uint64_t first,
                                            uint64_t end_at, uint32_t end_value);
/* Waits until all of it has been read and sent: the source is free. That it has come to its target,
   the word at end_at says. BL_DEVICE_NODE_ERROR when the chain has stopped: the message has the
   descriptor's number, from 1 on, and why. */
enum bl_device_result bl_device_chain_wait(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine,
                                           int64_t timeout_ps);

#ifdef __cplusplus
}
#endif

#endif
