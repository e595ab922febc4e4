#include "output/output_update_inner.h"
#include "base/tools/toolchain.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/arena.h"
#include "output/manifest.h"

enum state { MISSING, SAME, OURS, EDITED /* by somebody else, or not ours at all */ };

struct update {
    struct bl_arena *arena;
    const struct bl_output *output;
    const char *folder, *stage; /* the stage lies in the folder */
    struct bl_manifest before;
    enum state *states; /* by file of the output */
    enum state *stale;  /* by file of `before`; SAME for what the output has, too */
};

/* From when the stage is there no memory is taken: it would stay if there were none. */
static const char *path_in(char place[PATH_MAX], const char *folder, const char *path) {
    return snprintf(place, PATH_MAX, "%s/%s", folder, path) < PATH_MAX
               ? place
               : ""; /* no file has that name */
}

static bool equal(const struct bl_text *a, const struct bl_text *b) {
    return a->length == b->length && (!a->length || !memcmp(a->bytes, b->bytes, a->length));
}

/* How the file at `path` stands to the bytes that it shall have (NULL: none any more). */
static int look(const struct update *update, const char *path, const struct bl_text *wanted,
                enum state *state) {
    const struct bl_manifest_file *before = bl_manifest_find(&update->before, path);
    char room[PATH_MAX];
    const char *place = path_in(room, update->folder, path);
    struct stat status;
    struct bl_text there = {0};
    *state = MISSING;
    if (lstat(place, &status)) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
    if (S_ISDIR(status.st_mode)) return EISDIR;
    *state = EDITED;
    if (!S_ISREG(status.st_mode)) return 0;
    int error = bl_read_file(&there, place);
    if (!error && wanted && equal(&there, wanted)) *state = SAME;
    else if (!error && before && !strcmp(before->hash, bl_content_hash(update->arena, &there)))
        *state = OURS;
    bl_text_free(&there);
    return error;
}

static bool has(const struct bl_output *output, const char *path) {
    for (int i = 0; i < output->count; i++)
        if (!strcmp(output->items[i].path, path)) return true;
    return false;
}

static int look_at_all(struct update *update) {
    int error = 0;
    update->states = BL_NEW(update->arena, enum state, update->output->count);
    for (int i = 0; i < update->output->count && !error; i++)
        error = look(update, update->output->items[i].path, &update->output->items[i].text,
                     &update->states[i]);
    update->stale = BL_NEW(update->arena, enum state, update->before.count);
    for (int i = 0; i < update->before.count && !error; i++) {
        const char *path = update->before.items[i].path;
        if (has(update->output, path) || look(update, path, NULL, &update->stale[i]))
            update->stale[i] = SAME;
    }
    return error;
}

static int write_stage(const struct update *update, const struct bl_text *manifest) {
    int error = 0;
    for (int i = 0; i < update->output->count && !error; i++)
        if (update->states[i] != SAME)
            error = bl_output_write_file(update->stage, update->output->items[i].path,
                                         &update->output->items[i].text);
    return error ? error : bl_output_write_file(update->stage, BL_MANIFEST_NAME, manifest);
}

/* Gives somebody's file another name, the first of NAME.old, NAME.old2... that is free. */
static int set_aside(const struct update *update, const char *path) {
    char room[PATH_MAX], aside[PATH_MAX + 32];
    const char *place = path_in(room, update->folder, path);
    struct stat status;
    snprintf(aside, sizeof aside, "%s.old", place);
    for (int i = 2; !lstat(aside, &status); i++)
        snprintf(aside, sizeof aside, "%s.old%d", place, i);
    if (rename(place, aside)) return errno;
    fprintf(stderr, "bankloom: %s is not as bankloom wrote it; what it was is kept as %s\n", place,
            aside);
    return 0;
}

/* The folder in which a file lies, made when missing. */
static int make_parent(const struct update *update, const char *path) {
    char place[PATH_MAX];
    if (!*path_in(place, update->folder, path)) return ENAMETOOLONG;
    *strrchr(place, '/') = 0;
    return bl_make_folders(place);
}

static int move(const struct update *update, const char *path) {
    char from[PATH_MAX], to[PATH_MAX];
    return rename(path_in(from, update->stage, path), path_in(to, update->folder, path)) ? errno
                                                                                         : 0;
}

static int move_all(const struct update *update) {
    int error = 0;
    for (int i = 0; i < update->output->count && !error; i++)
        error = make_parent(update, update->output->items[i].path);
    for (int i = 0; i < update->output->count && !error; i++) {
        if (update->states[i] == EDITED) error = set_aside(update, update->output->items[i].path);
        if (!error && update->states[i] != SAME)
            error = move(update, update->output->items[i].path);
    }
    return error;
}

static void remove_file(const struct update *update, const char *path) {
    char place[PATH_MAX];
    if (*path_in(place, update->folder, path)) bl_output_remove_file(place, strlen(update->folder));
}

static void remove_stale(const struct update *update) {
    for (int i = 0; i < update->before.count; i++) {
        const char *path = update->before.items[i].path;
        if (update->stale[i] == OURS) remove_file(update, path);
        if (update->stale[i] == EDITED)
            fprintf(
                stderr,
                "bankloom: %s/%s is no longer written, but is not as bankloom wrote it: it stays\n",
                update->folder, path);
    }
}

/* Writes everything new into the stage, then puts it into place. */
static int replace(const struct update *update, const struct bl_text *manifest, bool *begun) {
    int error = write_stage(update, manifest);
    *begun = !error;
    if (!error) error = move_all(update);
    if (!error) remove_stale(update);
    if (!error) error = move(update, BL_MANIFEST_NAME);
    bl_output_remove(update->output, update->stage);
    return error;
}

int bl_output_update(const struct bl_output *output, const char *folder, bool *begun) {
    struct update update = {.arena = output->arena, .output = output, .folder = folder};
    char *stage = bl_format(output->arena, "%s/.new-XXXXXX", folder);
    int error = bl_manifest_read(output->arena, &update.before, folder);
    if (!error || error == ENOENT) error = look_at_all(&update);
    *begun = false;
    if (error) return error;
    struct bl_text manifest = {0};
    bl_manifest_print(&manifest, output);
    error = mkdtemp(stage) ? 0 : errno;
    update.stage = stage;
    if (!error) error = replace(&update, &manifest, begun);
    bl_text_free(&manifest);
    return error;
}
