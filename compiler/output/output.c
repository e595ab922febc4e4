/* The output folder on disk: a new one is written beside its place, then put there in one step. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "output/output.h"
#include "base/arena.h"
#include "base/tools/lock.h"
#include "base/host_memory.h"
#include "base/tools/toolchain.h"
#include "output/manifest.h"
#include "output/output_update_inner.h"

const char *bl_output_hash(const struct bl_output *output, const char *prefix) {
    XXH3_state_t *state = bl_needed(XXH3_createState());
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
    return bl_format(output->arena, "%016llx%016llx", (unsigned long long)hash.high64,
                     (unsigned long long)hash.low64);
}

struct bl_text *bl_output_add(struct bl_output *output, const char *path) {
    struct bl_output_file *file = BL_APPEND(output->arena, output);
    *file = (struct bl_output_file){.path = path};
    return &file->text;
}

void bl_output_free(struct bl_output *output) {
    for (int i = 0; i < output->count; i++) bl_text_free(&output->items[i].text);
    output->count = 0;
}

int bl_output_write_file(const char *folder, const char *path, const struct bl_text *text) {
    char place[PATH_MAX];
    if (snprintf(place, sizeof place, "%s/%s", folder, path) >= (int)sizeof place)
        return ENAMETOOLONG;
    char *slash = strrchr(place, '/');
    *slash = 0;
    int error = bl_make_folders(place);
    *slash = '/';
    FILE *stream = error ? NULL : fopen(place, "wb");
    if (!error && !stream) error = errno;
    if (stream && text->length && fwrite(text->bytes, 1, text->length, stream) != text->length)
        error = errno;
    if (stream && fclose(stream) && !error) error = errno;
    return error;
}

static bool is_empty(const char *path) {
    DIR *folder = bl_open_folder(path);
    int entries = 0;
    while (folder && readdir(folder)) entries++;
    if (folder) closedir(folder);
    return folder && entries <= 2;
}

bool bl_output_may_update(struct bl_arena *arena, const char *folder) {
    struct stat status;
    if (lstat(folder, &status) || is_empty(folder)) return true;
    if (!access(bl_format(arena, "%s/" BL_MANIFEST_NAME, folder), F_OK)) return true;
    fprintf(stderr,
            "bankloom: %s is there and was not written by bankloom (it has no " BL_MANIFEST_NAME
            "); it is left as it is\n",
            folder);
    return false;
}

void bl_output_remove_file(char *place, size_t folder) {
    unlink(place); /* it, or the folder that leads to it, may never have been written */
    for (char *slash; (slash = strrchr(place, '/')) > place + folder;) {
        *slash = 0;
        if (rmdir(place) && (errno == ENOTEMPTY || errno == EEXIST)) return;
    }
}

void bl_output_remove(const struct bl_output *output, const char *folder) {
    char place[PATH_MAX];
    for (int i = 0; i <= output->count; i++) {
        const char *path = i < output->count ? output->items[i].path : BL_MANIFEST_NAME;
        if (snprintf(place, sizeof place, "%s/%s", folder, path) >= (int)sizeof place) continue;
        bl_output_remove_file(place, strlen(folder));
    }
    rmdir(folder);
}

/* A new folder, made beside its place, locked as *held. */
static int write_new(const struct bl_output *output, const char *folder, int *held) {
    char *fresh = bl_format(output->arena, "%s.new-XXXXXX", folder);
    struct bl_text manifest = {0};
    mode_t mask = umask(0);
    umask(mask);
    bl_manifest_print(&manifest,
                      output); /* while nothing is there that would stay without memory */
    int error = mkdtemp(fresh) ? 0 : errno;
    bool made = !error;
    if (!error && chmod(fresh, 0777 & ~mask)) error = errno;
    if (!error && (*held = bl_folder_try_lock(fresh)) < 0) error = errno;
    for (int i = 0; i < output->count && !error; i++)
        error = bl_output_write_file(fresh, output->items[i].path, &output->items[i].text);
    if (!error) error = bl_output_write_file(fresh, BL_MANIFEST_NAME, &manifest);
    if (!error && rename(fresh, folder)) error = errno;
    if (error && made) bl_output_remove(output, fresh);
    bl_text_free(&manifest);
    return error;
}

/* Without the slashes at its end. */
static const char *trimmed(struct bl_arena *arena, const char *folder) {
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') length--;
    return bl_strndup(arena, folder, length);
}

static bool is_missing(const char *folder) {
    struct stat status;
    return lstat(folder, &status);
}

static int update_locked(const struct bl_output *output, const char *folder, bool *begun,
                         int *held) {
    *held = bl_folder_lock(folder);
    return *held < 0 ? errno : bl_output_update(output, folder, begun);
}

/* Another one may make the folder, or remove it, while this one is about to. */
static int write_locked(const struct bl_output *output, const char *folder, bool *begun,
                        int *held) {
    bool again = true, missing;
    int error = 0;
    while (again) {
        *held = -1;
        missing = is_missing(folder);
        error = missing ? write_new(output, folder, held)
                        : update_locked(output, folder, begun, held);
        again = missing ? error == ENOTEMPTY || error == EEXIST
                        : *held < 0 && error == ENOENT && is_missing(folder);
        if (error && *held >= 0) close(*held);
    }
    return error;
}

int bl_output_write_held(const struct bl_output *output, const char *folder) {
    sigset_t interrupts, before;
    int held;
    folder = trimmed(output->arena, folder);
    if (!bl_output_may_update(output->arena, folder)) return -1;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigaddset(&interrupts, SIGHUP);
    sigprocmask(SIG_BLOCK, &interrupts,
                &before); /* for these milliseconds, so that nothing half-written stays */
    bool begun = false;
    int error = write_locked(output, folder, &begun, &held);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (error && error != EINTR)
        fprintf(stderr, "bankloom: cannot write %s: %s; %s\n", folder, strerror(error),
                begun ? "some of its files are new now, the others as they were: build again"
                      : "nothing was changed");
    return error ? -1 : held;
}

bool bl_output_write(const struct bl_output *output, const char *folder) {
    int held = bl_output_write_held(output, folder);
    if (held >= 0) close(held);
    return held >= 0;
}
