#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for `more` bytes and a NUL behind the text. */
static void reserve(struct bl_text *text, size_t more) {
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity) return;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity < needed) capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        fputs("bankloom: out of memory\n", stderr);
        exit(3);
    }
    text->bytes = bytes;
    text->capacity = capacity;
}

void bl_text_bytes(struct bl_text *text, const char *bytes, size_t length) {
    reserve(text, length);
    if (length) memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void bl_text_add(struct bl_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void bl_text_escaped(struct bl_text *text, const char *words) {
    for (; *words; words++) switch (*words) {
        case '&': bl_text_add(text, "&amp;"); break;
        case '<': bl_text_add(text, "&lt;"); break;
        case '>': bl_text_add(text, "&gt;"); break;
        case '"': bl_text_add(text, "&quot;"); break;
        default: bl_text_bytes(text, words, 1);
    }
}

void bl_text_free(struct bl_text *text) {
    free(text->bytes);
    *text = (struct bl_text){0};
}

/* Writes all bytes and hands them to the disk, so that the rename below never exposes a part. */
static int write_all(int file, const char *bytes, size_t length) {
    while (length) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return written ? errno : EIO;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

/* The permissions that a newly created file gets, or those of the file that is replaced. */
static mode_t mode_for(const char *path) {
    struct stat status;
    if (!stat(path, &status)) return status.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int save_through(const struct bl_text *text, const char *path, char *temporary) {
    int file = mkstemp(temporary);
    if (file < 0) return errno;
    int error = write_all(file, text->bytes, text->length);
    if (!error && fchmod(file, mode_for(path))) error = errno;
    if (close(file) && !error) error = errno;
    if (!error && rename(temporary, path)) error = errno;
    if (error) unlink(temporary);
    return error;
}

int bl_text_save(const struct bl_text *text, const char *path) {
    size_t length = strlen(path);
    char *temporary = malloc(length + sizeof ".XXXXXX");
    if (!temporary) return ENOMEM;
    memcpy(temporary, path, length);
    memcpy(temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    int error = save_through(text, path, temporary);
    free(temporary);
    return error;
}
