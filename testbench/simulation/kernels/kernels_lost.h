/* What a run loses on unreliable channels: the gaps that nodes have found, as the golden model
   takes them. */
#ifndef BL_KERNELS_LOST_H
#define BL_KERNELS_LOST_H

#include <stdio.h>

#include "bl_device_kernel.h"
#include "kernel/carried/kernel_golden.h"

struct bl_kernels_lost {
    const struct bl_kernels *kernels;
    const struct bl_device_kernels *calls;
    struct bl_kernel_gap *gaps; /* [count], of each node and channel in order */
    int count, capacity;
    uint32_t *taken; /* [nodes] */
};

/* Whether the program may lose anything: without that the rest does nothing. */
bool bl_kernels_lost_may(const struct bl_kernels_lost *lost);
void bl_kernels_lost_free(struct bl_kernels_lost *lost);
/* Asks all nodes to show their gaps, from now on; and takes those that there are now. */
enum bl_device_result bl_kernels_lost_begin(struct bl_kernels_lost *lost, struct bl_device *device);
enum bl_device_result bl_kernels_lost_collect(struct bl_kernels_lost *lost,
                                              struct bl_device *device);
/* Whether each channel's counter at each node is the sum of its gaps; else a problem is said. */
bool bl_kernels_lost_agree(const struct bl_kernels_lost *lost, struct bl_device *device,
                           FILE *problems);
/* Gives them to the golden model. */
void bl_kernels_lost_tell(const struct bl_kernels_lost *lost, struct bl_kernel_golden *golden);
/* A line for each channel and node that has lost something. */
void bl_kernels_lost_print(const struct bl_kernels_lost *lost, FILE *file);
uint64_t bl_kernels_lost_units(const struct bl_kernels_lost *lost);
/* "lost": [...], a member of the run's document. */
void bl_kernels_lost_json(const struct bl_kernels_lost *lost, FILE *file);

#endif
