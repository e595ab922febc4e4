/* The bytes of one memory channel, sparse: pages appear when written. Bytes never written read as a
 * pattern that shows it. */
#ifndef BL_STORE_H
#define BL_STORE_H

#include <stddef.h>
#include <stdint.h>

enum { BL_STORE_PAGE = 1 << 14 /* bytes */, BL_STORE_BLOCK = 1 << 12 /* pages */ };
#define BL_STORE_BYTES (UINT64_C(1) << 40) /* a host may write below */

struct bl_store {
    uint8_t ***blocks; /* [block_count][BL_STORE_BLOCK], NULL: not written yet */
    uint64_t block_count;
};

/* What the aligned 32-bit word at `address` reads before it is written: not 0, different from its
 * neighbours, in host byte order. */
static inline uint32_t bl_store_unwritten(uint64_t address) {
    return 0xBAD00000u | (uint32_t)(address >> 2 & 0xFFFFF);
}

/* The store is empty afterwards. */
void bl_store_free(struct bl_store *store);
/* Any bytes, across pages; those never written read as bl_store_unwritten has it. */
void bl_store_write(struct bl_store *store, uint64_t address, const void *bytes, size_t size);
void bl_store_read(const struct bl_store *store, uint64_t address, void *bytes, size_t size);
/* Writes the bytes whose bit in `strobe` is set (bit 0: the byte at `address`); size up to 64,
 * within a page. */
void bl_store_write_word(struct bl_store *store, uint64_t address, const void *bytes, size_t size,
                         uint64_t strobe);

#endif
