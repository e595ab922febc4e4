/* Memory by arenas: everything a compilation step allocates is freed at once. */
#ifndef BL_ARENA_H
#define BL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct bl_arena;

/* A new, empty arena. Running out of memory ends the program with a message; no caller checks for
 * NULL. */
struct bl_arena *bl_arena_new(void);
void bl_arena_free(struct bl_arena *arena);

/* `size` zeroed bytes, aligned for any object, valid until the arena is freed. */
void *bl_alloc(struct bl_arena *arena, size_t size);

/* Copies of text, valid until the arena is freed. */
char *bl_strdup(struct bl_arena *arena, const char *text);
char *bl_strndup(struct bl_arena *arena, const char *text, size_t length);
char *bl_format(struct bl_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *bl_format_list(struct bl_arena *arena, const char *format, va_list arguments);

/* A zeroed array of `count` objects of TYPE. */
#define BL_NEW(arena, TYPE, count) ((TYPE *)bl_alloc((arena), sizeof(TYPE) * (size_t)(count)))

/* Appends a zeroed element to a growing array {items, count, capacity} and yields its address. The
   array doubles, so that n appends cost O(n). */
#define BL_APPEND(arena, array)                                                            \
    ((array)->items = bl_grow((arena), (array)->items, (array)->count, &(array)->capacity, \
                              sizeof *(array)->items),                                     \
     &(array)->items[(array)->count++])
/* What BL_APPEND calls: room for one more item. */
void *bl_grow(struct bl_arena *arena, void *items, int count, int *capacity, size_t size);

#endif
