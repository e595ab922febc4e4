#include <string.h>

#include "ir/carried/memory.h"

static const struct bl_memory_kind *const kinds[] = {
    &bl_memory_hbm2, &bl_memory_hbm2_1600, &bl_memory_ddr4, &bl_memory_ddr3, &bl_memory_ideal};
enum { KINDS = sizeof kinds / sizeof *kinds };

const struct bl_memory_kind *bl_memory_find(const char *name) {
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}

const struct bl_memory_kind *bl_memory_usual(const char *board_memory) {
    const struct bl_memory_kind *kind = board_memory ? bl_memory_find(board_memory) : NULL;
    return kind ? kind : &bl_memory_hbm2;
}

void bl_memories_help(FILE *file) {
    for (int i = 0; i < KINDS; i++) fprintf(file, "  %-12s %s\n", kinds[i]->name, kinds[i]->help);
}
