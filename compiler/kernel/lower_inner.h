/* What the files of the lowering of kernels share. */
#ifndef BL_KERNEL_LOWER_INNER_H
#define BL_KERNEL_LOWER_INNER_H

#include "kernel/carried/kernels.h"
#include "kernel/kernel_plan.h"
#include "lower/lowering.h"

enum {
    BL_KERNEL_WORD_BITS = 8 * BL_KERNEL_GRANULE * BL_KERNEL_WORD_GRANULES,
    BL_KERNEL_ADDRESS_BITS = 64
};

struct bl_kernel_lowering {
    struct bl_lowering *lo;
    const struct bl_kernels *kernels;
    struct bl_kernel_sizes sizes;
    int readers, writers; /* of all kernels */
};

struct bl_instance *bl_kernel_instance(struct bl_kernel_lowering *kl, const char *module,
                                       const char *name, const char *comment);
/* The nets of a stream, its parts NAME_tvalid and so on. */
void bl_kernel_stream_nets(struct bl_kernel_lowering *kl, const char *name, bool last);

/* A kernel with its ends; streams of channels are channel_NAME_sent_* and _received_*. */
void bl_kernel_lower_one(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel);
/* Modules of the user's own, at streams port_NAME_*. */
void bl_kernel_lower_owns(struct bl_kernel_lowering *kl);
/* The channels, from those streams to the carrier. */
void bl_kernel_lower_channels(struct bl_kernel_lowering *kl);
/* The nets readers_* and writers_*, with a place for each, and what joins them at the host port. */
void bl_kernel_lower_port(struct bl_kernel_lowering *kl);

#endif
