#include "store.h"

#include <string.h>

#include "checked.h"

void bl_store_free(struct bl_store *store) {
    for (uint64_t i = 0; i < store->page_count; i++) bl_zfree(store->pages[i]);
    bl_zfree(store->pages);
    *store = (struct bl_store){0};
}

static void grow(struct bl_store *store, uint64_t page) {
    uint64_t count = store->page_count ? store->page_count : 64;
    while (count <= page) count *= 2;
    uint8_t **pages = bl_zalloc(count, sizeof *pages);
    if (store->page_count) memcpy(pages, store->pages, store->page_count * sizeof *pages);
    bl_zfree(store->pages);
    store->pages = pages;
    store->page_count = count;
}

static void fill(uint8_t *to, uint64_t address, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint32_t word = bl_store_unwritten(address + i);
        to[i] = ((const uint8_t *)&word)[(address + i) % sizeof word];
    }
}

static uint8_t *page_to_write(struct bl_store *store, uint64_t page) {
    if (page >= store->page_count) grow(store, page);
    if (!store->pages[page]) {
        store->pages[page] = bl_zalloc(1, BL_STORE_PAGE);
        fill(store->pages[page], page * BL_STORE_PAGE, BL_STORE_PAGE);
    }
    return store->pages[page];
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
        uint64_t page = address / BL_STORE_PAGE;
        const uint8_t *from = page < store->page_count ? store->pages[page] : NULL;
        if (from) memcpy(to, from + address % BL_STORE_PAGE, part);
        else fill(to, address, part);
        address += part, to += part, size -= part;
    }
}

void bl_store_write_word(struct bl_store *store, uint64_t address, const void *bytes, size_t size, uint64_t strobe) {
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
