#include "verify_table.h"

#include <stdint.h>
#include <string.h>
#include <xxhash.h>

#include "arena.h"

struct bl_table_row {
    uint64_t hash;
    size_t length;
    _Alignas(16) unsigned char bytes[];
};

enum { FIRST_SLOTS = 64 };

void bl_table_init(struct bl_table *table, struct bl_arena *arena) {
    *table = (struct bl_table){.arena = arena, .slot_count = FIRST_SLOTS, .slots = BL_NEW(arena, int, FIRST_SLOTS)};
}

/* The slot that has the string, or the free one where it would be. */
static int find_slot(const struct bl_table *table, uint64_t hash, const void *bytes, size_t length) {
    int mask = table->slot_count - 1, slot = (int)(hash & (uint64_t)mask);
    for (; table->slots[slot]; slot = (slot + 1) & mask) {
        const struct bl_table_row *row = table->rows[table->slots[slot] - 1];
        if (row->hash == hash && row->length == length && !memcmp(row->bytes, bytes, length)) break;
    }
    return slot;
}

static void grow(struct bl_table *table) {
    table->slot_count *= 2;
    table->slots = BL_NEW(table->arena, int, table->slot_count);
    for (int i = 0, mask = table->slot_count - 1; i < table->count; i++) {
        int slot = (int)(table->rows[i]->hash & (uint64_t)mask);
        while (table->slots[slot]) slot = (slot + 1) & mask;
        table->slots[slot] = i + 1;
    }
}

int bl_table_find(const struct bl_table *table, const void *bytes, size_t length) {
    return table->slots[find_slot(table, XXH3_64bits(bytes, length), bytes, length)] - 1;
}

static void append(struct bl_table *table, struct bl_table_row *row) {
    if (table->count == table->capacity) {
        int capacity = table->capacity ? 2 * table->capacity : FIRST_SLOTS;
        struct bl_table_row **rows = BL_NEW(table->arena, struct bl_table_row *, capacity);
        if (table->count) memcpy(rows, table->rows, (size_t)table->count * sizeof *rows);
        table->rows = rows;
        table->capacity = capacity;
    }
    table->rows[table->count++] = row;
}

int bl_table_put(struct bl_table *table, const void *bytes, size_t length) {
    uint64_t hash = XXH3_64bits(bytes, length);
    int slot = find_slot(table, hash, bytes, length);
    if (table->slots[slot]) return table->slots[slot] - 1;
    struct bl_table_row *row = bl_alloc(table->arena, sizeof *row + length);
    row->hash = hash;
    row->length = length;
    memcpy(row->bytes, bytes, length);
    append(table, row);
    table->slots[slot] = table->count;
    if (table->count > table->slot_count / 2) grow(table);
    return table->count - 1;
}

const void *bl_table_bytes(const struct bl_table *table, int row) { return table->rows[row]->bytes; }
size_t bl_table_length(const struct bl_table *table, int row) { return table->rows[row]->length; }
