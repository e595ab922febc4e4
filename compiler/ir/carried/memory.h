/* One memory channel as a node sees it: AXI4 on one side, bytes behind it. A kind of memory is a
 * row of functions. */
#ifndef BL_MEMORY_H
#define BL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/carried/node_model.h"

struct bl_memory_config {
    int word_bytes;
    int64_t period_ps; /* of the clock that the channel's port runs with */
};

struct bl_memory_kind {
    const char *name; /* as --memory takes it */
    const char *help;
    void *(*create)(const struct bl_memory_config *config);
    void (*destroy)(void *memory);
    /* One cycle, in two halves. present: sets all of *in, before the node settles; a function of
       the memory's state alone.
       clock: looks at both sides' handshakes and advances by one cycle. */
    void (*present)(void *memory, struct bl_axi_in *in);
    void (*clock)(void *memory, const struct bl_axi_in *in, const struct bl_axi_out *out);
    /* Nothing under way: present would change nothing in *in, and neither half need be called until
       the node makes a request. `cycles` of such calls that were left out are made up for by skip.
     */
    bool (*idle)(const void *memory);
    void (*skip)(void *memory, int64_t cycles);
    /* The back door, in no simulated time. */
    void (*write)(void *memory, uint64_t address, const void *bytes, size_t size);
    void (*read)(const void *memory, uint64_t address, void *bytes, size_t size);
};

/* A word a cycle each way, a constant latency: what a circuit reaches when the memory never limits
 * it. */
extern const struct bl_memory_kind bl_memory_ideal;
/* The models of DRAM channels (hbm_kind.c). */
extern const struct bl_memory_kind bl_memory_hbm2, bl_memory_hbm2_1600, bl_memory_ddr4,
    bl_memory_ddr3;

/* NULL when there is none of that name. */
const struct bl_memory_kind *bl_memory_find(const char *name);
/* The one that a run has when nothing is said: that of the board's memory, "ddr4", where there is a
   model of this name, else HBM2. NULL: no board. */
const struct bl_memory_kind *bl_memory_usual(const char *board_memory);
/* One line per kind. */
void bl_memories_help(FILE *file);

#endif
