/* What a memory channel gives of a word a cycle when the planes of a step take turns on it: the
 * model of the channel (memory/carried/hbm.h) is asked as a reader or a writer would ask it, so
 * rows that planes close for each other count. */
#ifndef BL_CHANNEL_H
#define BL_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "memory/carried/dram_kinds.h"

/* One side of a channel in one step. */
struct bl_channel_use {
    const uint64_t *bases; /* [planes] byte addresses where they begin */
    int planes;
    bool write;
    int word, burst, turn;      /* bytes; of a plane before the next one's turn */
    int ahead;                  /* words that a reader asks for ahead; bursts that a writer may have
                                   without a response */
    int64_t core_ps, memory_ps; /* of the core's clock and of the channel's port */
};

/* Cycles of the slower of both clocks for a word, at least 1, over many refresh intervals. */
double bl_channel_cycles(const struct bl_dram_kind *kind, const struct bl_channel_use *use);

/* What a channel that was idle takes, in ps of its port's clock: for the first word of a burst from
   its address on, and for the last response from the last word of a few bursts on. Of `use` counts
   what does not lie in planes. */
struct bl_channel_way {
    int64_t read_ps, write_ps;
};
struct bl_channel_way bl_channel_way(const struct bl_dram_kind *kind,
                                     const struct bl_channel_use *use);

#endif
