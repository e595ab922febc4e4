#include "output/harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "base/tools/toolchain.h"
#include "output/output.h"

struct names {
    const char **items;
    int count, capacity;
};

bool bl_output_copy(struct bl_output *output, const char *name, const char *path) {
    int error = bl_read_file(bl_output_add(output, name), path);
    if (error) fprintf(stderr, "bankloom: cannot read %s: %s\n", path, strerror(error));
    return !error;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return *name != '.' && dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h"));
}

/* The sources of a folder in the order of their names. */
static struct names list_sources(struct bl_arena *arena, const char *path) {
    struct names names = {0};
    DIR *folder = bl_open_folder(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (!is_source(entry->d_name)) continue;
        const char **name = BL_APPEND(arena, &names);
        *name = bl_strdup(arena, entry->d_name);
    }
    if (folder) closedir(folder);
    if (names.count) qsort(names.items, (size_t)names.count, sizeof *names.items, by_text);
    return names;
}

bool bl_harness_add(struct bl_output *output, const struct bl_home *home, const char *folder) {
    struct bl_arena *arena = output->arena;
    const char *parent = strncmp(folder, "simulation", 10) ? "compiler" : "testbench";
    const char *path = bl_format(arena, "%s/%s/%s", home->root, parent, folder);
    struct names names = list_sources(arena, path);
    for (int i = 0; i < names.count; i++)
        if (!bl_output_copy(output, bl_format(arena, "%s/%s", folder, names.items[i]),
                            bl_format(arena, "%s/%s", path, names.items[i])))
            return false;
    return true;
}
