#include "base/path.h"

#include <string.h>

#include "base/arena.h"

const char *bl_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *bl_path_beside(struct bl_arena *arena, const char *from, const char *path) {
    const char *name = bl_path_name(from);
    if (*path == '/' || name == from) return path;
    return bl_format(arena, "%.*s%s", (int)(name - from), from, path);
}

const char *bl_path_folder(struct bl_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? bl_strndup(arena, path, (size_t)(slash - path)) : ".";
}
