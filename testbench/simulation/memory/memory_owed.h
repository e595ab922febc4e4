/* What a node and a memory owe each other, for a reset of the node: the memory goes on, so what was
   begun is ended first, with no byte enabled, and what it answers is dropped. */
#ifndef BL_MEMORY_OWED_H
#define BL_MEMORY_OWED_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/carried/node_model.h"

struct bl_memory_owed {
    int64_t beats, answers; /* of the memory: words of reads, responses of write bursts */
    int64_t words;          /* of the node: of write bursts that were asked for */
};

/* The handshakes of a cycle. */
void bl_memory_owed_count(struct bl_memory_owed *owed, const struct bl_axi_in *in,
                          const struct bl_axi_out *out);
/* What stands in for the node while it is in reset. */
struct bl_axi_out bl_memory_owed_end(const struct bl_memory_owed *owed);
bool bl_memory_owed_none(const struct bl_memory_owed *owed);

#endif
