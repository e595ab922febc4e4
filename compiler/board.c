/* The boards that planning knows. */
#include <stddef.h>
#include <string.h>
#include "board.h"

/* One row per board; BL_BOARD_WORDS lists the same names for messages. */
#define BL_BOARD_WORDS "stratix10_mx2100"
static const struct bl_board boards[] = {
    /* Two HBM2 stacks of 16 pseudo channels each, 8 GB together: 256 MB a channel. Network (50 GB/s), memory and host interfaces take over
       half of the logic in published systems on this part, so 55 % is kept for them. 8 Gb HBM2 dies refresh for 350 ns. */
    {"stratix10_mx2100", "Stratix 10 MX 1SM21BHU2F53E1VG", 702720, 0.55, 6847, 512, 40, 32, UINT64_C(256) << 20, 300, 350},
};

const struct bl_board *bl_board_find(const char *word) {
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (!strcmp(boards[i].word, word)) return &boards[i];
    return NULL;
}

const struct bl_board *bl_board_first(void) { return &boards[0]; }

const char *bl_board_words(void) { return BL_BOARD_WORDS; }

int bl_board_rams(const struct bl_board *board, int depth, int width) {
    int rows = (depth + board->block_ram_depth - 1) / board->block_ram_depth;
    int columns = (width + board->block_ram_width - 1) / board->block_ram_width;
    return rows * columns;
}
