/* Preloaded (LD_PRELOAD) before a program: its allocation number FAIL_AT fails, counted from 1, and
   with FAIL_ON all behind it, too. How many there were goes to the file FAIL_COUNT when the program
   ends. Programs that it starts are spared. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EARLY = 1 << 16 /* bytes for those who ask before the real allocator is found */ };

static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *old, size_t size);
    void *(*aligned)(size_t alignment, size_t size);
    void (*free)(void *bytes);
    bool ready, on;
    long fails;
    atomic_long count;
    pid_t process;
    _Alignas(max_align_t) char early[EARLY];
    size_t used;
} heap;

static void *take_early(size_t size) {
    size = (size + 15) / 16 * 16;
    if (size > EARLY - heap.used) return NULL;
    heap.used += size;
    return heap.early + heap.used - size;
}

static bool is_early(const void *bytes) {
    return (const char *)bytes >= heap.early && (const char *)bytes < heap.early + EARLY;
}

/* Finds the real ones; POSIX says that a pointer to an object holds one to a function. */
static void find(void *place, const char *name) { *(void **)place = dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT");
    find(&heap.malloc, "malloc");
    find(&heap.calloc, "calloc");
    find(&heap.realloc, "realloc");
    find(&heap.aligned, "aligned_alloc");
    find(&heap.free, "free");
    heap.fails = at ? atol(at) : 0;
    heap.on = getenv("FAIL_ON");
    heap.process = getpid();
    unsetenv("LD_PRELOAD");
    heap.ready = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path && heap.process == getpid() ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", atomic_load(&heap.count));
    fclose(file);
}

static bool fails(void) {
    if (!heap.ready || heap.process != getpid()) return false;
    long number = atomic_fetch_add(&heap.count, 1) + 1;
    if (!heap.fails || (heap.on ? number < heap.fails : number != heap.fails)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return !heap.malloc ? take_early(size) : fails() ? NULL : heap.malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (heap.calloc) return fails() ? NULL : heap.calloc(count, size);
    return take_early(count * size);
}

void *realloc(void *old, size_t size) {
    if (!is_early(old))
        return !heap.realloc ? take_early(size) : fails() ? NULL : heap.realloc(old, size);
    size_t before = (size_t)(heap.early + heap.used - (char *)old);
    void *bytes = malloc(size);
    return bytes ? memcpy(bytes, old, before < size ? before : size) : NULL;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : heap.aligned(alignment, size);
}
void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **bytes, size_t alignment, size_t size) {
    void *made = aligned_alloc(alignment, size);
    if (made) *bytes = made;
    return made ? 0 : ENOMEM;
}

void free(void *bytes) {
    if (bytes && !is_early(bytes) && heap.free) heap.free(bytes);
}
