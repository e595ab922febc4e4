/* Inside of the calls of engines: what their files do for each other. */
#ifndef BL_DEVICE_CHAIN_INNER_H
#define BL_DEVICE_CHAIN_INNER_H

#include "bl_device_chain.h"
#include "bl_device_state_inner.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

/* What a message says behind an error of a node that is not joined. */
#define BL_DEVICE_NOT_JOINED ": the node was reset, and has not been joined since"

/* Whether a chain can begin at a bus address, and its word at the end be written at one; 0: there
   is none. BL_DEVICE_BAD_CALL says why not. */
enum bl_device_result bl_device_chain_check_first(struct bl_device *device,
                                                  const struct bl_device_chain *engine,
                                                  uint64_t first);
enum bl_device_result bl_device_chain_check_end(struct bl_device *device,
                                                const struct bl_device_chain *engine,
                                                uint64_t end_at);
/* Asks the engine once: *running, or how its last run has ended. */
enum bl_device_result bl_device_chain_look(struct bl_device *device, int node,
                                           const struct bl_device_chain *engine, bool *running);
/* Whether the node has its ranges of the window since its last reset. */
enum bl_device_result bl_device_chain_joined(struct bl_device *device, int node, bool *joined);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
