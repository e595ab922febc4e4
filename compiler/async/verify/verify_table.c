#include "async/verify/verify_table.h"

#include <stdint.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"

struct bl_table_row {
    size_t length;
    int number;
    _Alignas(16) unsigned char bytes[];
};

/* The hash stands here, too: a search looks at the row itself once, when it has found it. Free: no
 * row. */
struct bl_table_slot {
    uint64_t hash;
    struct bl_table_row *row;
};

enum { FIRST_SLOTS = 64 };

void bl_table_init(struct bl_table *table, struct bl_arena *arena) {
    *table = (struct bl_table){.arena = arena,
                               .slot_count = FIRST_SLOTS,
                               .slots = BL_NEW(arena, struct bl_table_slot, FIRST_SLOTS)};
}

/* The slot that has the string, or the free one where it would be. */
static struct bl_table_slot *find_slot(const struct bl_table *table, uint64_t hash,
                                       const void *bytes, size_t length) {
    size_t mask = (size_t)table->slot_count - 1, at = hash & mask;
    for (; table->slots[at].row; at = (at + 1) & mask) {
        const struct bl_table_slot *slot = &table->slots[at];
        if (slot->hash == hash && slot->row->length == length &&
            !memcmp(slot->row->bytes, bytes, length))
            break;
    }
    return &table->slots[at];
}

static void grow(struct bl_table *table) {
    struct bl_table_slot *before = table->slots;
    int count = table->slot_count;
    table->slot_count *= 2;
    table->slots = BL_NEW(table->arena, struct bl_table_slot, table->slot_count);
    for (int i = 0; i < count; i++) {
        size_t mask = (size_t)table->slot_count - 1, at = before[i].hash & mask;
        if (!before[i].row) continue;
        while (table->slots[at].row) at = (at + 1) & mask;
        table->slots[at] = before[i];
    }
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
    struct bl_table_slot *slot = find_slot(table, hash, bytes, length);
    if (slot->row) return slot->row->number;
    struct bl_table_row *row = bl_alloc(table->arena, sizeof *row + length);
    row->length = length;
    row->number = table->count;
    memcpy(row->bytes, bytes, length);
    append(table, row);
    *slot = (struct bl_table_slot){hash, row};
    if (table->count > table->slot_count / 2) grow(table);
    return table->count - 1;
}

const void *bl_table_bytes(const struct bl_table *table, int row) {
    return table->rows[row]->bytes;
}
size_t bl_table_length(const struct bl_table *table, int row) { return table->rows[row]->length; }
