#include "base/tools/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/tools/toolchain.h"

enum { ROUNDS_OF_SILENCE = 5 };

/* Whether the path still leads to what was opened. */
static bool is_there(const char *folder, int file) {
    struct stat path, opened;
    return !stat(folder, &path) && !fstat(file, &opened) && path.st_ino == opened.st_ino &&
           path.st_dev == opened.st_dev;
}

static int given_up(int file, int error) {
    close(file);
    errno = error;
    return -1;
}

int bl_folder_try_lock(const char *folder) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return -1;
    if (flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) return given_up(file, EWOULDBLOCK);
    return is_there(folder, file) ? file : given_up(file, ENOENT);
}

int bl_folder_lock(const char *folder) {
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    for (int round = 0;; round++) {
        int lock = bl_folder_try_lock(folder);
        if (lock >= 0 || errno != EWOULDBLOCK) return lock;
        if (round == ROUNDS_OF_SILENCE)
            fprintf(stderr, "bankloom: another bankloom is at work in %s; waiting for it\n",
                    folder);
        nanosleep(&pause, NULL);
        if (!bl_interrupted()) continue;
        errno = EINTR;
        return -1;
    }
}
