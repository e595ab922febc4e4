/* What follows from a kernel's structure: its readers and writers, the memories that it uses, its
   ends at channels. */
#ifndef BL_KERNEL_FACTS_H
#define BL_KERNEL_FACTS_H

#include <stdbool.h>

#include "kernel/carried/kernels.h"

/* Readers of a kernel, and writers: one for each move that reads or writes memory. */
int bl_kernel_readers(const struct bl_kernel *kernel);
int bl_kernel_writers(const struct bl_kernel *kernel);
/* Whether it reads, or writes, a memory. */
bool bl_kernel_uses(const struct bl_kernel *kernel, int memory, bool writes);
/* Whether any kernel reads or writes the memory. */
bool bl_kernels_use(const struct bl_kernels *kernels, int memory);
/* Sources of it that give a value. */
int bl_kernel_fills(const struct bl_kernel *kernel);
/* Whether a copy goes from the card to the host's bus. */
bool bl_kernel_copies_to_bus(const struct bl_kernels *kernels, const struct bl_kernel_move *move);
/* Copies of all kernels that go that way, before a move of a kernel; NULL: all. */
int bl_kernel_count_copies(const struct bl_kernels *kernels, bool to_bus,
                           const struct bl_kernel_move *before);
/* Whether some step waits for the copy that is this move. */
bool bl_kernel_awaits_copy(const struct bl_kernel *kernel, int move);
/* Channels and outputs of modules that it receives from. */
int bl_kernel_takes(const struct bl_kernel *kernel);
/* Whether it is at a channel whose ends the host joins. */
bool bl_kernel_is_joined(const struct bl_kernels *kernels, struct bl_kernel_end end);
/* Ends of all kernels that receive from such channels. */
int bl_kernels_received(const struct bl_kernels *kernels);
/* Whether its channels may lose what they carry; whether the kernel receives from such a one. */
bool bl_kernels_unreliable(const struct bl_kernels *kernels);
bool bl_kernel_may_miss(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
/* Whether it waits there for others: at a channel, a bundle or a port. */
bool bl_kernel_is_outer(struct bl_kernel_end end);
/* Whether it is on a channel of any nodes. */
bool bl_kernel_is_any(const struct bl_kernels *kernels, struct bl_kernel_end end);
/* Ends of it on channels of any nodes: that send, and that receive. */
int bl_kernel_aims(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
int bl_kernel_awaits(const struct bl_kernels *kernels, const struct bl_kernel *kernel);
/* The ends at which it waits for others, sources first. */
struct bl_kernel_outer {
    struct bl_kernel_end end;
    bool sends;
    int place; /* among its sources, or targets */
};
enum { BL_MOST_OUTER_ENDS = 128, BL_KERNEL_STEP_BITS = 16 };
/* How many; outer: of BL_MOST_OUTER_ENDS, or NULL. */
int bl_kernel_outer_ends(const struct bl_kernel *kernel, struct bl_kernel_outer *outer);
/* Channels of the card's memory that nodes have: all, or none where no kernel uses one. */
int bl_kernels_cards(const struct bl_kernels *kernels);
/* Bits of the number of one of so many ends. */
int bl_kernel_end_bits(int ends);

#endif
