/* Arenas as a list of blocks: an allocation moves a pointer, a full block is followed by a larger
 * one. Large blocks are asked of the system, in huge pages where it has them: a front end writes
 * most of its memory once, so that page faults cost more than the compiling (100,000 lines took
 * 390 ms with small pages and take 100). */
#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
enum { HUGE_PAGE = 2 * 1024 * 1024 }; /* blocks of this many bytes and more are mapped */

struct block {
    struct block *previous;
    size_t used, size;
    bool mapped;
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

/* `size` bytes of zeros from the system. */
static void *map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) bl_out_of_memory();
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, size, MADV_HUGEPAGE); /* without them it is only slower */
#endif
    return memory;
}

/* A block with room for `size` bytes; zeros that nobody has written, so that bytes never used are
 * never touched. */
static struct block *block_new(size_t size) {
    bool mapped = size >= HUGE_PAGE - sizeof(struct block);
    size_t whole = sizeof(struct block) + size;
    if (mapped) whole = (whole + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    struct block *block = mapped ? map(whole) : bl_needed(calloc(1, whole));
    block->mapped = mapped;
    block->size = whole - sizeof *block;
    ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
    return block;
}

static void block_free(struct block *block) {
    ASAN_UNPOISON_MEMORY_REGION(block->bytes, block->size);
    if (block->mapped) munmap(block, sizeof *block + block->size);
    else free(block);
}

void bl_arena_free(struct bl_arena *arena) {
    if (!arena) return;
    for (struct block *block = arena->last, *previous; block; block = previous) {
        previous = block->previous;
        block_free(block);
    }
    free(arena);
}

static struct block *add_block(struct bl_arena *arena, size_t size) {
    struct block *block = block_new(arena->next_size > size ? arena->next_size : size);
    block->previous = arena->last;
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

char *bl_format_list(struct bl_arena *arena, const char *format, va_list arguments) {
    char nearly_all[256]; /* what fits is formatted once */
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(nearly_all, sizeof nearly_all, format, arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = bl_alloc(arena, size);
    if (length >= 0 && size <= sizeof nearly_all) memcpy(text, nearly_all, size);
    else vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

char *bl_format(struct bl_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = bl_format_list(arena, format, arguments);
    va_end(arguments);
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
