/* The words that the languages of the written files, and the headers and tools around them, have
 * for themselves. */
#ifndef BL_WORDS_H
#define BL_WORDS_H

#include <stdbool.h>

enum {
    BL_WORDS_VERILOG = 1, /* IEEE 1364-2001 and 1364-2005 */
    BL_WORDS_SYSTEMVERILOG =
        2,                /* what IEEE 1800-2017 has besides, and the classes of its package std */
    BL_WORDS_C = 4,       /* C23 */
    BL_WORDS_CPP = 8,     /* C++23 */
    BL_WORDS_MACROS = 16, /* of the headers of C23 and of POSIX, and of compilers */
    BL_WORDS_TYPES = 32,  /* of these headers, with the tags of their structures */
    BL_WORDS_VERILATOR = 64, /* refused by Verilator as names of ports: words of C++ and SystemC */
    BL_WORDS_CALLS =
        128 /* beginnings of the C library's calls that end like ours: sem_open, sem_wait */
};

/* Whether one of these lists has the word. Words that begin with two underscores or one and a
 * capital are not listed. */
bool bl_word_reserved(const char *word, unsigned lists);

#endif
