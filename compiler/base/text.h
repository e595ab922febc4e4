/* A growing text, for everything that is printed or written to a file. */
#ifndef BL_TEXT_H
#define BL_TEXT_H

#include <stddef.h>
#include <stdio.h>
#include "base/carried/counted.h"

struct bl_text {
    char *bytes;
    size_t length, capacity;
};

/* Appends as printf does, or bytes as they are. */
void bl_text_add(struct bl_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bl_text_bytes(struct bl_text *text, const char *bytes, size_t length);
/* The words as text of HTML, XML or SVG, inside an element or an attribute in double quotes: & < >
 * " become &amp; &lt; &gt; &quot;, and what is no UTF-8 is shown as utf8.h says. */
void bl_text_escaped(struct bl_text *text, const char *words);
void bl_text_free(struct bl_text *text);

/* Writes the text to `path`, as bl_file_write (files.h) does: a regular file is replaced when the
   new one is complete, anything else is written as it is. Returns 0, or an errno value; then a
   regular file is as it was. */
int bl_text_save(const struct bl_text *text, const char *path);

#endif
