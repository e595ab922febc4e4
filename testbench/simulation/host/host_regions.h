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
    double byte_ps;    /* that it takes to read a byte; 0: as the bus */
    int64_t served_ps; /* when it has been read so far */
    int64_t visible_ps; /* when all writes that have taken the bus so far are visible */
    struct bl_host_buffer *buffers;
    uint64_t begin, end; /* what of it there is, from `bus` on: of memory of the host program's own
                            not all of its first and last page */
    struct bl_host_region *next; /* such memory */
};

struct bl_host_regions {
    struct bl_host_region *items; /* [0]: the host's memory; then those of the GPUs */
    int count;
    struct bl_host_region *own; /* memory of the host program's own */
};

/* The memories that the settings name, allocated; frees them. */
void bl_host_regions_init(struct bl_host_regions *regions, const struct bl_host_settings *settings);
void bl_host_regions_destroy(struct bl_host_regions *regions);
/* The memory that has all of the bytes; NULL: none. */
struct bl_host_region *bl_host_regions_find(const struct bl_host_regions *regions, uint64_t bus,
                                            size_t size);
/* Whether the memory has the byte; its bytes, zeros where it has none. */
bool bl_host_region_has(const struct bl_host_region *region, uint64_t bus);
void bl_host_region_read(const struct bl_host_region *region, uint64_t bus, void *bytes,
                         size_t size);
/* When the data of a read of so many bytes, which would be ready at `ready_ps`, can be sent: behind
   the writes and the reads that went before. NULL: nobody has them. */
int64_t bl_host_region_serve(struct bl_host_region *region, int64_t ready_ps, int bytes);
/* Memory of the host program's own on the bus, as fast as the host's, until it is taken away;
   false: there is none at `bus`. */
uint64_t bl_host_regions_add(struct bl_host_regions *regions, void *bytes, size_t size);
bool bl_host_regions_remove(struct bl_host_regions *regions, uint64_t bus);
/* First fit; false: there is no room. */
bool bl_host_region_alloc(struct bl_host_region *region, size_t size, uint64_t *bus);
/* The buffer that begins there; false: none does. */
bool bl_host_region_release(struct bl_host_region *region, uint64_t bus);

#endif
