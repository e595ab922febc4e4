#define _XOPEN_SOURCE 700
#include "base/carried/files.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Devices and pipes cannot be replaced; /dev/stdout may be a file, whose name there cannot be
 * replaced either. */
static bool in_place(const char *path) {
    struct stat about;
    return !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6) ||
           (stat(path, &about) == 0 && !S_ISREG(about.st_mode));
}

/* The path of a file, or of the one that a link leads to. */
static int resolve(const char *path, char place[PATH_MAX]) {
    if (realpath(path, place)) return 0;
    if (errno != ENOENT) return errno;
    if (strlen(path) >= PATH_MAX) return ENAMETOOLONG;
    strcpy(place, path);
    return 0;
}

int bl_file_check(const char *path) {
    struct stat about;
    char place[PATH_MAX];
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return EISDIR;
    if (in_place(path)) return access(path, W_OK) ? errno : 0;
    int error = !*path ? ENOENT : resolve(path, place);
    if (error) return error;
    char *slash = strrchr(place, '/');
    if (slash) slash[slash == place] = 0;
    const char *folder = slash ? place : ".";
    if (stat(folder, &about)) return errno;
    if (!S_ISDIR(about.st_mode)) return ENOTDIR;
    return access(folder, W_OK | X_OK) ? errno : 0;
}

/* Where a path that is not there would be: the folder's own path, and the last name. As it is when
 * there is no such folder. */
static void find_place(const char *path, char place[PATH_MAX]) {
    char folder[PATH_MAX], real[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    snprintf(place, PATH_MAX, "%s", folder);
    char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    if (slash) *slash = 0;
    if (!realpath(!slash            ? "."
                  : slash == folder ? "/"
                                    : folder,
                  real) ||
        strlen(real) + strlen(name) + 2 > PATH_MAX)
        return;
    strcpy(stpcpy(stpcpy(place, real), "/"), name);
}

bool bl_file_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    char place_a[PATH_MAX], place_b[PATH_MAX];
    bool a_there = stat(a, &of_a) == 0, b_there = stat(b, &of_b) == 0;
    if (a_there != b_there) return false;
    if (a_there)
        return (S_ISREG(of_a.st_mode) || S_ISDIR(of_a.st_mode)) && of_a.st_dev == of_b.st_dev &&
               of_a.st_ino == of_b.st_ino;
    find_place(a, place_a);
    find_place(b, place_b);
    return !strcmp(place_a, place_b);
}

static int write_stream(FILE *file, int (*write)(FILE *file, void *user), void *user, bool sync) {
    int error = write(file, user);
    if (!error && fflush(file)) error = errno;
    if (!error && sync && fsync(fileno(file)) && errno != EINVAL) error = errno;
    if (!error && ferror(file)) error = EIO;
    if (fclose(file) && !error) error = errno;
    return error;
}

/* The permissions of the file that is replaced, or those that a new one gets. */
static mode_t mode_for(const char *path) {
    struct stat about;
    if (stat(path, &about) == 0) return about.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int write_and_rename(const char *place, char *name, int (*write)(FILE *file, void *user),
                            void *user) {
    int descriptor = mkstemp(name);
    if (descriptor < 0) return errno;
    FILE *file = fdopen(descriptor, "wb");
    int error = file ? write_stream(file, write, user, true) : errno;
    if (!file) close(descriptor);
    if (!error && (chmod(name, mode_for(place)) || rename(name, place))) error = errno;
    if (error) unlink(name);
    return error;
}

int bl_file_write(const char *path, int (*write)(FILE *file, void *user), void *user) {
    char place[PATH_MAX], name[PATH_MAX + sizeof ".XXXXXX"];
    if (in_place(path)) {
        FILE *file = fopen(path, "wb");
        return file ? write_stream(file, write, user, false) : errno;
    }
    int error = resolve(path, place);
    if (error) return error;
    snprintf(name, sizeof name, "%s.XXXXXX", place);
    return write_and_rename(place, name, write, user);
}
