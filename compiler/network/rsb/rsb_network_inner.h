/* The network `rsb`. */
#ifndef BL_RSB_NETWORK_INNER_H
#define BL_RSB_NETWORK_INNER_H

#include "bus/model/rsb.h"
#include "ir/network.h"

struct bl_arbiter;
struct bl_bus;

/* What a cluster keeps of it. */
struct bl_rsb_network {
    int lines;                        /* data lines each way */
    int64_t delay_ps, gate_ps;        /* a segment, the longest, and a look-up table */
    struct bl_rsb_segments segments;  /* as of bl_rsb_options */
    const struct bl_arbiter *arbiter; /* its cell, made of graphs (bus/cell/arbiter.h); NULL:
                                         bankloom's own */
    const struct bl_rsb_cells *made;  /* the same for the model of events */
    const char *graphs;               /* and as the program names them: token "t.g"; */
    const struct bl_bus *on_boards;   /* the bus, where the nodes' boards have the contacts for it
                                         (bus/bus.h); NULL: they have not */
    struct bl_rsb_boards boards;      /* what that costs */
};
static inline const struct bl_rsb_network *bl_rsb_network(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

/* Whether segments have delays of their own. */
bool bl_rsb_is_uneven(const struct bl_rsb_network *network);

/* rsb_check.c: of the row. */
bool bl_rsb_finish(struct bl_check *check, const struct bl_network_parts *parts,
                   struct bl_cluster *cluster, void *own);
/* rsb_onboard.c: where the board has the contacts, the ring of the nodes as a bus of its own, in
   network->on_boards; a reason why it cannot be, or NULL. */
const char *bl_rsb_find_boards(struct bl_arena *arena, const struct bl_cluster *cluster,
                               struct bl_rsb_network *network);

enum { BL_BUS_PACKET_WORDS = 16 /* of a packet over the bus, at most: bl_rsb_links */ };

/* Bits of a word that brings a flit over the bus, when words of this cut cross. */
int bl_bus_word_bits(const struct bl_cluster *cluster, const struct bl_carrier *carrier);

/* Beats of a word, and what a segment, the token's way round and a packet's beginning and end take
   on a ring segmented bus, in cycles of the network. */
struct bl_bus_times {
    int beats;
    double hop_cycles, lap_cycles, path_cycles, frame_cycles; /* the last of a serial beat */
};
struct bl_bus_times bl_bus_times(const struct bl_cluster *cluster,
                                 const struct bl_carrier *carrier);

/* rsb_lower.c: of the row. The carrier's links are vectors by peer, leaving_* and arriving_*. */
extern const struct bl_network_port bl_bus_ports[];
int bl_bus_number_lines(const struct bl_cluster *cluster); /* of a domain's number */
void bl_bus_lower(struct bl_lowering *lo);
/* rsb_files.c: bench/icarus_bus.v, the bus between the nodes for Icarus, and bench/bus/, the
   templates that it is made of. */
bool bl_bus_add_files(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home);

/* rsb_bench.c: of the row. */
void bl_bus_write_medium(struct bl_text *text, const struct bl_node *node);

/* rsb_boards.c: a project for each node where the boards have the contacts for the ring. */
bool bl_bus_add_projects(struct bl_output *output, const struct bl_node *node,
                         const struct bl_circuit *circuit, const struct bl_home *home);

#endif
