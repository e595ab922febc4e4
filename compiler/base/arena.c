/* Arenas as a list of blocks: an allocation moves a pointer, a full block is followed by a larger
 * one. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_memory.h"

/* Under the address sanitizer what is not given out is poisoned, a gap behind every object
 * included. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(POISONED)
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0 };
#endif

enum { ALIGNMENT = 16, FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024 };

struct block {
    struct block *previous;
    size_t used, size;
    _Alignas(ALIGNMENT) char bytes[];
};

struct bl_arena {
    struct block *last;
    size_t next_size;
};

struct bl_arena *bl_arena_new(void) {
    struct bl_arena *arena = bl_needed(calloc(1, sizeof *arena));
    arena->next_size = FIRST_BLOCK;
    return arena;
}

void bl_arena_free(struct bl_arena *arena) {
    if (!arena) return;
    for (struct block *block = arena->last, *previous; block; block = previous) {
        previous = block->previous;
        free(block);
    }
    free(arena);
}

/* A block with room for `size` bytes; calloc, so that bytes never used are never touched. */
static struct block *add_block(struct bl_arena *arena, size_t size) {
    size_t room = arena->next_size > size ? arena->next_size : size;
    struct block *block = bl_needed(calloc(1, sizeof *block + room));
    block->size = room;
    block->previous = arena->last;
    ASAN_POISON_MEMORY_REGION(block->bytes, room);
    arena->last = block;
    if (arena->next_size < LARGEST_BLOCK) arena->next_size *= 2;
    return block;
}

void *bl_alloc(struct bl_arena *arena, size_t size) {
    if (size > SIZE_MAX / 4) bl_out_of_memory();
    size_t taken = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
    struct block *block = arena->last;
    if (!block || block->size - block->used < taken) block = add_block(arena, taken);
    void *result = block->bytes + block->used;
    ASAN_UNPOISON_MEMORY_REGION(result, size);
    block->used += taken;
    return result;
}

char *bl_strndup(struct bl_arena *arena, const char *text, size_t length) {
    char *copy = bl_alloc(arena, length + 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

char *bl_strdup(struct bl_arena *arena, const char *text) {
    return bl_strndup(arena, text, strlen(text));
}

char *bl_format(struct bl_arena *arena, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) length = 0;
    char *text = bl_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void *bl_grow(struct bl_arena *arena, void *items, int count, int *capacity, size_t size) {
    if (count < *capacity) return items;
    if (count > INT32_MAX / 2) bl_out_of_memory();
    int wanted = count < 4 ? 8 : count * 2;
    void *larger = bl_alloc(arena, (size_t)wanted * size);
    if (count) memcpy(larger, items, (size_t)count * size);
    *capacity = wanted;
    return larger;
}
