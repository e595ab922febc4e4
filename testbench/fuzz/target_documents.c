/* What bankloom reads back of what it has written: the list of a sweep's points, results of a
   simulation and a synthesis, their logs, and the manifest of a folder. Each is a part of the
   input, behind a line "==== NAME"; parts that are not there are missing files. */
#include <stdbool.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "fuzz.h"
#include "output/manifest.h"
#include "sweep/page/sweep_page.h"
#include "sweep/sweep.h"
#include "sweep/sweep_index.h"
#include "sweep/sweep_results.h"
#include "sweep/sweep_tasks.h"
#include "sweep/sweep_write.h"

enum { MOST_BYTES = 16384 };

/* In the folder of the sweep. */
static const struct {
    const char *name, *path;
} parts[] = {
    {"index", "points/index.json"}, {"run", "points/run.json"},     {"synth", "points/synth.json"},
    {"log", "points/run.log"},      {"manifest", BL_MANIFEST_NAME},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* A folder of this process alone, in memory where there is such a place. */
static const char *folder(void) {
    static char path[64];
    if (*path) return path;
    strcpy(path, access("/dev/shm", W_OK) ? "/tmp/bl-fuzz-XXXXXX" : "/dev/shm/bl-fuzz-XXXXXX");
    char points[96];
    if (!mkdtemp(path)) fuzz_fault("no folder for the documents");
    snprintf(points, sizeof points, "%s/points", path);
    if (bl_make_folders(points)) fuzz_fault("no folder for the documents");
    return path;
}

static void leave(void) { bl_remove_tree(folder()); }

static void put(int part, const char *text, size_t length) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder(), parts[part].path);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file))
        fuzz_fault("a document cannot be written");
}

static void remove_all(void) {
    char path[128];
    for (int i = 0; i < PARTS; i++) {
        snprintf(path, sizeof path, "%s/%s", folder(), parts[i].path);
        unlink(path);
    }
}

static int find_part(const char *name, size_t length) {
    for (int i = 0; i < PARTS; i++)
        if (strlen(parts[i].name) == length && !strncmp(name, parts[i].name, length)) return i;
    return -1;
}

/* Writes the parts of the text as files. */
static void put_all(const char *text, const char *end) {
    static const char mark[] = "==== ";
    for (const char *next; text < end; text = next) {
        const char *line = memchr(text, '\n', (size_t)(end - text)), *body = line ? line + 1 : end;
        size_t size = (size_t)((line ? line : end) - text);
        int part = size > 5 && !memcmp(text, mark, 5) ? find_part(text + 5, size - 5) : -1;
        for (next = body; next < end && !(end - next > 5 && !memcmp(next, mark, 5));) {
            next = memchr(next, '\n', (size_t)(end - next));
            next = next ? next + 1 : end;
        }
        if (part >= 0) put(part, body, (size_t)(next - body));
    }
}

/* The page is large: only some of the inputs make it. */
static void gather(struct bl_arena *arena, bool whole) {
    struct bl_sweep sweep;
    struct bl_text text = {0};
    if (!bl_sweep_index_read(&sweep, arena, folder())) return;
    bl_sweep_leave_open(&sweep);
    const struct bl_sweep_result *results = bl_sweep_results(&sweep);
    bl_sweep_failures(&sweep, results);
    bl_sweep_open(&sweep, results);
    bl_sweep_csv(&text, &sweep, results);
    bl_sweep_json(&text, &sweep, results);
    if (whole) bl_sweep_page(&text, &sweep, results);
    bl_text_free(&text);
}

static void manifest(struct bl_arena *arena) {
    struct bl_manifest read;
    if (bl_manifest_read(arena, &read, folder())) return;
    for (int i = 0; i < read.count; i++) {
        if (*read.items[i].path == '/' || strstr(read.items[i].path, "/../") ||
            !strncmp(read.items[i].path, "../", 3))
            fuzz_fault("a manifest leads out of its folder: %s", read.items[i].path);
        if (!bl_manifest_find(&read, read.items[i].path))
            fuzz_fault("a file of the manifest is not found");
    }
}

void fuzz_target(const uint8_t *data, size_t size) {
    static int ready;
    if (size > MOST_BYTES) return;
    if (!ready++) atexit(leave);
    struct bl_arena *arena = bl_arena_new();
    put_all((const char *)data, (const char *)data + size);
    gather(arena, fuzz_hash(data, size) % 16 == 0);
    manifest(arena);
    remove_all();
    bl_arena_free(arena);
}
