#include "ir/dma.h"

#include <string.h>

static const struct bl_dma_row rows[] = {
    {.word = "axi",
     .title = "an AXI4 master for the board's bridge",
     .least_word = 16,
     .most_word = 64,
     .host = {0, 126},
     .kernels = {128, 254},
     .piece = 512},
    {.word = "arria10",
     .title = "descriptors of 160 bits for Intel's Avalon-MM DMA",
     .port = "bl_a10_port",
     .model = "bl_a10_host_model",
     .folder = "arria10_a10pl4",
     .least_word = 32,
     .most_word = 64,
     .host = {0, 63},
     .kernels = {128, 191},
     .piece = 512},
};
enum { ROWS = sizeof rows / sizeof *rows };

const struct bl_dma_row *bl_dma_find(const char *word) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].word, word)) return &rows[i];
    return NULL;
}

const char *bl_dma_words(void) { return "axi and arria10"; }

const struct bl_dma_row *bl_dma_usual(void) { return &rows[0]; }

const struct bl_dma *bl_dma_simulated(const struct bl_dma *dma) {
    return dma && dma->name && dma->row->model ? dma : NULL;
}

int bl_dma_ahead(const struct bl_dma *dma) { return 2 * dma->queue - 1; }
