#include "command/options/apart.h"

#include <stdio.h>
#include <string.h>

#include "base/carried/files.h"

static bool is_file(const char *path) { return path && *path && strcmp(path, "-"); }

static bool is_source(const struct bl_sources *sources, const char *path) {
    for (int i = 1; sources && i < sources->count; i++) {
        const char *source = sources->items[i].path;
        if (bl_file_same(strcmp(source, BL_SOURCE_INPUT) ? source : "/dev/stdin", path))
            return true;
    }
    return false;
}

/* The first of `count` paths that leads to the same file, or NULL. */
static const struct bl_output_path *find_same(const struct bl_output_path *outputs, size_t count,
                                              const char *path) {
    for (size_t i = 0; i < count; i++)
        if (is_file(outputs[i].path) && bl_file_same(outputs[i].path, path)) return &outputs[i];
    return NULL;
}

static bool is_apart(const char *verb, const struct bl_sources *sources,
                     const struct bl_output_path *outputs, size_t number) {
    const struct bl_output_path *output = &outputs[number],
                                *same = find_same(outputs, number, output->path);
    if (is_source(sources, output->path) || (same && !same->option))
        fprintf(stderr, "bankloom %s: %s %s: it is what the program is read from\n", verb,
                output->option, output->path);
    else if (same)
        fprintf(stderr, "bankloom %s: %s %s: it is the same file as %s %s\n", verb, output->option,
                output->path, same->option, same->path);
    else return true;
    return false;
}

bool bl_outputs_apart(const char *verb, const struct bl_sources *sources,
                      const struct bl_output_path *outputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (outputs[i].option && is_file(outputs[i].path) && !is_apart(verb, sources, outputs, i))
            return false;
    return true;
}
