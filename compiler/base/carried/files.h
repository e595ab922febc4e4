/* Files that a run writes: whole or not at all. */
#ifndef BL_FILES_H
#define BL_FILES_H

#include <stdbool.h>
#include <stdio.h>

/* Whether bl_file_write could write there, as far as can be found without writing: 0, or an errno
   value (a folder, a folder that is missing or cannot be written). */
int bl_file_check(const char *path);

/* Whether two paths lead to one regular file or folder, there or yet to be made. Devices and pipes
 * hold nothing to lose: never the same. */
bool bl_file_same(const char *a, const char *b);

/* Writes a file by `write`, which returns 0, an errno value, or -1 when it was asked to stop. A
   regular file is written beside its place and renamed when complete, so that anything else than 0
   leaves what was there; devices and pipes are written as they are. Returns what `write` has
   returned, or an errno value. */
int bl_file_write(const char *path, int (*write)(FILE *file, void *user), void *user);

#endif
