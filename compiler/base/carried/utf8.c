#include "base/carried/utf8.h"

/* Of a character that begins with `first`: its bytes, 0 for none, and the range of the second. */
static int bytes_from(unsigned char first, unsigned char *low, unsigned char *high) {
    *low = first == 0xE0   ? 0xA0
           : first == 0xF0 ? 0x90
                           : 0x80; /* else it would have a shorter form */
    *high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF; /* surrogates; beyond U+10FFFF */
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

int bl_utf8_bytes(const char *text, size_t left) {
    unsigned char low, high;
    int count = left ? bytes_from((unsigned char)*text, &low, &high) : 0;
    if ((size_t)count > left) return 0;
    for (int i = 1; i < count; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < (i == 1 ? low : 0x80) || byte > (i == 1 ? high : 0xBF)) return 0;
    }
    return count;
}
