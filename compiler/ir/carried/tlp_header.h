/* The header of a TLP as it lies in the host's memory.
   compiler/layout/layouts made it of rtl_templates/hub/tlp.def. */
/* clang-format off */
#ifndef BL_TLP_HEADER_H
#define BL_TLP_HEADER_H

#include <stdint.h>

enum { BL_TLP_HEADER_BITS = 128, BL_TLP_HEADER_BYTES = 16 };

struct bl_tlp_header {
    uint32_t length; /* 10 bits: words of 32 bits of payload; 0: 1024 */
    uint32_t translated; /* 2 bits: 0 */
    uint32_t attributes; /* 2 bits: 0 */
    uint32_t poisoned; /* 1 bits: 0 */
    uint32_t digest; /* 1 bits: 0 */
    uint32_t reserved; /* 4 bits: 0 */
    uint32_t traffic; /* 3 bits: class of traffic: 0 */
    uint32_t reserved1; /* 1 bits: 0 */
    uint32_t kind; /* 5 bits: 0: of memory */
    uint32_t format; /* 2 bits: 3: four words and a payload; 1: four, a read */
    uint32_t reserved2; /* 1 bits: 0 */
    uint32_t first_keep; /* 4 bits: bytes of the first word that are written */
    uint32_t last_keep; /* 4 bits: and of the last one; 0 where there is but one */
    uint32_t tag; /* 8 bits: the request's */
    uint32_t requester; /* 16 bits: the node that it is from, bit 8: its engine; at N the hub */
    uint32_t address_high; /* 32 bits: byte address, high half */
    uint32_t reserved3; /* 2 bits: 0 */
    uint32_t address_low; /* 30 bits: low half / 4 */
};

/* `bits` bits from bit `at` up; bits of a value beyond them are dropped. */
static inline void bl_tlp_put(uint8_t *to, int at, int bits, uint32_t value) {
    for (int i = 0; i < bits; i++)
        if (value >> i & 1) to[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

static inline uint32_t bl_tlp_get(const uint8_t *from, int at, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint32_t)(from[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static inline void bl_tlp_header_pack(uint8_t to[BL_TLP_HEADER_BYTES],
                                      const struct bl_tlp_header *from) {
    for (int i = 0; i < BL_TLP_HEADER_BYTES; i++) to[i] = 0;
    bl_tlp_put(to, 0, 10, from->length);
    bl_tlp_put(to, 10, 2, from->translated);
    bl_tlp_put(to, 12, 2, from->attributes);
    bl_tlp_put(to, 14, 1, from->poisoned);
    bl_tlp_put(to, 15, 1, from->digest);
    bl_tlp_put(to, 16, 4, from->reserved);
    bl_tlp_put(to, 20, 3, from->traffic);
    bl_tlp_put(to, 23, 1, from->reserved1);
    bl_tlp_put(to, 24, 5, from->kind);
    bl_tlp_put(to, 29, 2, from->format);
    bl_tlp_put(to, 31, 1, from->reserved2);
    bl_tlp_put(to, 32, 4, from->first_keep);
    bl_tlp_put(to, 36, 4, from->last_keep);
    bl_tlp_put(to, 40, 8, from->tag);
    bl_tlp_put(to, 48, 16, from->requester);
    bl_tlp_put(to, 64, 32, from->address_high);
    bl_tlp_put(to, 96, 2, from->reserved3);
    bl_tlp_put(to, 98, 30, from->address_low);
}

static inline struct bl_tlp_header
bl_tlp_header_unpack(const uint8_t from[BL_TLP_HEADER_BYTES]) {
    struct bl_tlp_header to; /* C++ takes no designated initializers before C++20 */
    to.length = bl_tlp_get(from, 0, 10);
    to.translated = bl_tlp_get(from, 10, 2);
    to.attributes = bl_tlp_get(from, 12, 2);
    to.poisoned = bl_tlp_get(from, 14, 1);
    to.digest = bl_tlp_get(from, 15, 1);
    to.reserved = bl_tlp_get(from, 16, 4);
    to.traffic = bl_tlp_get(from, 20, 3);
    to.reserved1 = bl_tlp_get(from, 23, 1);
    to.kind = bl_tlp_get(from, 24, 5);
    to.format = bl_tlp_get(from, 29, 2);
    to.reserved2 = bl_tlp_get(from, 31, 1);
    to.first_keep = bl_tlp_get(from, 32, 4);
    to.last_keep = bl_tlp_get(from, 36, 4);
    to.tag = bl_tlp_get(from, 40, 8);
    to.requester = bl_tlp_get(from, 48, 16);
    to.address_high = bl_tlp_get(from, 64, 32);
    to.reserved3 = bl_tlp_get(from, 96, 2);
    to.address_low = bl_tlp_get(from, 98, 30);
    return to;
}

#endif
