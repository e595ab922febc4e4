#include "base/carried/checked.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The innermost guard of this thread. */
static _Thread_local struct bl_guard *innermost;

void bl_guard_begin(struct bl_guard *guard) {
    guard->outer = innermost;
    innermost = guard;
}

void bl_guard_end(const struct bl_guard *guard) { innermost = guard->outer; }

bool bl_guarded(void (*function)(void *argument), void *argument, struct bl_failure *failure) {
    struct bl_guard guard;
    if (setjmp(guard.back)) {
        *failure = guard.failure;
        return false;
    }
    bl_guard_begin(&guard);
    function(argument);
    bl_guard_end(&guard);
    return true;
}

void bl_zfail(const struct bl_failure *failure) {
    struct bl_guard *guard = innermost;
    if (!guard) {
        fprintf(stderr, "error: %s\n", failure->text);
        __builtin_trap();
    }
    innermost = guard->outer;
    guard->failure = *failure;
    longjmp(guard->back, 1);
}

void bl_zfatal(const char *format, ...) {
    struct bl_failure failure = {.memory = false};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure.text, sizeof failure.text, format, arguments);
    va_end(arguments);
    bl_zfail(&failure);
}

static _Noreturn void no_memory(size_t count, size_t size) {
    struct bl_failure failure = {.memory = true};
    snprintf(failure.text, sizeof failure.text, "out of memory: %zu objects of %zu bytes", count,
             size);
    bl_zfail(&failure);
}

void *bl_zalloc(size_t count, size_t size) {
    size_t bytes = count * size;
    if (size && count > (SIZE_MAX - 64) / size) bytes = SIZE_MAX - 63;
    size_t rounded = (bytes + 63) / 64 * 64;
    void *memory = rounded >= bytes ? aligned_alloc(64, rounded ? rounded : 64) : NULL;
    if (!memory) no_memory(count, size);
    return memset(memory, 0, rounded);
}

void bl_zfree(void *memory) { free(memory); }

void *bl_zneeded(void *memory) {
    if (!memory) bl_zfail(&(struct bl_failure){true, "out of memory"});
    return memory;
}
