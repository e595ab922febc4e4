#include "base/carried/store.h"

#include <string.h>

#include "base/carried/checked.h"

void bl_store_free(struct bl_store *store) {
    for (uint64_t b = 0; b < store->block_count; b++) {
        for (int i = 0; store->blocks[b] && i < BL_STORE_BLOCK; i++) bl_zfree(store->blocks[b][i]);
        bl_zfree(store->blocks[b]);
    }
    bl_zfree(store->blocks);
    *store = (struct bl_store){0};
}

static void grow(struct bl_store *store, uint64_t block) {
    uint64_t count = store->block_count ? store->block_count : 1;
    while (count <= block) count *= 2;
    uint8_t ***blocks = bl_zalloc(count, sizeof *blocks);
    if (store->block_count) memcpy(blocks, store->blocks, store->block_count * sizeof *blocks);
    bl_zfree(store->blocks);
    store->blocks = blocks;
    store->block_count = count;
}

static void fill(uint8_t *to, uint64_t address, size_t size) {
    while (size) {
        const uint32_t word = bl_store_unwritten(address);
        const size_t begin = address % sizeof word, rest = sizeof word - begin,
                     part = size < rest ? size : rest;
        memcpy(to, (const uint8_t *)&word + begin, part);
        address += part, to += part, size -= part;
    }
}

static uint8_t *page_to_write(struct bl_store *store, uint64_t page) {
    uint64_t block = page / BL_STORE_BLOCK;
    if (block >= store->block_count) grow(store, block);
    if (!store->blocks[block])
        store->blocks[block] = bl_zalloc(BL_STORE_BLOCK, sizeof **store->blocks);
    uint8_t **place = &store->blocks[block][page % BL_STORE_BLOCK];
    if (!*place) {
        *place = bl_zalloc(1, BL_STORE_PAGE);
        fill(*place, page * BL_STORE_PAGE, BL_STORE_PAGE);
    }
    return *place;
}

/* NULL: not written yet. */
static const uint8_t *page_to_read(const struct bl_store *store, uint64_t page) {
    uint64_t block = page / BL_STORE_BLOCK;
    uint8_t **pages = block < store->block_count ? store->blocks[block] : NULL;
    return pages ? pages[page % BL_STORE_BLOCK] : NULL;
}

static size_t piece(uint64_t address, size_t size) {
    size_t rest = BL_STORE_PAGE - (size_t)(address % BL_STORE_PAGE);
    return size < rest ? size : rest;
}

void bl_store_write(struct bl_store *store, uint64_t address, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    while (size) {
        size_t part = piece(address, size);
        memcpy(page_to_write(store, address / BL_STORE_PAGE) + address % BL_STORE_PAGE, from, part);
        address += part, from += part, size -= part;
    }
}

void bl_store_read(const struct bl_store *store, uint64_t address, void *bytes, size_t size) {
    uint8_t *to = bytes;
    while (size) {
        size_t part = piece(address, size);
        const uint8_t *from = page_to_read(store, address / BL_STORE_PAGE);
        if (from) memcpy(to, from + address % BL_STORE_PAGE, part);
        else fill(to, address, part);
        address += part, to += part, size -= part;
    }
}

void bl_store_write_word(struct bl_store *store, uint64_t address, const void *bytes, size_t size,
                         uint64_t strobe) {
    const uint8_t *from = bytes;
    uint64_t all = size >= 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1;
    if ((strobe & all) == all) {
        bl_store_write(store, address, bytes, size);
        return;
    }
    uint8_t *to = page_to_write(store, address / BL_STORE_PAGE) + address % BL_STORE_PAGE;
    for (size_t i = 0; i < size; i++)
        if (strobe >> i & 1) to[i] = from[i];
}
