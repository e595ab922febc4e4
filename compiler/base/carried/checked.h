/* Memory for the simulation: zeroed, and never NULL. */
#ifndef BL_CHECKED_H
#define BL_CHECKED_H

#include <stddef.h>

/* `count` zeroed objects of `size` bytes, aligned to 64 bytes (a cache line, so that threads do not
   share one by accident). Running out of memory ends the program with a message and status 1. Free
   with bl_zfree. */
__attribute__((returns_nonnull, malloc)) void *bl_zalloc(size_t count, size_t size);
void bl_zfree(void *memory);

/* What an allocation has returned: when that is NULL, the program ends in the same way. */
void *bl_zneeded(void *memory);

/* Ends the program with a message and status 1: what the simulation itself must not do. */
_Noreturn void bl_zfatal(const char *message);

#endif
