/* Inside of the runtime: what the calls for kernels have in common. */
#ifndef BL_DEVICE_KERNEL_INNER_H
#define BL_DEVICE_KERNEL_INNER_H

#include "bl_device_inner.h"
#include "bl_device_starts.h"

#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif

/* Whether the arguments are as the kernel's rules say; BL_DEVICE_BAD_CALL with the one that they
   break. */
enum bl_device_result bl_device_kernel_allows(struct bl_device *device, int node,
                                              const struct bl_device_kernel *kernel,
                                              const uint32_t *arguments);

/* A kernel's registers, and the node's status, which is read behind them. */
struct bl_device_kernel_registers {
    uint32_t number, state, status; /* number: of its last start */
    uint32_t waits, missing;
    uint64_t clocks;
};
enum bl_device_result bl_device_kernel_read(struct bl_device *device, int node,
                                            const struct bl_device_kernel *kernel,
                                            struct bl_device_kernel_registers *registers);

/* ---- in words, cut off where there is no more room */

enum {
    BL_DEVICE_KERNEL_ERROR_SHIFT = 24, /* in `state` */
    BL_DEVICE_KERNEL_RUNS = 1 << 8     /* in `waits` */
};
/* What a state's error means; NULL: none. */
const char *bl_device_kernel_error(uint32_t state);
/* Adds the first kernel of the node that has failed by itself, and why; false: none has. */
bool bl_device_kernel_culprit(struct bl_device *device, int node, char *text, size_t room);
/* The move that has failed, its line and address; "" where they are not known. */
void bl_device_kernel_fault(struct bl_device *device, const struct bl_device_kernel *kernel,
                            const struct bl_device_kernel_registers *registers, char *text,
                            size_t room);
/* What a kernel of the node that runs waits for; false: for nothing that another node gives. */
bool bl_device_kernel_waits(struct bl_device *device, int node,
                            const struct bl_device_kernel *kernel, char *text, size_t room);
/* BL_DEVICE_NODE_ERROR: a kernel has failed on one of its channels. */
enum bl_device_result bl_device_kernel_unmarked(struct bl_device *device, int node,
                                                const struct bl_device_kernel *kernel);

/* Keeps other threads from starting it, until it is let go; BL_DEVICE_BUSY while it runs. */
enum bl_device_result bl_device_kernel_claim(struct bl_device *device, int node,
                                             const struct bl_device_kernel *kernel,
                                             struct bl_device_kernel_registers *registers);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
