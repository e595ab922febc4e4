/* A descriptor of a transfer by DMA: 160 bits, as the DMA of Intel's Arria 10 takes it,
   little-endian in BL_DESCRIPTOR_BYTES of a table in the host's memory. testbench/descriptor_tables
   makes rtl_templates/host/bl_dma_descriptor.v and the table of docs/host.md of the rows. */
#ifndef BL_DEVICE_DESCRIPTOR_H
#define BL_DEVICE_DESCRIPTOR_H

#include <stdint.h>
#include <string.h>

/* Name, bits, meaning; from bit 0 up. */
#define BL_DESCRIPTOR_FIELDS(ROW)                                  \
    ROW(source_low, 32, "bus address of the source, in bytes")     \
    ROW(source_high, 32, "the same, high")                         \
    ROW(target_low, 32, "bus address of the target")               \
    ROW(target_high, 32, "the same, high")                         \
    ROW(length, 18, "words of 32 bits")                            \
    ROW(id, 8, "0 to 126 of the host's, 128 to 254 of a kernel's") \
    ROW(reserved, 6, "0")

enum { BL_DESCRIPTOR_BYTES = 32 };

/* What a completion says; docs/host.md. */
enum {
    BL_DMA_DONE,
    BL_DMA_LENGTH,    /* none */
    BL_DMA_ALIGNMENT, /* source and target lie differently in a word, or not on 4 bytes */
    BL_DMA_BEYOND,    /* the card's memory */
    BL_DMA_READ,      /* was answered by an error */
    BL_DMA_WRITE,
    BL_DMA_ID /* of the other side */
};

struct bl_descriptor {
    uint64_t source, target;
    uint32_t length;
    uint8_t id;
};

/* Puts `bits` of a value at a bit of the table's entry. */
static inline void bl_descriptor_put(uint8_t *entry, int at, int bits, uint64_t value) {
    for (int i = 0; i < bits; i++)
        entry[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

static inline void bl_descriptor_pack(uint8_t *entry, const struct bl_descriptor *descriptor) {
    uint64_t source_low = descriptor->source & 0xffffffff, source_high = descriptor->source >> 32,
             target_low = descriptor->target & 0xffffffff, target_high = descriptor->target >> 32,
             length = descriptor->length, id = descriptor->id, reserved = 0;
    int at = 0;
    memset(entry, 0, BL_DESCRIPTOR_BYTES);
#define ROW(name, bits, help)                 \
    bl_descriptor_put(entry, at, bits, name); \
    at += bits;
    BL_DESCRIPTOR_FIELDS(ROW)
#undef ROW
}

#endif
