/* The memories of a run of kernels: their random contents, what the golden model makes of them, and
   what the simulated cluster does. Memories that are held whole are compared whole; of the others
   the pages that the golden model looks at, whole pages. Cycles of copies are not compared. */
#ifndef BL_KERNELS_MEMORY_H
#define BL_KERNELS_MEMORY_H

#include <stdbool.h>
#include <stdio.h>

#include "bl_device_kernel.h"
#include "kernel/carried/kernel_golden.h"
#include "kernel/carried/kernels.h"

struct bl_kernels_memories;

/* The contents are a function of the seed. To be freed. */
struct bl_kernels_memories *bl_kernels_memories_new(const struct bl_kernels *kernels,
                                                    const struct bl_device_kernels *calls,
                                                    uint64_t seed);
void bl_kernels_memories_free(struct bl_kernels_memories *memories);
/* Those of the golden model. */
struct bl_kernel_bytes bl_kernels_memories_golden(struct bl_kernels_memories *memories);
/* Whether the golden model has read cycles of a copy, which it does not know; says so. */
bool bl_kernels_memories_guessed(const struct bl_kernels_memories *memories, FILE *problems);
/* The golden model's as they were before it ran, to run once more. */
void bl_kernels_memories_reset(struct bl_kernels_memories *memories);
/* Gives the memories of a simulated device the contents that the golden model's had before it ran,
   and tells the nodes where they lie. Behind the run of the golden model. */
enum bl_device_result bl_kernels_memories_load(struct bl_kernels_memories *memories,
                                               struct bl_device *device);
/* Whether those of the device are as the golden model's now, but for nodes that `leaves` says;
   *compared: bytes. */
bool bl_kernels_memories_compare(struct bl_kernels_memories *memories,
                                 bool (*leaves)(const void *of, int node), const void *of,
                                 uint64_t *compared, FILE *problems);

#endif
