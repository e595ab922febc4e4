/* The output folder on disk: written beside its place, then put there in one step. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "arena.h"
#include "build.h"

const char *bl_output_hash(const struct bl_output *output, const char *prefix) {
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    for (int i = 0; i < output->count; i++) {
        const struct bl_output_file *file = &output->items[i];
        if (strncmp(file->path, prefix, strlen(prefix))) continue;
        XXH3_128bits_update(state, file->path, strlen(file->path) + 1);
        XXH3_128bits_update(state, &file->text.length, sizeof file->text.length);
        XXH3_128bits_update(state, file->text.bytes, file->text.length);
    }
    XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return bl_format(output->arena, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

void bl_output_free(struct bl_output *output) {
    for (int i = 0; i < output->count; i++) bl_text_free(&output->items[i].text);
    output->count = 0;
}

static int write_file(const struct bl_output_file *file, const char *folder) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file->path) >= (int)sizeof path) return ENAMETOOLONG;
    char *slash = strrchr(path, '/');
    *slash = 0;
    int error = bl_make_folders(path);
    *slash = '/';
    FILE *stream = error ? NULL : fopen(path, "wb");
    if (!error && !stream) error = errno;
    if (stream && file->text.length && fwrite(file->text.bytes, 1, file->text.length, stream) != file->text.length) error = errno;
    if (stream && fclose(stream) && !error) error = errno;
    return error;
}

static bool is_empty(const char *path) {
    DIR *folder = opendir(path);
    int entries = 0;
    while (folder && readdir(folder)) entries++;
    if (folder) closedir(folder);
    return folder && entries <= 2;
}

/* Whether the place is free or holds what may be replaced. */
static bool may_replace(const char *folder) {
    char mark[PATH_MAX];
    struct stat status;
    if (lstat(folder, &status)) return true;
    snprintf(mark, sizeof mark, "%s/rtl/files.f", folder);
    if (S_ISDIR(status.st_mode) && (is_empty(folder) || !access(mark, F_OK))) return true;
    fprintf(stderr, "bankloom: %s is there and was not written by bankloom; it is left as it is\n", folder);
    return false;
}

/* Puts the finished folder `fresh` in the place of `folder`; what was there is then under the name `fresh`. */
static int put_in_place(const char *fresh, const char *folder) {
    if (!rename(fresh, folder)) return 0;
    if (errno != ENOTEMPTY && errno != EEXIST) return errno;
    return renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_EXCHANGE) ? errno : 0;
}

static int write_all(const struct bl_output *output, const char *fresh, const char *folder) {
    mode_t mask = umask(0);
    umask(mask);
    int error = chmod(fresh, 0777 & ~mask) ? errno : 0;
    for (int i = 0; i < output->count && !error; i++) error = write_file(&output->items[i], fresh);
    if (!error) error = put_in_place(fresh, folder);
    bl_remove_tree(fresh);
    return error;
}

/* Without the slashes at its end. */
static const char *trimmed(struct bl_arena *arena, const char *folder) {
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') length--;
    return bl_strndup(arena, folder, length);
}

bool bl_output_write(const struct bl_output *output, const char *folder) {
    sigset_t interrupts, before;
    folder = trimmed(output->arena, folder);
    if (!may_replace(folder)) return false;
    char *fresh = bl_format(output->arena, "%s.new-XXXXXX", folder);
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigaddset(&interrupts, SIGHUP);
    sigprocmask(SIG_BLOCK, &interrupts, &before); /* for these milliseconds, so that nothing half-written stays */
    int error = mkdtemp(fresh) ? write_all(output, fresh, folder) : errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (error) fprintf(stderr, "bankloom: cannot write %s: %s; nothing was changed\n", folder, strerror(error));
    return !error;
}
