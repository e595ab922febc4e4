/* The memories on a host's bus, and the buffers in them. */
#ifndef BL_HOST_REGIONS_H
#define BL_HOST_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/carried/host.h"

enum { BL_HOST_PAGE = 4096 };

/* A buffer; those of a memory are in the order of their addresses. */
struct bl_host_buffer {
    struct bl_host_buffer *next;
    uint64_t begin, end; /* pages of the memory */
};

struct bl_host_region {
    uint64_t bus, size;
    uint8_t *bytes;
    void *memory; /* that bytes lies in */
    int64_t read_ps, write_ps;
    int64_t visible_ps; /* when all writes that have taken the bus so far are visible */
    struct bl_host_buffer *buffers;
};

struct bl_host_regions {
    struct bl_host_region *items; /* [0]: the host's memory; then those of the GPUs */
    int count;
};

void bl_host_regions_init(struct bl_host_regions *regions, const struct bl_host_settings *settings);
void bl_host_regions_destroy(struct bl_host_regions *regions);
/* The memory that has all of the bytes; NULL: none. */
struct bl_host_region *bl_host_regions_find(const struct bl_host_regions *regions, uint64_t bus,
                                            size_t size);
/* First fit; false: there is no room. */
bool bl_host_region_alloc(struct bl_host_region *region, size_t size, uint64_t *bus);
/* The buffer that begins there; false: none does. */
bool bl_host_region_release(struct bl_host_region *region, uint64_t bus);

#endif
