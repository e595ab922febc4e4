/* The lines and words of Yosys' text form of a circuit. */
#ifndef BL_SYNTH_LINES_H
#define BL_SYNTH_LINES_H

#include <stdbool.h>
#include <string.h>

/* What stands behind the line's end; the end of the text on its last line. */
static inline const char *bl_next_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

/* Whether the text begins with `word`. */
static inline bool bl_starts(const char *at, const char *word) {
    return !strncmp(at, word, strlen(word));
}

/* Bytes up to the next blank, or to the end of the line or of the text. */
static inline size_t bl_word_length(const char *at) { return strcspn(at, " \n"); }

#endif
