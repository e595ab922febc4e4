/* What a board has, as far as planning needs it: one row of a constant table per board. */
#ifndef BL_BOARD_H
#define BL_BOARD_H

#include <stdint.h>

struct bl_board {
    const char *word;        /* as `board` in the source names it */
    const char *device;      /* the vendor's name of the part */
    int alms;                /* logic: adaptive logic modules */
    double reserved;         /* share of them kept for network, memory and host interfaces: 0..1 */
    int block_rams;
    int block_ram_depth, block_ram_width; /* words and bits of one block RAM in its widest form */
    int channels;            /* memory channels */
    uint64_t channel_bytes;  /* capacity of one, a power of two */
    double read_ns;          /* from a read request to its first word, by the memory's controller */
    double refresh_ns;       /* longest time that a channel takes no request */
};

/* The row of a board, or NULL when there is none of that name. */
const struct bl_board *bl_board_find(const char *word);
/* The first row, for going on after an unknown name was reported. */
const struct bl_board *bl_board_first(void);
/* The names of all boards, "a, b", in the order of the table. */
const char *bl_board_words(void);

/* Block RAMs of a memory of `depth` words of `width` bits on this board. */
int bl_board_rams(const struct bl_board *board, int depth, int width);

#endif
