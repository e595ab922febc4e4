#include "output/manifest.h"
#include "base/tools/toolchain.h"

#include <string.h>
#include <xxhash.h>
#include "base/arena.h"

const char *bl_content_hash(struct bl_arena *arena, const struct bl_text *text) {
    XXH128_hash_t hash = XXH3_128bits(text->bytes ? text->bytes : "", text->length);
    return bl_format(arena, "%016llx%016llx", (unsigned long long)hash.high64,
                     (unsigned long long)hash.low64);
}

/* Whether a path stays below the folder that it starts from. */
static bool stays_inside(const char *path) {
    if (!*path || *path == '/') return false;
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        size_t length = strcspn(part, "/");
        if (!length || (length == 1 && *part == '.') || (length == 2 && !strncmp(part, "..", 2)))
            return false;
    }
    return true;
}

/* "HASH  PATH", or a comment. */
static void take_line(struct bl_arena *arena, struct bl_manifest *manifest, char *line) {
    if (strspn(line, "0123456789abcdef") != BL_HASH_DIGITS ||
        strncmp(line + BL_HASH_DIGITS, "  ", 2))
        return;
    if (!stays_inside(line + BL_HASH_DIGITS + 2)) return;
    line[BL_HASH_DIGITS] = 0;
    *BL_APPEND(arena, manifest) = (struct bl_manifest_file){.path = line + BL_HASH_DIGITS + 2,
                                                            .hash = line};
}

int bl_manifest_read(struct bl_arena *arena, struct bl_manifest *manifest, const char *folder) {
    struct bl_text text = {0};
    int error = bl_read_file(&text, bl_format(arena, "%s/" BL_MANIFEST_NAME, folder));
    *manifest = (struct bl_manifest){0};
    char *rest = !error && text.length ? bl_strndup(arena, text.bytes, text.length) : NULL;
    for (char *line; (line = rest) && *line;) {
        rest = strchr(line, '\n');
        if (rest) *rest++ = 0;
        take_line(arena, manifest, line);
    }
    bl_text_free(&text);
    return error;
}

void bl_manifest_print(struct bl_text *text, const struct bl_output *output) {
    bl_text_add(text, "# Files that bankloom has written here, with a hash of their bytes. A later "
                      "build replaces and removes these "
                      "alone.\n");
    for (int i = 0; i < output->count; i++)
        bl_text_add(text, "%s  %s\n", bl_content_hash(output->arena, &output->items[i].text),
                    output->items[i].path);
}

const struct bl_manifest_file *bl_manifest_find(const struct bl_manifest *manifest,
                                                const char *path) {
    for (int i = 0; i < manifest->count; i++)
        if (!strcmp(manifest->items[i].path, path)) return &manifest->items[i];
    return NULL;
}
