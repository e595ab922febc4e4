/* Boolean expressions over named bits, as truth tables: what the gates of an arbiter cell are
   written in. */
#ifndef BL_RSB_TRUTH_H
#define BL_RSB_TRUTH_H

#include <stdbool.h>
#include <stdint.h>

enum { BL_RSB_INPUTS = 10 }; /* most inputs of one gate */

/* A function of up to BL_RSB_INPUTS bits of a word. */
struct bl_rsb_truth {
    int count;
    uint8_t inputs[BL_RSB_INPUTS];            /* bits of the word, each once */
    uint64_t ones[(1 << BL_RSB_INPUTS) / 64]; /* bit i: its value where input k is bit k of i */
};

/* What a name in an expression stands for: a bit of the word, or another expression in whose place
   it stands. */
struct bl_rsb_name {
    int bit;          /* -1: `text` */
    const char *text; /* NULL with a bit of -1: the name is unknown */
};

/* Finds the names of an expression. */
typedef struct bl_rsb_name bl_rsb_find(void *user, const char *name, int length);

/* Parses `text`: names, 0, 1, `!`, `&`, `^`, `|`, `a ? b : c` and parentheses, binding in this
   order. Returns NULL, or what is wrong with it; then `*at` is where. */
const char *bl_rsb_truth(struct bl_rsb_truth *truth, const char *text, bl_rsb_find *find,
                         void *user, const char **at);

/* The function's value for a word. */
static inline bool bl_rsb_truth_at(const struct bl_rsb_truth *truth, uint64_t word) {
    unsigned index = 0;
    for (int i = 0; i < truth->count; i++) index |= (unsigned)(word >> truth->inputs[i] & 1) << i;
    return truth->ones[index / 64] >> index % 64 & 1;
}

#endif
