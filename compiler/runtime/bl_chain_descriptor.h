/* A descriptor of a chain as it lies in the host's memory.
   compiler/layout/layouts made it of rtl_templates/hub/chain.def. */
/* clang-format off */
#ifndef BL_CHAIN_DESCRIPTOR_H
#define BL_CHAIN_DESCRIPTOR_H

#include <stdint.h>

enum { BL_CHAIN_DESCRIPTOR_BITS = 256, BL_CHAIN_DESCRIPTOR_BYTES = 32 };

struct bl_chain_descriptor {
    uint32_t source_low; /* 32 bits: bus address at the node's host, low half; a multiple of 4 */
    uint32_t source_high; /* 16 bits: its upper bits */
    uint32_t block; /* 16 bits: bytes of a block / 4; 0: the whole is one block */
    uint32_t target_low; /* 32 bits: bus address in the window, low half; a multiple of 4 */
    uint32_t target_high; /* 16 bits: its upper bits */
    uint32_t next_high; /* 16 bits: bus address of the next descriptor, upper bits */
    uint32_t next_low; /* 32 bits: its low half; a multiple of 32; with 0 for both there is none */
    uint32_t size; /* 32 bits: bytes of all blocks: a multiple of 4, not 0 */
    uint32_t source_stride; /* 32 bits: from a block's source to the next; a multiple of 4 */
    uint32_t target_stride; /* 32 bits: from a block's target to the next; a multiple of 4 */
};

/* `bits` bits from bit `at` up; bits of a value beyond them are dropped. */
static inline void bl_chain_put(uint8_t *to, int at, int bits, uint32_t value) {
    for (int i = 0; i < bits; i++)
        if (value >> i & 1) to[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

static inline uint32_t bl_chain_get(const uint8_t *from, int at, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint32_t)(from[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static inline void bl_chain_descriptor_pack(uint8_t to[BL_CHAIN_DESCRIPTOR_BYTES],
                                            const struct bl_chain_descriptor *from) {
    for (int i = 0; i < BL_CHAIN_DESCRIPTOR_BYTES; i++) to[i] = 0;
    bl_chain_put(to, 0, 32, from->source_low);
    bl_chain_put(to, 32, 16, from->source_high);
    bl_chain_put(to, 48, 16, from->block);
    bl_chain_put(to, 64, 32, from->target_low);
    bl_chain_put(to, 96, 16, from->target_high);
    bl_chain_put(to, 112, 16, from->next_high);
    bl_chain_put(to, 128, 32, from->next_low);
    bl_chain_put(to, 160, 32, from->size);
    bl_chain_put(to, 192, 32, from->source_stride);
    bl_chain_put(to, 224, 32, from->target_stride);
}

static inline struct bl_chain_descriptor
bl_chain_descriptor_unpack(const uint8_t from[BL_CHAIN_DESCRIPTOR_BYTES]) {
    struct bl_chain_descriptor to; /* C++ takes no designated initializers before C++20 */
    to.source_low = bl_chain_get(from, 0, 32);
    to.source_high = bl_chain_get(from, 32, 16);
    to.block = bl_chain_get(from, 48, 16);
    to.target_low = bl_chain_get(from, 64, 32);
    to.target_high = bl_chain_get(from, 96, 16);
    to.next_high = bl_chain_get(from, 112, 16);
    to.next_low = bl_chain_get(from, 128, 32);
    to.size = bl_chain_get(from, 160, 32);
    to.source_stride = bl_chain_get(from, 192, 32);
    to.target_stride = bl_chain_get(from, 224, 32);
    return to;
}

#endif
