/* The ends of moves in the golden model of kernels: buffers of channels and of collectives, at
   their receivers, and the ports of modules. */
#ifndef BL_GOLDEN_ENDS_H
#define BL_GOLDEN_ENDS_H

#include "kernel/carried/golden_state.h"

/* Receiving ends of all nodes. */
int bl_kernel_golden_count_queues(const struct bl_kernels *kernels);
/* Of a channel at a node. */
struct bl_golden_queue *bl_kernel_golden_channel_queue(const struct bl_kernel_golden *golden,
                                                       int node, int channel);
/* Those of a node. */
void bl_kernel_golden_make_queues(struct bl_kernel_golden *golden, int node);
/* Where what a move receives lies. */
struct bl_golden_queue *bl_kernel_golden_queue_of(const struct bl_kernel_golden *golden, int node,
                                                  struct bl_kernel_end from);
/* Where what a move sends arrives; NULL: nowhere. */
struct bl_golden_queue *bl_kernel_golden_queue_to(const struct bl_kernel_golden *golden,
                                                  const struct bl_golden_running *running,
                                                  const struct bl_golden_move *move);
/* Whether the end is one of an unreliable channel. */
bool bl_kernel_golden_is_unreliable(const struct bl_kernel_golden *golden,
                                    struct bl_kernel_end end);
/* The end takes the next move that is wanted when all came that was, and from another node than
   before when no move of that one goes on. */
void bl_kernel_golden_settle(struct bl_golden_queue *queue);
/* The bytes at a port. */
struct bl_golden_ring *bl_kernel_golden_ring(const struct bl_kernel_golden *golden, int node,
                                             int port);
/* Bytes that it can still hold. */
unsigned bl_kernel_golden_room(const struct bl_golden_ring *ring);
/* `last`: the last byte is a move's last. There is room. */
void bl_kernel_golden_push(struct bl_golden_ring *ring, const uint8_t *bytes, size_t count,
                           bool last);
/* Takes bytes that are there; whether the last of them is a move's last. */
bool bl_kernel_golden_pop(struct bl_golden_ring *ring, uint8_t *bytes, size_t count);

#endif
