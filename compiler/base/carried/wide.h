/* The value of an element of a column, which has up to 128 bits. */
#ifndef BL_WIDE_H
#define BL_WIDE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 bl_wide;

enum { BL_WIDE_BITS = 128, BL_WIDE_TEXT = 40 /* characters, with the end */ };

/* The low bits as ones, 0..128 of them. */
static inline bl_wide bl_wide_ones(int bits) {
    return bits >= BL_WIDE_BITS ? ~(bl_wide)0 : ((bl_wide)1 << bits) - 1;
}

/* The value as a decimal number, in `text`. */
static inline const char *bl_wide_text(char text[BL_WIDE_TEXT], bl_wide value) {
    char *digit = text + BL_WIDE_TEXT - 1;
    *digit = 0;
    do *--digit = (char)('0' + (int)(value % 10));
    while (value /= 10);
    return digit;
}

#endif
