/* A set of byte strings, numbered in the order in which they come. */
#ifndef BL_VERIFY_TABLE_H
#define BL_VERIFY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct bl_arena;

struct bl_table_row;
struct bl_table_slot;

struct bl_table {
    struct bl_arena *arena;
    struct bl_table_row **rows;
    int count, capacity;
    struct bl_table_slot *slots; /* open addressing; at most half full */
    int slot_count;              /* a power of two */
};

/* Empty, in the arena. */
void bl_table_init(struct bl_table *table, struct bl_arena *arena);
/* The number of a string; a new one is copied and gets the number `count`. */
int bl_table_put(struct bl_table *table, const void *bytes, size_t length);
/* The copy, aligned for any object, and its length. */
const void *bl_table_bytes(const struct bl_table *table, int row);
size_t bl_table_length(const struct bl_table *table, int row);

#endif
