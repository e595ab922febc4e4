/* What a board has between a node's channel and its memory: a port that outlives a reset of the
   node. It keeps account of what was asked for, lets data through only behind its request, and
   after a reset ends the bursts that the node has begun, with no byte enabled, and takes the
   answers that come. It can also make answers late and wrong. The rtl of boards/ does the same
   (docs/boards.md). */
#ifndef BL_MEMORY_PORT_H
#define BL_MEMORY_PORT_H

#include "simulation/memory/faults.h"
#include "ir/carried/memory.h"
#include "ir/carried/node_model.h"

struct bl_memory_port;

/* A port in front of a `memory` of that kind, without faults; to be freed, the memory stays. */
struct bl_memory_port *bl_memory_port_new(const struct bl_memory_kind *kind, void *memory,
                                          int word_bytes);
void bl_memory_port_free(struct bl_memory_port *port);

/* From now on, beats counted from 0, those of `faults` that are about this channel. The seed is
 * that of the delays. */
void bl_memory_port_arm(struct bl_memory_port *port, const struct bl_faults *faults, int node,
                        int channel);

/* The two halves of a cycle, as those of a memory. */
void bl_memory_port_present(struct bl_memory_port *port, struct bl_axi_in *in);
void bl_memory_port_clock(struct bl_memory_port *port, const struct bl_axi_in *in,
                          const struct bl_axi_out *out);
/* The second half of a cycle in which the node is in reset. */
void bl_memory_port_drain(struct bl_memory_port *port);
/* Nothing is outstanding. */
bool bl_memory_port_quiet(const struct bl_memory_port *port);
/* Beats of reads that the memory has given, and words that it has taken, since the port was armed.
 */
void bl_memory_port_beats(const struct bl_memory_port *port, uint64_t *read, uint64_t *written);

#endif
