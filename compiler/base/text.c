#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/carried/files.h"
#include "base/carried/utf8.h"
#include "base/host_memory.h"

enum { USUAL = 127 }; /* what one addition seldom passes: it is then formatted once */

/* Room for `more` bytes and a NUL behind the text. */
static void reserve(struct bl_text *text, size_t more) {
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity) return;
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity < needed) capacity *= 2;
    text->bytes = bl_needed(realloc(text->bytes, capacity));
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
    reserve(text, USUAL);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    }
    if (length > 0) text->length += (size_t)length;
    va_end(again);
}

/* One character; returns how many bytes it has. */
static int add_escaped(struct bl_text *text, const char *at, size_t left) {
    int count = bl_utf8_bytes(at, left);
    switch (*at) {
    case '&': bl_text_add(text, "&amp;"); break;
    case '<': bl_text_add(text, "&lt;"); break;
    case '>': bl_text_add(text, "&gt;"); break;
    case '"': bl_text_add(text, "&quot;"); break;
    default:
        if (count) bl_text_bytes(text, at, (size_t)count);
        else bl_text_add(text, BL_BYTE_SHOWN, (unsigned)(unsigned char)*at);
    }
    return count ? count : 1;
}

void bl_text_escaped(struct bl_text *text, const char *words) {
    for (size_t left = strlen(words); left;) {
        int count = add_escaped(text, words, left);
        words += count;
        left -= (size_t)count;
    }
}

void bl_text_free(struct bl_text *text) {
    free(text->bytes);
    *text = (struct bl_text){0};
}

static int write_bytes(FILE *file, void *user) {
    const struct bl_text *text = user;
    errno = 0;
    if (text->length && fwrite(text->bytes, 1, text->length, file) != text->length)
        return errno ? errno : EIO;
    return 0;
}

int bl_text_save(const struct bl_text *text, const char *path) {
    return bl_file_write(path, write_bytes, (void *)(uintptr_t)text);
}
