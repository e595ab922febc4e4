/* A DMA descriptor as it lies in the host's memory.
   compiler/layout/layouts made it of rtl_templates/host/descriptor.def. */
/* clang-format off */
#ifndef BL_DMA_DESCRIPTOR_H
#define BL_DMA_DESCRIPTOR_H

#include <stdint.h>

enum { BL_DMA_DESCRIPTOR_BITS = 160, BL_DMA_DESCRIPTOR_BYTES = 32 };

struct bl_dma_descriptor {
    uint32_t source_low; /* 32 bits: byte address that is read, low half */
    uint32_t source_high; /* 32 bits: its high half */
    uint32_t target_low; /* 32 bits: byte address that is written, low half */
    uint32_t target_high; /* 32 bits: its high half */
    uint32_t length; /* 18 bits: words of 32 bits: 1 or more */
    uint32_t id; /* 8 bits: 0 to 126 of the host, 128 to 254 of the kernels */
    uint32_t reserved; /* 6 bits: not looked at */
};

/* `bits` bits from bit `at` up; bits of a value beyond them are dropped. */
static inline void bl_dma_put(uint8_t *to, int at, int bits, uint32_t value) {
    for (int i = 0; i < bits; i++)
        if (value >> i & 1) to[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

static inline uint32_t bl_dma_get(const uint8_t *from, int at, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint32_t)(from[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static inline void bl_dma_descriptor_pack(uint8_t to[BL_DMA_DESCRIPTOR_BYTES],
                                          const struct bl_dma_descriptor *from) {
    for (int i = 0; i < BL_DMA_DESCRIPTOR_BYTES; i++) to[i] = 0;
    bl_dma_put(to, 0, 32, from->source_low);
    bl_dma_put(to, 32, 32, from->source_high);
    bl_dma_put(to, 64, 32, from->target_low);
    bl_dma_put(to, 96, 32, from->target_high);
    bl_dma_put(to, 128, 18, from->length);
    bl_dma_put(to, 146, 8, from->id);
    bl_dma_put(to, 154, 6, from->reserved);
}

static inline struct bl_dma_descriptor
bl_dma_descriptor_unpack(const uint8_t from[BL_DMA_DESCRIPTOR_BYTES]) {
    struct bl_dma_descriptor to; /* C++ takes no designated initializers before C++20 */
    to.source_low = bl_dma_get(from, 0, 32);
    to.source_high = bl_dma_get(from, 32, 32);
    to.target_low = bl_dma_get(from, 64, 32);
    to.target_high = bl_dma_get(from, 96, 32);
    to.length = bl_dma_get(from, 128, 18);
    to.id = bl_dma_get(from, 146, 8);
    to.reserved = bl_dma_get(from, 154, 6);
    return to;
}

#endif
