#include "memory/carried/ring.h"

#include <string.h>

#include "base/carried/checked.h"

enum { FIRST = 16 /* items */ };

struct bl_ring bl_ring_new(size_t size) {
    return (struct bl_ring){.items = bl_zalloc(FIRST, size), .size = size, .capacity = FIRST};
}

void bl_ring_free(struct bl_ring *ring) { bl_zfree(ring->items); }

void bl_ring_grow(struct bl_ring *ring) {
    struct bl_ring grown = *ring;
    grown.capacity *= 2;
    grown.items = bl_zalloc(grown.capacity, grown.size);
    for (uint32_t i = ring->head; i != ring->tail; i++)
        memcpy(bl_ring_at(&grown, i), bl_ring_at(ring, i), ring->size);
    bl_zfree(ring->items);
    *ring = grown;
}
