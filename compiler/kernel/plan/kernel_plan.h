/* The plan of a program of kernels: sizes and registers, on which circuit, calls and bench agree.
 */
#ifndef BL_KERNEL_PLAN_H
#define BL_KERNEL_PLAN_H

#include <stdint.h>

#include "ir/node.h"
#include "kernel/carried/kernels.h"

/* What ends of kernels at one AXI port of the node have. */
struct bl_kernel_port_sizes {
    int log_piece;   /* log2 of the bytes of the longest burst */
    int log_queue;   /* log2 of the words in a reader's queue */
    int clock;       /* in bl_cluster.clocks: the port's */
    int64_t read_ps; /* from a request to its data, beside the circuit's cycles */
};
struct bl_kernel_sizes {
    struct bl_kernel_port_sizes host, card; /* the host port; each channel of the card's memory */
    int log_channel;                        /* log2 of the words in a channel's receive buffer */
    int log_bundle;                         /* the same of a bundle's for a node */
    int log_patience; /* log2 of the cycles that an end waits for a channel that has failed */
};

/* Copies of kernels in one direction. */
struct bl_kernel_copies {
    int count;
    int first; /* id of their descriptors */
    int ahead; /* descriptors of kernels that go before one that waits, at most; of the host one
                  more */
};

struct bl_kernels_plan {
    struct bl_arena *arena;
    const struct bl_program *program;
    const struct bl_kernels *kernels; /* the program's */
    const struct bl_board *board;     /* its nodes' */
    struct bl_node *node;
    struct bl_kernel_sizes sizes;
    struct bl_kernel_copies copies[2]; /* to the card, and from it */
};
/* The copies of a program that go from the card to the host's bus, or the other way. */
struct bl_kernel_copies bl_kernels_plan_copies(const struct bl_kernels *kernels, bool to_bus);
/* The plan of a program of that kind. */
struct bl_kernels_plan *bl_kernels_plan(struct bl_arena *arena, const struct bl_program *program);

/* The address of a register: "go", "state" and others of a kernel, "base_low" of a memory, "to" and
   "from" of a channel. Those of a kernel's arguments lie in front of its "go". */
uint32_t bl_kernel_register(const struct bl_node *node, const char *of, const char *what);
/* The channels on which a kernel has failed: net, and address. */
#define BL_KERNEL_MARKS "channels_failed"
/* The address. */
uint32_t bl_kernel_marks_register(const struct bl_node *node);
/* What empties channels at their receiving ends, and counts what they drop. */
#define BL_KERNEL_DROP "channels_drop"
#define BL_KERNEL_DROPPED "channels_dropped"
/* The address. */
uint32_t bl_kernel_drop_register(const struct bl_node *node);
/* The address. */
uint32_t bl_kernel_dropped_register(const struct bl_node *node);
/* The gaps of unreliable channels, with _channel, _at and _count behind it: nets. */
#define BL_KERNEL_GAPS "channels_gaps"
/* The address. */
uint32_t bl_kernel_gaps_register(const struct bl_node *node);
/* The net of what a channel has lost. */
const char *bl_kernel_lost_net(struct bl_arena *arena, const char *channel);
/* The net of an argument of kernel number `kernel`, and of kernel in Verilog number `own`. */
const char *bl_kernel_argument_net(struct bl_arena *arena, int kernel, const char *argument);
const char *bl_kernel_own_argument_net(struct bl_arena *arena, int own, const char *argument);
/* The address of the first argument of a kernel in Verilog. */
uint32_t bl_kernel_own_register(const struct bl_node *node, const struct bl_kernel_own *own);

#endif
