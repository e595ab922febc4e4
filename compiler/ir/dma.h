/* What stands below a node's host port: a row for each kind of descriptor. */
#ifndef BL_DMA_H
#define BL_DMA_H

#include <stdbool.h>
#include "base/source.h"

struct bl_circuit;
struct bl_cluster;
struct bl_text;

/* Ids of descriptors, both included. */
struct bl_dma_ids {
    int first, last;
};

struct bl_dma_row {
    const char *word;   /* "arria10" */
    const char *title;  /* for explain */
    const char *port;   /* module between the node and the board's IP; NULL: the node's AXI4 master
                           is joined to the board's bridge by hand */
    const char *model;  /* module that stands for the port and the IP in simulation; NULL: none */
    const char *folder; /* of boards/, with both */
    int least_word, most_word; /* bytes of a word of the host port */
    struct bl_dma_ids host, kernels;
    int piece;  /* bytes of the longest descriptor for a write */
    bool apart; /* the port keeps the host's bursts and the kernels' apart, where a node has
                   both: m_axi_host_aruser and _awuser say whose one is */
};

/* What moves what a `dma` is given: descriptors that the host queues in its memory, or chains of
   requests there, which a hub reads. In the order of the words of the setting `engine`. */
enum bl_dma_engine { BL_DMA_QUEUED, BL_DMA_CHAINED };

/* Of a cluster with a host part. */
struct bl_dma {
    const char *name; /* NULL: the board's, nothing was written */
    const struct bl_dma_row *row;
    int engine; /* enum bl_dma_engine */
    int queue;  /* descriptors that wait on each side of each module */
    int registers;      /* requests that a hub's engine has registers for */
    int64_t timeout_ps; /* after which it gives a read up */
    struct bl_range range;
};

enum {
    BL_DMA_QUEUE = 16,
    BL_DMA_KERNEL_QUEUE = 34 /* descriptors of kernels behind bl_dma_kernels: a place there, 32 in
                                bl_dma_queue and the one that it has chosen */
};

/* NULL: there is no such word. The words, for messages: "axi and arria10". */
const struct bl_dma_row *bl_dma_find(const char *word);
const char *bl_dma_words(void);
/* The first row: what a board has that does not say. */
const struct bl_dma_row *bl_dma_usual(void);

/* Itself where a simulation has it: it was written, and its IP has a model. NULL: the host port is
   joined to the model of the bus, whatever the board has between them. */
const struct bl_dma *bl_dma_simulated(const struct bl_dma *dma);

/* Whose bursts the port below takes from a node: of both where the node tells them apart, else the
   host's where it has DMA. The numbers are those of its parameter SIDES. */
enum bl_dma_sides { BL_DMA_OF_HOST = 1, BL_DMA_OF_KERNELS = 2, BL_DMA_BOTH = 3 };
enum bl_dma_sides bl_dma_sides(const struct bl_circuit *node);
/* A signal of the node that says whose a burst is, "aruser" without its prefix. */
bool bl_dma_says_whose(const char *signal);

/* What stands below the host port, for explain: its ids, its queues, and how long a descriptor
   waits at most. */
void bl_dma_print(struct bl_text *text, const struct bl_cluster *cluster);

#endif
