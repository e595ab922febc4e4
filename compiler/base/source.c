#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

struct bl_bytes {
    char *bytes;
    size_t length;
};

enum { MOST_FILES = 1023, MOST_BYTES = 1 << 30, FIRST_BYTES = 1 << 16 };

/* The offsets of all lines; a final newline starts no further line. */
static void index_lines(struct bl_arena *arena, struct bl_source *source) {
    int lines = 1;
    const char *end = source->text + source->length;
    for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))) && ++at < end;)
        lines++;
    int *start = BL_NEW(arena, int, lines);
    int line = 1;
    for (const char *at = source->text; line < lines; line++) {
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        start[line] = (int)(at - source->text);
    }
    source->line_start = start;
    source->lines = lines;
}

int bl_source_add(struct bl_arena *arena, struct bl_sources *sources, const char *path,
                  const char *text, int length) {
    if (!sources->count) BL_APPEND(arena, sources);
    if (sources->count > MOST_FILES) {
        errno = ENFILE;
        return 0;
    }
    struct bl_source *source = BL_APPEND(arena, sources);
    source->path = bl_strdup(arena, path);
    source->text = bl_strndup(arena, text, (size_t)length);
    source->length = length;
    index_lines(arena, source);
    return sources->count - 1;
}

/* Reads to the end, of a file that may be a pipe, with a buffer that grows from `size`. */
static bool read_all(struct bl_arena *scratch, int file, size_t size, struct bl_bytes *all) {
    all->bytes = bl_alloc(scratch, size);
    for (;;) {
        if (all->length == size) {
            char *larger = bl_alloc(scratch, 2 * size);
            all->bytes = memcpy(larger, all->bytes, size);
            size *= 2;
        }
        ssize_t count = read(file, all->bytes + all->length, size - all->length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count == 0;
        all->length += (size_t)count;
        if (all->length <= MOST_BYTES) continue;
        errno = EFBIG;
        return false;
    }
}

const char *bl_source_error(void) {
    return errno == EILSEQ ? "it is in UTF-16; a program is in ASCII, its comments may be in UTF-8"
           : errno == ENOEXEC ? "it is a binary file, not a text"
                              : strerror(errno);
}

/* A byte order mark, or two letters of ASCII each with a zero byte on the same side. */
static bool is_utf16(const char *bytes, size_t length) {
    if (length >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2)))
        return true;
    return length >= 4 && !bytes[0] == !bytes[2] && !bytes[1] == !bytes[3] &&
           !bytes[0] != !bytes[1];
}

/* A zero byte near the beginning. */
static bool is_binary(const char *bytes, size_t length) {
    enum { LOOKED_AT = 8000 };
    return length && memchr(bytes, 0, length < LOOKED_AT ? length : LOOKED_AT);
}

/* /dev/null, under whatever name: empty. */
static bool is_null(const struct stat *status) {
    struct stat null;
    return S_ISCHR(status->st_mode) && !stat("/dev/null", &null) && S_ISCHR(null.st_mode) &&
           null.st_rdev == status->st_rdev;
}

/* A file, a pipe, or a person at a terminal: what ends some time. Other devices may not: /dev/zero.
 */
static bool is_readable(int file, const struct stat *status) {
    return S_ISREG(status->st_mode) || S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode) ||
           isatty(file) || is_null(status);
}

static int read_open(struct bl_arena *arena, struct bl_sources *sources, const char *path,
                     int file) {
    struct stat status;
    if (fstat(file, &status)) return 0;
    if (!is_readable(file, &status)) errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    else if (status.st_size > MOST_BYTES) errno = EFBIG;
    else {
        struct bl_arena *scratch = bl_arena_new();
        struct bl_bytes all = {0};
        int number = 0;
        bool whole = read_all(scratch, file,
                              S_ISREG(status.st_mode) ? (size_t)status.st_size + 1 : FIRST_BYTES,
                              &all);
        if (whole && is_utf16(all.bytes, all.length)) errno = EILSEQ;
        else if (whole && is_binary(all.bytes, all.length)) errno = ENOEXEC;
        else if (whole) number = bl_source_add(arena, sources, path, all.bytes, (int)all.length);
        int error = errno;
        bl_arena_free(scratch);
        errno = error;
        return number;
    }
    return 0;
}

int bl_source_read(struct bl_arena *arena, struct bl_sources *sources, const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    int number = read_open(arena, sources, path, file);
    int error = errno;
    close(file);
    errno = error;
    return number;
}

int bl_source_read_input(struct bl_arena *arena, struct bl_sources *sources) {
    return read_open(arena, sources, BL_SOURCE_INPUT, STDIN_FILENO);
}

const char *bl_source_name(const struct bl_sources *sources, int file) {
    const char *program = sources->items[1].path, *slash = strrchr(program, '/'),
               *path = sources->items[file].path;
    size_t folder = slash ? (size_t)(slash - program) + 1 : 0;
    return strncmp(path, program, folder) ? path : path + folder;
}

struct bl_range bl_range_join(struct bl_range first, struct bl_range last) {
    if (!first.file) return last;
    if (first.file != last.file || first.line != last.line) return first;
    unsigned start = first.column < last.column ? first.column : last.column;
    unsigned first_end = (unsigned)first.column + first.extent,
             last_end = (unsigned)last.column + last.extent;
    unsigned extent = (first_end > last_end ? first_end : last_end) - start;
    struct bl_range range = first;
    range.column = (uint16_t)start;
    range.extent = (uint16_t)(extent > UINT16_MAX ? UINT16_MAX : extent);
    return range;
}
