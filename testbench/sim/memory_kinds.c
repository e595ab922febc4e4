#include <string.h>

#include "memory.h"

const struct bl_memory_kind *bl_memory_find(const char *name) {
    static const struct bl_memory_kind *const kinds[] = {&bl_memory_hbm2, &bl_memory_ideal};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}
