#include "simulation/host/host_regions.h"

#include <stdlib.h>
#include <string.h>

#include "base/carried/checked.h"
#include "simulation/host/host_port.h"

/* Pages of which nothing was written take no memory. */
static void make(struct bl_host_region *region, uint64_t bus, int64_t size) {
    region->bus = bus;
    region->size = region->end = (uint64_t)size;
    region->memory = bl_zneeded(calloc((size_t)size / BL_HOST_PAGE + 2, BL_HOST_PAGE));
    region->bytes = region->memory;
    region->bytes += (BL_HOST_PAGE - (uintptr_t)region->memory % BL_HOST_PAGE) % BL_HOST_PAGE;
}

void bl_host_regions_init(struct bl_host_regions *regions,
                          const struct bl_host_settings *settings) {
    regions->count = 1 + settings->gpus;
    regions->items = bl_zalloc((size_t)regions->count, sizeof *regions->items);
    make(regions->items, settings->base ? settings->base : BL_HOST_MEMORY, settings->memory_bytes);
    regions->items->read_ps = settings->read_ps;
    regions->items->write_ps = settings->write_ps;
    for (int i = 0; i < settings->gpus; i++) {
        struct bl_host_region *gpu = &regions->items[1 + i];
        make(gpu, BL_HOST_GPU + (uint64_t)i * BL_HOST_GPU_STEP, settings->gpu_bytes);
        gpu->byte_ps = settings->gpu_rate ? 1e12 / (double)settings->gpu_rate : 0;
        gpu->read_ps = settings->gpu_read_ps ? settings->gpu_read_ps : bl_host_usual.gpu_read_ps;
        gpu->write_ps = settings->gpu_write_ps ? settings->gpu_write_ps
                                               : bl_host_usual.gpu_write_ps;
    }
}

static void destroy(struct bl_host_region *region) {
    for (struct bl_host_buffer *next; region->buffers; region->buffers = next) {
        next = region->buffers->next;
        bl_zfree(region->buffers);
    }
    free(region->memory);
}

void bl_host_regions_destroy(struct bl_host_regions *regions) {
    while (regions->own) bl_host_regions_remove(regions, regions->own->bus + regions->own->begin);
    for (int i = 0; i < regions->count; i++) destroy(&regions->items[i]);
    bl_zfree(regions->items);
}

static bool holds(const struct bl_host_region *region, uint64_t bus, size_t size) {
    return bus >= region->bus && size <= region->size && bus - region->bus <= region->size - size;
}

struct bl_host_region *bl_host_regions_find(const struct bl_host_regions *regions, uint64_t bus,
                                            size_t size) {
    for (int i = 0; i < regions->count; i++)
        if (holds(&regions->items[i], bus, size)) return &regions->items[i];
    struct bl_host_region *own = regions->own;
    while (own && !holds(own, bus, size)) own = own->next;
    return own;
}

bool bl_host_region_has(const struct bl_host_region *region, uint64_t bus) {
    return bus >= region->bus + region->begin && bus < region->bus + region->end;
}

void bl_host_region_read(const struct bl_host_region *region, uint64_t bus, void *bytes,
                         size_t size) {
    uint64_t first = bus - region->bus, last = first + size,
             from = first > region->begin ? first : region->begin,
             to = last < region->end ? last : region->end;
    memset(bytes, 0, size);
    if (from < to) memcpy((uint8_t *)bytes + (from - first), region->bytes + from, to - from);
}

int64_t bl_host_region_serve(struct bl_host_region *region, int64_t ready_ps, int bytes) {
    if (!region) return ready_ps;
    if (ready_ps < region->visible_ps) ready_ps = region->visible_ps;
    if (!region->byte_ps) return ready_ps;
    if (ready_ps < region->served_ps) ready_ps = region->served_ps;
    region->served_ps = ready_ps + (int64_t)(bytes * region->byte_ps);
    return ready_ps;
}

/* Its pages are whole, and behind those of all others and one that is nobody's. */
uint64_t bl_host_regions_add(struct bl_host_regions *regions, void *bytes, size_t size) {
    struct bl_host_region *region = bl_zalloc(1, sizeof *region), *last = regions->own;
    uint64_t pages, within = (uintptr_t)bytes % BL_HOST_PAGE;
    pages = (within + size + BL_HOST_PAGE - 1) / BL_HOST_PAGE;
    region->bus = last ? last->bus + last->size + BL_HOST_PAGE : BL_HOST_OWN;
    region->size = pages * BL_HOST_PAGE;
    region->begin = within;
    region->end = within + size;
    region->bytes = (uint8_t *)bytes - within;
    region->read_ps = regions->items->read_ps;
    region->write_ps = regions->items->write_ps;
    region->next = last;
    regions->own = region;
    return region->bus + within;
}

bool bl_host_regions_remove(struct bl_host_regions *regions, uint64_t bus) {
    struct bl_host_region **place = &regions->own;
    while (*place && (*place)->bus + (*place)->begin != bus) place = &(*place)->next;
    struct bl_host_region *region = *place;
    if (!region) return false;
    *place = region->next;
    bl_zfree(region);
    return true;
}

bool bl_host_region_alloc(struct bl_host_region *region, size_t size, uint64_t *bus) {
    struct bl_host_buffer **place = &region->buffers;
    uint64_t begin = 0, pages = size / BL_HOST_PAGE + (size % BL_HOST_PAGE || !size);
    for (; *place && (*place)->begin - begin < pages; place = &(*place)->next)
        begin = (*place)->end;
    /* the last page may be a part of one */
    if (!*place &&
        (begin * BL_HOST_PAGE > region->size || region->size - begin * BL_HOST_PAGE < size))
        return false;
    struct bl_host_buffer *buffer = bl_zalloc(1, sizeof *buffer);
    *buffer = (struct bl_host_buffer){*place, begin, begin + pages};
    *place = buffer;
    *bus = region->bus + begin * BL_HOST_PAGE;
    return true;
}

bool bl_host_region_release(struct bl_host_region *region, uint64_t bus) {
    struct bl_host_buffer **place = &region->buffers;
    while (*place && region->bus + (*place)->begin * BL_HOST_PAGE != bus) place = &(*place)->next;
    struct bl_host_buffer *buffer = *place;
    if (!buffer) return false;
    *place = buffer->next;
    bl_zfree(buffer);
    return true;
}
