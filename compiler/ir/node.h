/* A node of a cluster: what its circuit, its host calls, its simulation and the projects of its
   board are made around, whatever kind of program is on it. node/node.h makes it, once. */
#ifndef BL_NODE_H
#define BL_NODE_H

#include "ir/cut.h"
#include "ir/port.h"
#include "ir/program.h"

struct bl_arena;
struct bl_board;
struct bl_edges;
struct bl_regmap;

/* Bits of an address in a channel of memory, in bytes. */
enum { BL_ADDRESS_BITS = 28 };

/* The links of a node's carrier, one to every node; zero where no words cross. */
struct bl_links {
    double flit_cycles; /* cycles of the network from one flit of a link to the next: 1 or more */
    int packet_words;   /* of the longest packet that a lane makes */
    int turn_words;     /* with which a lane leaves a link to another, at a packet's end */
    int lane_words; /* that a lane may have on its way when a node takes no more packets: one, and
                       what a crossing keeps */
    int log_depth;  /* log2 of the flits in the receive buffer of a link */
};

/* What carries words between the nodes. */
struct bl_carrier {
    bool joined;       /* nodes exchange words */
    struct bl_cut cut; /* of a word */
    int streams;       /* that flits tell apart by a number */
    int flit_bits;
    int barriers;                 /* of kernels, that the network counts */
    const struct bl_edges *edges; /* what lies between the nodes; one that is alone has none */
    struct bl_links links;
};

/* The channels of a node's memory, as its circuit sees them. */
struct bl_node_memory {
    int channels;
    int word_bytes;   /* of a channel, a word a cycle; those of the host port are as wide */
    int address_bits; /* of a channel */
    bool shared; /* channel i and channel i + channels / 2 are ports of one controller, which moves
                    a word a cycle in all */
};

struct bl_node {
    struct bl_arena *arena;
    const struct bl_program *program;
    const struct bl_cluster *cluster; /* the program's */
    const struct bl_board *board;     /* what it is built on: board/board.h */
    const char *top;                  /* its module, and what written files are called after */
    const char *as_run;  /* what the language does not say of the program that is run, in words */
    const char **clocks; /* the ports of those that it uses; [0] is core's */
    const char **clock_names;
    int *clock_numbers; /* the same as places in bl_cluster.clocks, of those that come with what the
                           network carries as the network's */
    int clock_count, own_clocks; /* behind so many are those that come with what it carries */
    /* Places in `clocks`: what the channels, the network and the host port belong to, -1: there is
       none; the registers are core's. */
    int memory_clock, network_clock, host_clock;
    /* What the network's row says of the medium; NULL: the node is alone. */
    const char *medium, *medium_icarus;
    struct bl_node_memory memory;
    struct bl_carrier carrier;
    struct bl_node_ports ports;        /* all but clocks and reset, in the order of the module */
    const struct bl_regmap *registers; /* node/regmap.h */
};

/* The place of a clock in bl_cluster.clocks. */
static inline int bl_node_network_clock(const struct bl_node *node) {
    return node->clock_numbers[node->network_clock];
}

#endif
