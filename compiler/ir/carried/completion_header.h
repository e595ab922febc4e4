/* The header of a completion as it lies in the host's memory.
   compiler/layout/layouts made it of rtl_templates/hub/completion.def. */
/* clang-format off */
#ifndef BL_COMPLETION_HEADER_H
#define BL_COMPLETION_HEADER_H

#include <stdint.h>

enum { BL_COMPLETION_HEADER_BITS = 128, BL_COMPLETION_HEADER_BYTES = 16 };

struct bl_completion_header {
    uint32_t length; /* 10 bits: words of 32 bits of payload; 0: 1024 */
    uint32_t translated; /* 2 bits: 0 */
    uint32_t attributes; /* 2 bits: 0 */
    uint32_t poisoned; /* 1 bits: 0 */
    uint32_t digest; /* 1 bits: 0 */
    uint32_t reserved; /* 4 bits: 0 */
    uint32_t traffic; /* 3 bits: class of traffic: 0 */
    uint32_t reserved1; /* 1 bits: 0 */
    uint32_t kind; /* 5 bits: 10: a completion */
    uint32_t format; /* 2 bits: 2: three words and a payload; 0: none */
    uint32_t reserved2; /* 1 bits: 0 */
    uint32_t bytes; /* 12 bits: of the request that are still to come, with these; 0: 4096 */
    uint32_t modified; /* 1 bits: 0 */
    uint32_t status; /* 3 bits: 0: done; 1: unsupported request; 4: abort */
    uint32_t completer; /* 16 bits: who answers */
    uint32_t low_address; /* 7 bits: low bits of the address of the first byte */
    uint32_t reserved3; /* 1 bits: 0 */
    uint32_t tag; /* 8 bits: the request's */
    uint32_t requester; /* 16 bits: who has asked */
    uint32_t nothing; /* 32 bits: not looked at */
};

/* `bits` bits from bit `at` up; bits of a value beyond them are dropped. */
static inline void bl_completion_put(uint8_t *to, int at, int bits, uint32_t value) {
    for (int i = 0; i < bits; i++)
        if (value >> i & 1) to[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}

static inline uint32_t bl_completion_get(const uint8_t *from, int at, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint32_t)(from[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

static inline void bl_completion_header_pack(uint8_t to[BL_COMPLETION_HEADER_BYTES],
                                             const struct bl_completion_header *from) {
    for (int i = 0; i < BL_COMPLETION_HEADER_BYTES; i++) to[i] = 0;
    bl_completion_put(to, 0, 10, from->length);
    bl_completion_put(to, 10, 2, from->translated);
    bl_completion_put(to, 12, 2, from->attributes);
    bl_completion_put(to, 14, 1, from->poisoned);
    bl_completion_put(to, 15, 1, from->digest);
    bl_completion_put(to, 16, 4, from->reserved);
    bl_completion_put(to, 20, 3, from->traffic);
    bl_completion_put(to, 23, 1, from->reserved1);
    bl_completion_put(to, 24, 5, from->kind);
    bl_completion_put(to, 29, 2, from->format);
    bl_completion_put(to, 31, 1, from->reserved2);
    bl_completion_put(to, 32, 12, from->bytes);
    bl_completion_put(to, 44, 1, from->modified);
    bl_completion_put(to, 45, 3, from->status);
    bl_completion_put(to, 48, 16, from->completer);
    bl_completion_put(to, 64, 7, from->low_address);
    bl_completion_put(to, 71, 1, from->reserved3);
    bl_completion_put(to, 72, 8, from->tag);
    bl_completion_put(to, 80, 16, from->requester);
    bl_completion_put(to, 96, 32, from->nothing);
}

static inline struct bl_completion_header
bl_completion_header_unpack(const uint8_t from[BL_COMPLETION_HEADER_BYTES]) {
    struct bl_completion_header to; /* C++ takes no designated initializers before C++20 */
    to.length = bl_completion_get(from, 0, 10);
    to.translated = bl_completion_get(from, 10, 2);
    to.attributes = bl_completion_get(from, 12, 2);
    to.poisoned = bl_completion_get(from, 14, 1);
    to.digest = bl_completion_get(from, 15, 1);
    to.reserved = bl_completion_get(from, 16, 4);
    to.traffic = bl_completion_get(from, 20, 3);
    to.reserved1 = bl_completion_get(from, 23, 1);
    to.kind = bl_completion_get(from, 24, 5);
    to.format = bl_completion_get(from, 29, 2);
    to.reserved2 = bl_completion_get(from, 31, 1);
    to.bytes = bl_completion_get(from, 32, 12);
    to.modified = bl_completion_get(from, 44, 1);
    to.status = bl_completion_get(from, 45, 3);
    to.completer = bl_completion_get(from, 48, 16);
    to.low_address = bl_completion_get(from, 64, 7);
    to.reserved3 = bl_completion_get(from, 71, 1);
    to.tag = bl_completion_get(from, 72, 8);
    to.requester = bl_completion_get(from, 80, 16);
    to.nothing = bl_completion_get(from, 96, 32);
    return to;
}

#endif
