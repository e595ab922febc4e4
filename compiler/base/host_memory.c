#include "base/host_memory.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* std::set_new_handler(void (*)()), as compilers for Linux call it. */
void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

void bl_out_of_memory(void) {
    fputs("bankloom: out of memory\n", stderr);
    exit(1);
}

void *bl_needed(void *memory) {
    if (!memory) bl_out_of_memory();
    return memory;
}

DIR *bl_open_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder && errno == ENOMEM) bl_out_of_memory();
    return folder;
}

static void *allocate(size_t size) { return bl_needed(malloc(size)); }

void bl_watch_libraries(void) {
    cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
    set_new_handler(bl_out_of_memory);
}

void bl_keep_freed(void) {
#ifdef __GLIBC__
    enum { LARGEST = 4 * 1024 * 1024, KEPT = 64 * 1024 * 1024 };
    mallopt(M_MMAP_THRESHOLD, LARGEST);
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}
