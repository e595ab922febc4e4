#include "ir/dma.h"

#include <string.h>

#include "base/text.h"
#include "ir/circuit.h"
#include "ir/program.h"

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
     .piece = 512,
     .apart = true},
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

bool bl_dma_says_whose(const char *signal) {
    return !strcmp(signal, "aruser") || !strcmp(signal, "awuser");
}

enum bl_dma_sides bl_dma_sides(const struct bl_circuit *node) {
    for (int i = 0; i < node->ports.count; i++)
        if (!strcmp(node->ports.items[i].name, "m_axi_host_aruser")) return BL_DMA_BOTH;
    for (int i = 0; i < node->items.count; i++)
        if (node->items.items[i].kind == BL_ITEM_INSTANCE &&
            !strcmp(node->items.items[i].instance->module, "bl_dma"))
            return BL_DMA_OF_HOST;
    return BL_DMA_OF_KERNELS;
}

/* Descriptors that are given to a mover before one that finds all queues full, at most. */
static int ahead_of(const struct bl_dma *dma) { return 2 * dma->queue - 1; }

/* Bytes a second of the bus, each way, and of a transfer's head. */
static double bus_rate(const struct bl_host *host) {
    static const double gigabits[] = {2, 4, 128.0 / 130 * 8, 128.0 / 130 * 16, 128.0 / 130 * 32};
    return gigabits[host->generation - 1] * host->lanes * 1e9 / 8;
}
enum { HEAD_BYTES = 24 };

/* A descriptor that finds its queue full but for its own place waits for those before it and for as
   many of the other side, and one more. */
static void print_wait(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_dma *dma = cluster->dma;
    const struct bl_host *host = cluster->host;
    int ahead = ahead_of(dma), payload = host->payload;
    double each = dma->row->piece * (1 + (double)HEAD_BYTES / payload) / bus_rate(host);
    bl_text_add(text,
                "  one waits for at most %d others of up to %d B: %.3g us at the rate of the bus, "
                "whatever the other side does\n",
                ahead, dma->row->piece, 1e6 * ahead * each);
}

void bl_dma_print(struct bl_text *text, const struct bl_cluster *cluster) {
    const struct bl_dma *dma = cluster->dma;
    bl_text_add(text, "below the host port\n  descriptor %s: %s%s\n", dma->row->word,
                dma->row->title,
                dma->name                       ? ""
                : dma->row == bl_dma_usual() ? ", as the board says nothing else"
                                                : ", the board's");
    if (!dma->row->port) return;
    bl_text_add(text,
                "  ids %d to %d of the host, %d to %d of kernels; queues of %d descriptors of each "
                "side for reads, and for writes\n",
                dma->row->host.first, dma->row->host.last, dma->row->kernels.first,
                dma->row->kernels.last, dma->queue);
    print_wait(text, cluster);
    bl_text_add(text, "  simulated: %s\n",
                bl_dma_simulated(dma) ? "yes, with a model of the IP"
                                      : "no, the host port meets the model of the bus; "
                                        "`dma NAME on CLUSTER { }` puts it in");
}
