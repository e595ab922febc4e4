/* Names of files are bytes, documents are UTF-8: how a byte that is no part of a character stands
 * in a document of any kind. */
#ifndef BL_UTF8_H
#define BL_UTF8_H

#include <stddef.h>

/* How many of the `left` bytes at `text` make one character of UTF-8 (RFC 3629); 0: none begins
 * there. */
int bl_utf8_bytes(const char *text, size_t left);

/* What such a byte is shown as, \xFF, for printf with an unsigned; in a string of JSON. */
#define BL_BYTE_SHOWN "\\x%02X"
#define BL_BYTE_IN_JSON "\\" BL_BYTE_SHOWN

#endif
