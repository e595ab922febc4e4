/* Memory for the simulation: zeroed, and never NULL; and where a failure of it goes to: never to
   exit(), since a host program may have loaded the simulation. */
#ifndef BL_CHECKED_H
#define BL_CHECKED_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/* Why a simulation cannot start or go on. */
struct bl_failure {
    bool memory; /* there is none left */
    char text[400];
};

/* Where a failure comes back to, in the thread in which it happens: the innermost guard that has
   begun and not ended.

       if (setjmp(guard.back)) ...   guard.failure says why; the guard has ended
       bl_guard_begin(&guard);
       ...
       bl_guard_end(&guard);

   What was allocated in between and is known to nobody else is lost. */
struct bl_guard {
    jmp_buf back;
    struct bl_guard *outer;
    struct bl_failure failure;
};
/* Begins a guard, which is the innermost until it ends. */
void bl_guard_begin(struct bl_guard *guard);
void bl_guard_end(const struct bl_guard *guard);

/* Calls function(argument) within a guard. False: it has failed, and *failure says why. */
bool bl_guarded(void (*function)(void *argument), void *argument, struct bl_failure *failure);

/* `count` zeroed objects of `size` bytes, aligned to 64 bytes (a cache line, so that threads do not
   share one by accident). Running out of memory is a failure. Free with bl_zfree. */
__attribute__((returns_nonnull, malloc)) void *bl_zalloc(size_t count, size_t size);
void bl_zfree(void *memory);

/* What an allocation has returned: when that is NULL, it is the same failure. */
void *bl_zneeded(void *memory);

/* A failure of these words, at most 399 letters; and one that came back to an inner guard. Every
   thread that simulates has a guard: without one the words go to stderr, and the program stops
   there with a signal. */
__attribute__((format(printf, 1, 2), noreturn)) void bl_zfatal(const char *format, ...);
__attribute__((noreturn)) void bl_zfail(const struct bl_failure *failure);

#endif
