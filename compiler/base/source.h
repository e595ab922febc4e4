/* Source files and places in them. */
#ifndef BL_SOURCE_H
#define BL_SOURCE_H

#include <stdint.h>

struct bl_arena;

#define BL_SOURCE_INPUT "<stdin>"

/* A place in a source file, 64 bits: lines and columns count from 1, columns in bytes; `extent` is
   the length in bytes on the first line (at least 1). The zero range means "no place". */
struct bl_range {
    uint64_t file : 10, line : 22, column : 16, extent : 16;
};
_Static_assert(sizeof(struct bl_range) == 8, "a range is one word");

struct bl_source {
    const char *path;      /* as the user wrote it */
    const char *text;      /* whole file, NUL-terminated */
    int length;            /* bytes without the NUL */
    const int *line_start; /* offset of each line */
    int lines;
};

struct bl_sources {
    struct bl_source *items; /* items[0] is unused: file number 0 means "no place" */
    int count, capacity;
};

/* Reads a file or a pipe to its end; returns its number (1..), or 0 with errno set, EILSEQ for one
 * in UTF-16. */
int bl_source_read(struct bl_arena *arena, struct bl_sources *sources, const char *path);
/* The same for standard input, under the name BL_SOURCE_INPUT. */
int bl_source_read_input(struct bl_arena *arena, struct bl_sources *sources);
/* What errno says after that, for a message. */
const char *bl_source_error(void);
/* Adds text that is already in memory (tests, language server) under a display name. */
int bl_source_add(struct bl_arena *arena, struct bl_sources *sources, const char *path,
                  const char *text, int length);

/* A file's path from the folder of the program, the first file read: what goes into the files that
   are written, so that their bytes do not depend on how the user spelled the path of the program.
   An import by an absolute path keeps it. */
const char *bl_source_name(const struct bl_sources *sources, int file);

/* The smallest range on the first line that covers both. */
struct bl_range bl_range_join(struct bl_range first, struct bl_range last);

#endif
