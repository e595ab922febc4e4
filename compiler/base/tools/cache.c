#include "base/tools/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/arena.h"
#include "base/host_memory.h"
#include "base/text.h"
#include "base/tools/toolchain.h"

/* Where the environment says; NULL when it does not. */
static const char *whole_folder(struct bl_arena *arena) {
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && *base == '/') return bl_format(arena, "%s/bankloom", base);
    return home && *home ? bl_format(arena, "%s/.cache/bankloom", home) : NULL;
}

const char *bl_cache_folder(struct bl_arena *arena) {
    const char *folder = whole_folder(arena);
    if (!folder) {
        fputs("bankloom: neither XDG_CACHE_HOME nor HOME says where compiled models can be kept\n",
              stderr);
        return NULL;
    }
    int error = bl_make_folders(folder);
    if (error)
        fprintf(stderr, "bankloom: cannot make the folder %s: %s\n", folder, strerror(error));
    return error ? NULL : folder;
}

const char *bl_cache_below(struct bl_arena *arena, const char *name) {
    const char *whole = whole_folder(arena);
    const char *folder = whole ? bl_format(arena, "%s/%s", whole, name) : NULL;
    return folder && !bl_make_folders(folder) ? folder : NULL;
}

void bl_cache_used(const char *path) { (void)utimensat(AT_FDCWD, path, NULL, 0); }

const char *bl_file_hash(struct bl_arena *arena, const char *path) {
    struct bl_text text = {0};
    if (path) bl_read_file(&text, path);
    const char *hash = bl_format(
        arena, "%016llx",
        (unsigned long long)XXH3_64bits(text.bytes ? text.bytes : "", text.length));
    bl_text_free(&text);
    return hash;
}

static const char *sum_of(struct bl_arena *arena, const char *place) {
    return bl_format(arena, "%s.sum", place);
}

int bl_cache_put(struct bl_arena *arena, const char *made, const char *place) {
    struct bl_text sum = {0};
    bl_text_add(&sum, "%s\n", bl_file_hash(arena, made));
    int error = bl_text_save(&sum, sum_of(arena, place));
    bl_text_free(&sum);
    return !error && rename(made, place) ? errno : error;
}

bool bl_cache_intact(struct bl_arena *arena, const char *place) {
    struct bl_text sum = {0};
    const char *beside = sum_of(arena, place);
    bool intact = !access(place, R_OK) && !bl_read_file(&sum, beside) && sum.length == 17 &&
                  !strncmp(sum.bytes, bl_file_hash(arena, place), 16);
    bl_text_free(&sum);
    bl_cache_used(place);
    bl_cache_used(beside);
    return intact;
}

/* "scratch-123..." of a process that is no more. */
static bool is_left_over(const char *name) {
    if (strncmp(name, "scratch-", 8)) return false;
    long process = strtol(name + 8, NULL, 10);
    return process > 0 && kill((pid_t)process, 0) && errno == ESRCH;
}

struct kept {
    struct timespec used;
    const char *path;
};

static int by_age(const void *a, const void *b) {
    const struct timespec *x = &((const struct kept *)a)->used,
                          *y = &((const struct kept *)b)->used;
    if (x->tv_sec != y->tv_sec) return (x->tv_sec > y->tv_sec) - (x->tv_sec < y->tv_sec);
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

struct keeps {
    struct kept *items;
    int count, capacity;
};

static void note_file(struct bl_arena *arena, struct keeps *keeps, const char *path) {
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode)) return;
    *BL_APPEND(arena, keeps) = (struct kept){status.st_mtim, path};
}

void bl_cache_tidy(const char *folder, int most) {
    struct bl_arena *arena = bl_arena_new();
    struct keeps keeps = {0};
    DIR *directory = bl_open_folder(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        const char *path = bl_format(arena, "%s/%s", folder, entry->d_name);
        if (is_left_over(entry->d_name)) bl_remove_tree(path);
        else if (entry->d_name[0] != '.') note_file(arena, &keeps, path);
    }
    if (directory) closedir(directory);
    if (keeps.count > most) qsort(keeps.items, (size_t)keeps.count, sizeof *keeps.items, by_age);
    for (int i = 0; i < keeps.count - most; i++) bl_remove_tree(keeps.items[i].path);
    bl_arena_free(arena);
}
