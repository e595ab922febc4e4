/* The network `ethernet`. */
#ifndef BL_ETHERNET_INNER_H
#define BL_ETHERNET_INNER_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/cut.h"
#include "ir/network.h"

/* What a cluster keeps of it. */
struct bl_ethernet {
    double rate; /* bits a second of a port */
    int64_t latency_ps, switch_ps, timeout_ps;
    int frame;   /* bytes of the longest, header and FCS included */
    int width;   /* bits of the MAC's port; before `finish` 0: by the rate */
    int retries; /* questions in a row that a peer leaves without an answer */
};
static inline const struct bl_ethernet *bl_ethernet(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

enum {
    BL_ETHERNET_NODES = 16,
    BL_ETHERNET_QUEUE = 131072 /* bytes in front of an output of the switch */
};

/* ethernet_plan.c: what the circuit is given, and why; docs/ethernet.md, "Windows". */
struct bl_ethernet_plan {
    int word_bytes;               /* of a flit's data in a frame: a power of two */
    int run_words;                /* words in a frame, at most; 0: not one fits */
    int window, log_window;       /* frames to a peer that are not acknowledged */
    int send_frames, recv_frames; /* in the memories */
    int timeout;                  /* cycles */
    int in_flight;                /* flits to a peer whose credits are not back, at most */
};
struct bl_ethernet_plan bl_ethernet_plan(const struct bl_cluster *cluster, struct bl_cut cut);
/* Seconds from a frame's first bit until its acknowledge has come. */
double bl_ethernet_round_trip(const struct bl_cluster *cluster);
/* Bytes a second on the wire that the window lets a pair send. */
double bl_ethernet_pair_rate(const struct bl_cluster *cluster);
/* Bytes on the wire for a byte of payload, in full frames. */
double bl_ethernet_wire(const struct bl_cluster *cluster, struct bl_cut cut);
/* Bytes of a memory for so many frames, as the circuit has it: a power of two of rows, each as wide
   as the wider of a word and the MAC's port. */
int bl_ethernet_memory(const struct bl_cluster *cluster, struct bl_cut cut, int frames);

/* ethernet_lower.c: of the row. */
extern const struct bl_port_face bl_ethernet_face;
extern const struct bl_network_register bl_ethernet_registers[];
extern const struct bl_network_counter bl_ethernet_counters[];
void bl_ethernet_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                      struct bl_pins *pins);
void bl_ethernet_lower(struct bl_lowering *lo);

/* ethernet_files.c: of the row; what Wireshark reads. */
bool bl_ethernet_add_files(struct bl_output *output, const struct bl_plan *plan,
                           const struct bl_home *home);

#endif
