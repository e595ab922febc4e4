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
    int64_t fec_ps;     /* on top of the latency */
    int64_t jitter_ps;  /* on top of the switch's time, at most, at random */
    int64_t silence_ps; /* of an unreliable channel, until what a move still wants is missing */
    int frame;          /* bytes of the longest, header and FCS included */
    int width;          /* bits of the MAC's port; before `finish` 0: by the rate */
    int retries;        /* questions in a row that a peer leaves without an answer */
    int window;         /* frames on their way to a peer, at most */
    int sent, received; /* frames in the memories; 0: as many as are needed */
};
static inline const struct bl_ethernet *bl_ethernet(const struct bl_cluster *cluster) {
    return cluster->network.own;
}

/* From a node to the switch, and from it to a node. */
static inline int64_t bl_ethernet_link_ps(const struct bl_ethernet *own) {
    return own->latency_ps + own->fec_ps;
}

enum {
    BL_ETHERNET_NODES = 16,
    BL_ETHERNET_QUEUE = 131072 /* bytes in front of an output of the switch */
};

/* Frames in the memory of what comes beside the windows: four places wait; one comes, one goes, one
   is given back, of a second lane of the delivery three more. */
static inline int bl_ethernet_moving(int peers) { return peers > 1 ? 10 : 7; }

/* ethernet_plan.c: what the circuit is given, and why; docs/ethernet.md, "Windows". */
struct bl_ethernet_plan {
    int word_bytes;               /* of a flit's data in a frame: a power of two */
    int run_words;                /* words in a frame, at most; 0: not one fits */
    int window, log_window;       /* frames to a peer that are not acknowledged */
    int send_frames, recv_frames; /* in the memories */
    int timeout, patience;        /* cycles */
    int in_flight;                /* flits to a peer whose credits are not back, at most */
    int answers;                  /* peers with a place for acknowledges to them: all, NODES */
    int rate_window, rate_frames; /* that the rate asks of a window; and of all to one peer */
};
struct bl_ethernet_plan bl_ethernet_plan(const struct bl_cluster *cluster,
                                         const struct bl_carrier *carrier);
double bl_ethernet_on_the_way(const struct bl_cluster *cluster); /* bytes, at the full rate */
int bl_ethernet_wire_frame(const struct bl_cluster *cluster);    /* bytes of the longest */
/* Seconds until a peer that says nothing is given up, at most. */
double bl_ethernet_detection_seconds(const struct bl_cluster *cluster);
/* Seconds from a frame's first bit until its acknowledge has come. */
double bl_ethernet_round_trip(const struct bl_cluster *cluster);
/* Of a cluster that names none: picoseconds, and questions in a row. */
int64_t bl_ethernet_usual_timeout(const struct bl_cluster *cluster);
int bl_ethernet_usual_retries(int64_t timeout_ps);
struct bl_network_way bl_ethernet_way(const struct bl_cluster *cluster,
                                      const struct bl_carrier *carrier);
/* Bytes a second on the wire that the window lets a pair send. */
double bl_ethernet_pair_rate(const struct bl_cluster *cluster);
/* Bytes on the wire for a byte of payload, in full frames. */
double bl_ethernet_wire(const struct bl_cluster *cluster, const struct bl_carrier *carrier);
/* Bytes of a memory for so many frames, as the circuit has it: a power of two of rows, each as wide
   as the wider of a word and the MAC's port. */
int bl_ethernet_memory(const struct bl_cluster *cluster, const struct bl_carrier *carrier,
                       int frames);

/* ethernet_certificate.c: what the plan has to do with, in flits, bytes and seconds; and the
   certificate of both. The second is of the row. */
struct bl_ethernet_around {
    int buffer, kept; /* flits: of a link's receive buffer; kept free for the next packets */
    int wire_frame;
    double on_the_way, detection_seconds;
};
const struct bl_certificate *bl_ethernet_certificate(struct bl_arena *arena, int nodes,
                                                     const struct bl_ethernet_plan *plan,
                                                     const struct bl_ethernet_around *around);
const struct bl_certificate *bl_ethernet_certify(struct bl_arena *arena,
                                                 const struct bl_node *node);

/* ethernet_lower.c: of the row. */
extern const struct bl_network_port bl_ethernet_ports[];
extern const struct bl_network_register bl_ethernet_registers[];
extern const struct bl_network_counter bl_ethernet_counters[];
void bl_ethernet_lower(struct bl_lowering *lo);
/* The host's words in the network's clock, mac_NAME; and the ports of an instance that they are
   connected to, and those of the MAC. */
void bl_ethernet_host_nets(struct bl_lowering *lo);
void bl_ethernet_connect(struct bl_lowering *lo, struct bl_instance *inst);

/* ethernet.c: of all its rows. */
const struct bl_edges *bl_ethernet_edges(struct bl_arena *arena, const struct bl_cluster *cluster,
                                         const struct bl_carrier *carrier);
void bl_ethernet_simulated(struct bl_text *text, const struct bl_cluster *cluster);
void bl_ethernet_write_medium(struct bl_text *text, const struct bl_node *node);

/* ethernet_channels.c: the row of unreliable channels, and the time for which their nodes may stand
   still; 0: of the other row. */
extern const struct bl_carrier_row bl_ethernet_channels;
int64_t bl_ethernet_silence(const struct bl_cluster *cluster);

/* ethernet_files.c: of the row; what Wireshark reads. */
bool bl_ethernet_add_files(struct bl_output *output, const struct bl_node *node,
                           const struct bl_home *home);

#endif
