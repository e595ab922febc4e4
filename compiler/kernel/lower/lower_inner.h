/* What the files of the lowering of kernels share. */
#ifndef BL_KERNEL_LOWER_INNER_H
#define BL_KERNEL_LOWER_INNER_H

#include "kernel/carried/kernels.h"
#include "kernel/plan/kernel_plan.h"
#include "lower/lowering.h"

enum {
    BL_KERNEL_WORD_BITS = 8 * BL_KERNEL_WORD_BYTES,
    BL_KERNEL_ADDRESS_BITS = 64, /* of the ends of kernels */
    BL_KERNEL_SIDE = 63 /* bit of an address at the host port, where that tells apart: kernels' */
};

/* An AXI port of the node, and what shares it: a reader or writer for each move that names a memory
   behind it, in the order of the kernels, then DMA, where the node has any. Nets NAME_readers_* and
   NAME_writers_* have a place for each. */
struct bl_kernel_axi {
    const char *name, *pins; /* "ch3", "m_axi_ch3" */
    const char *about;       /* "memory channel 3" */
    const struct bl_domain *domain;
    const struct bl_kernel_port_sizes *sizes;
    int address_bits;
    int ends[2]; /* of kernels: readers, writers */
    bool apart;  /* BL_KERNEL_SIDE says whose a burst is; the pins have it as user bits */
    struct bl_range range;
};

struct bl_kernel_lowering {
    int dropped; /* ends that are connected to the count of what they drop */
    struct bl_lowering *lo;
    const struct bl_kernels *kernels;
    struct bl_kernel_sizes sizes;
    struct bl_kernel_axi *axi; /* the host port, then the channels */
    int axi_count;
    bool dma;
    bool open; /* streams of kernels in Verilog are ports, in place of their modules */
};

/* The address of a copy of kernels on the host's bus, 64 bits. */
const char *bl_kernel_bus_address(const struct bl_kernel_lowering *kl, const char *address);
/* The port that a memory lies behind. */
const struct bl_kernel_axi *bl_kernel_axi(const struct bl_kernel_lowering *kl, int memory);
/* Place `place` of a bundle of `count` nets, a net without a range where there is but one bit. */
const char *bl_kernel_at(struct bl_arena *arena, const char *name, int width, int place, int count);

/* An instance in the circuit, with the core's clock and reset connected. */
struct bl_instance *bl_kernel_instance(struct bl_kernel_lowering *kl, const char *module,
                                       const char *name, const char *comment);
/* The nets of a stream, its parts NAME_tvalid and so on. */
void bl_kernel_stream_nets(struct bl_kernel_lowering *kl, const char *name, bool last);

/* The nets by which a kernel says where a channel of any nodes goes and from whom it comes:
   channel_NAME_to_* and channel_NAME_from_*. */
void bl_kernel_join_nets(struct bl_kernel_lowering *kl, const char *channel);

/* A kernel with its ends; streams of channels are channel_NAME_sent_* and _received_*. */
void bl_kernel_lower_one(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel);
/* Part `part` of the stream at an end outside the kernel, in the order tvalid, tready, tdata,
   tkeep, tlast: a channel's, a bundle's, a module's. */
const char *bl_kernel_outer_net(struct bl_kernel_lowering *kl, struct bl_kernel_end end,
                                bool source, int part);
/* What a kernel waits for, nets PREFIX_*: their declarations, the ports of its circuit, and what
   counts there. */
void bl_kernel_owed_nets(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                         const char *prefix);
void bl_kernel_connect_owed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                            const char *prefix, struct bl_instance *inst);
void bl_kernel_lower_owed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                          const char *prefix);
/* What receiving ends drop, nets dropped_words: their declaration and count; and the ports drop and
   dropped of one of them. */
void bl_kernel_dropped_nets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_dropped(struct bl_kernel_lowering *kl);
void bl_kernel_connect_dropped(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                               struct bl_kernel_end end);
/* Channels on which a kernel has failed, by their numbers in flits, in the core's clock: net
   `failing` at this node, `marked` at any. The ports `failed` and `marked` of what carries them,
   from number `first` on. */
void bl_kernel_mark_nets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_marks(struct bl_kernel_lowering *kl);
void bl_kernel_connect_marks(struct bl_kernel_lowering *kl, struct bl_instance *inst, int first,
                             int count);
/* Streams port_NAME_*, and what stands between them: modules of the user's own, and reductions. */
void bl_kernel_lower_port_nets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_owns(struct bl_kernel_lowering *kl);
void bl_kernel_lower_reductions(struct bl_kernel_lowering *kl);
/* The arguments of module `number` of the user's own. */
void bl_kernel_connect_arguments(struct bl_kernel_lowering *kl, struct bl_instance *instance,
                                 int number);
/* Streams bundles_sent_* and bundles_received_*, by bundle and peer. */
void bl_kernel_lower_bundle_nets(struct bl_kernel_lowering *kl);
/* What carries them, on links by peer: the carrier's, or, where there are channels too, those of a
   side of bl_link_join, link_b_*. Returns the net that says that a protocol error was seen. */
const char *bl_kernel_lower_bundles(struct bl_kernel_lowering *kl);
/* The ports m_link_* and s_link_* of an instance, to the carrier or to a side of the join. */
void bl_kernel_connect_links(struct bl_kernel_lowering *kl, struct bl_instance *instance,
                             const char *side);
/* Words of a stream before those of another to the same node. */
int bl_kernel_turn_words(const struct bl_lowering *lo);
/* The channels and bundles, from those streams to the carrier. */
void bl_kernel_lower_channels(struct bl_kernel_lowering *kl);
/* Of what carries channels: what the host writes of an end, nets channels_KIND_node and _valid in
   the network's clock; a bit for each channel, `send now`; and the streams of all, at PORT_* of an
   instance, `parts` of them. */
void bl_kernel_lower_end(struct bl_kernel_lowering *kl, int number, const char *kind);
const char *bl_kernel_send_now(struct bl_kernel_lowering *kl);
void bl_kernel_connect_streams(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                               const char *port, const char *kind, int parts);
/* lower_meets.c: barriers that the network counts: nets barrier_enters and barrier_leaves, the
   kernels' ends of them, and the nets idle_NAME_* of a channel that has no words. */
void bl_kernel_meet_nets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_meets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_idle(struct bl_kernel_lowering *kl, int channel);
/* lower_unreliable.c: channels that the network carries by itself, with their nets for kernels; and
   the ports of a kernel's circuit and its instance that say that units are missing. */
void bl_kernel_unreliable_nets(struct bl_kernel_lowering *kl);
void bl_kernel_lower_unreliable(struct bl_kernel_lowering *kl);
void bl_kernel_connect_missed(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                              struct bl_instance *inst);
/* Finds the ports, and what there is at each. */
void bl_kernel_find_axi(struct bl_kernel_lowering *kl);
/* The nets of what shares each port, and what joins it there. */
void bl_kernel_lower_axi(struct bl_kernel_lowering *kl);
/* The nets between copies and the DMA: copy_read_* and copy_write_*, a place for each. */
void bl_kernel_copy_nets(struct bl_kernel_lowering *kl);
/* A kernel's move that is a copy, nets PREFIX_read_*, _write_*, _source_* and _target_*. */
void bl_kernel_lower_copy(struct bl_kernel_lowering *kl, const struct bl_kernel *kernel,
                          const char *prefix, int move);
/* Connects a reader or writer to its place at the port. */
void bl_kernel_connect_axi(struct bl_kernel_lowering *kl, struct bl_instance *inst,
                           const struct bl_kernel_axi *axi, bool write, int place);
/* DMA between the host port and the channels, a master of each of them; nothing where there are no
   channels. */
void bl_kernel_lower_dma(struct bl_kernel_lowering *kl);

#endif
