/* A queue of items of one size that grows, as a ring. An item keeps its number, counted from the
   first one ever pushed, while it is in. */
#ifndef BL_RING_H
#define BL_RING_H

#include <stddef.h>
#include <stdint.h>

struct bl_ring {
    uint8_t *items;
    size_t size;         /* of an item */
    uint32_t capacity;   /* a power of two */
    uint32_t head, tail; /* numbers [head, tail) are in */
};

/* Empty, for items of `size` bytes; to be freed. */
struct bl_ring bl_ring_new(size_t size);
void bl_ring_free(struct bl_ring *ring);
/* Twice the room. */
void bl_ring_grow(struct bl_ring *ring);

/* How many items are in it. */
static inline uint32_t bl_ring_count(const struct bl_ring *ring) { return ring->tail - ring->head; }

/* The item with this number, which must be in. */
static inline void *bl_ring_at(const struct bl_ring *ring, uint32_t number) {
    return ring->items + (number & (ring->capacity - 1)) * ring->size;
}

/* The oldest item; there must be one. */
static inline void *bl_ring_first(const struct bl_ring *ring) {
    return bl_ring_at(ring, ring->head);
}

/* Room for one more at the end, its contents undefined. Pointers into the ring do not outlive a
   push. */
static inline void *bl_ring_push(struct bl_ring *ring) {
    if (bl_ring_count(ring) == ring->capacity) bl_ring_grow(ring);
    return bl_ring_at(ring, ring->tail++);
}

#endif
