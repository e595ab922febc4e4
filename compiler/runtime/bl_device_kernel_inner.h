/* Inside of the runtime: what the calls for kernels have in common. */
#ifndef BL_DEVICE_KERNEL_INNER_H
#define BL_DEVICE_KERNEL_INNER_H

#include "bl_device_inner.h"
#include "bl_device_starts.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

/* What the device knows of its kernels' starts; NULL: bl_device_kernels_open was not called. */
struct bl_device_starts *bl_device_starts(const struct bl_device *device);
/* Makes them the device's, which frees those that it has. */
void bl_device_take_starts(struct bl_device *device, struct bl_device_starts *starts);
/* The device's time, in ps; 0: it does not tell. */
int64_t bl_device_now(const struct bl_device *device);
/* A kernel of the node was started: for faults of a simulation that count from there. */
void bl_device_begins(struct bl_device *device, int node);

/* Writes to a register of a node; the message stays what it is. */
void bl_device_post(struct bl_device *device, int node, uint32_t address, uint32_t value);

/* The node has no memory any more that lies in these bytes; BL_DEVICE_BUSY while it is used. */
enum bl_device_result bl_device_kernels_forget(struct bl_device *device, int node, uint64_t bus,
                                               uint64_t bytes);

/* Whether the arguments are as the kernel's rules say; BL_DEVICE_BAD_CALL with the one that they
   break. */
enum bl_device_result bl_device_kernel_allows(struct bl_device *device, int node,
                                              const struct bl_device_kernel *kernel,
                                              const uint32_t *arguments);

/* A kernel's registers, and the node's status, which is read behind them. */
struct bl_device_kernel_registers {
    uint32_t number, state, status; /* number: of its last start */
    uint64_t clocks;
};
/* Keeps other threads from starting it, until it is let go; BL_DEVICE_BUSY while it runs. */
enum bl_device_result bl_device_kernel_claim(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             struct bl_device_kernel_registers *registers);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
