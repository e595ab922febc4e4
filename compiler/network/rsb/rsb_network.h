/* The network `rsb`. */
#ifndef BL_RSB_NETWORK_H
#define BL_RSB_NETWORK_H

#include "ir/network.h"

enum { BL_BUS_PACKET_WORDS = 16 /* of a packet over the bus, at most: bl_rsb_links */ };

/* Bits of a word that brings a flit over the bus, when words of this cut cross. */
int bl_bus_word_bits(const struct bl_cluster *cluster, struct bl_cut cut);

/* Beats of a word, and what a segment, the token's way round and a packet's beginning and end take
   on a ring segmented bus, in cycles of the network. */
struct bl_bus_times {
    int beats;
    double hop_cycles, lap_cycles, path_cycles, frame_cycles; /* the last of a serial beat */
};
struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster, struct bl_cut cut);

/* rsb_lower.c: of the row. The carrier's links are vectors by peer, leaving_* and arriving_*. */
void bl_bus_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                 struct bl_pins *pins);
int bl_bus_number_lines(const struct bl_cluster *cluster); /* of a domain's number */
void bl_bus_lower(struct bl_lowering *lo);
const char *bl_bus_carrier(struct bl_lowering *lo, const char *prefix, const char *signal);
/* rsb_files.c: bench/icarus_bus.v, the bus between the nodes for Icarus, and bench/bus/, the
   templates that it is made of. */
bool bl_bus_add_files(struct bl_output *output, const struct bl_plan *plan,
                      const struct bl_home *home);

/* rsb_boards.c: a project for each node where the boards have the contacts for the ring. */
bool bl_bus_add_projects(struct bl_output *output, const struct bl_plan *plan,
                         const struct bl_circuit *node, const struct bl_home *home);

#endif
