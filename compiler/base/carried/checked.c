#include "base/carried/checked.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *bl_zalloc(size_t count, size_t size) {
    size_t bytes = count * size;
    if (size && count > (SIZE_MAX - 64) / size) bytes = SIZE_MAX - 63;
    size_t rounded = (bytes + 63) / 64 * 64;
    void *memory = rounded >= bytes ? aligned_alloc(64, rounded ? rounded : 64) : NULL;
    if (!memory) {
        fprintf(stderr, "error: out of memory: %zu objects of %zu bytes\n", count, size);
        exit(1);
    }
    return memset(memory, 0, rounded);
}

void bl_zfree(void *memory) { free(memory); }

void *bl_zneeded(void *memory) {
    if (!memory) bl_zfatal("out of memory");
    return memory;
}

void bl_zfatal(const char *message) {
    fprintf(stderr, "error: %s\n", message);
    exit(1);
}
