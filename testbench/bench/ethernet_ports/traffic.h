/* The nodes' endpoints: flits by pair within their credits, each of which is compared with the one
   that has to come, and the time in which everything happens. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "fuzz.h"
#include "wires.h"

enum traffic_pattern { TRAFFIC_BOTH, TRAFFIC_INCAST, TRAFFIC_RANDOM };

struct traffic_config {
    struct bl_ethernet_config medium;
    double hertz;
    int nodes, elems, channels, timeout, retries;
    int room, run_words; /* flits in a link's buffer, and in a frame */
};

struct traffic_options {
    enum traffic_pattern pattern;
    int words;        /* flits of a packet */
    uint32_t run;     /* packets on a channel, then on the next one: a frame has one channel */
    uint32_t packets; /* of a pair; TRAFFIC_RANDOM: of a node */
    double rates[BL_ETHERNET_FAULTS];
    uint64_t seed;
    int absent;      /* a node whose port stays closed; -1: none */
    int64_t late_ps; /* node 1's port opens so long after the others */
    bool lose_last;  /* the last frame of each pair, once */
    int fuzz;        /* mutated frames for each that a node gets, on average */
    bool slow;       /* flits are freed at random, packets end in all ways */
};

/* From a node to another. */
struct traffic_pair {
    uint32_t total, avail, taken, came; /* flits; avail: that may be offered so far */
    int credits;
    unsigned have; /* that have come and are not freed */
    bool lost;     /* its last frame, once */
    uint32_t side; /* of the flit that came last */
    int cut;       /* flits of its packet so far; 0: a packet begins */
};

struct traffic {
    struct traffic_config config;
    struct traffic_options options;
    struct wires wires;
    struct fuzz *fuzz; /* NULL: none */
    void *ports;
    struct ports_in in[PORTS_NODES];
    struct ports_out out[PORTS_NODES];
    struct bl_ethernet_in mac_in[PORTS_NODES];
    struct bl_ethernet_out mac_out[PORTS_NODES];
    struct traffic_pair pairs[PORTS_NODES][PORTS_NODES]; /* [from][to] */
    uint64_t offers[PORTS_NODES];                        /* peers to which a flit is offered */
    struct {
        uint32_t left; /* packets that are not drawn yet */
        int next;      /* and where the next one goes */
    } source[PORTS_NODES];
    struct bl_random random;
    int64_t cycle, moved_cycle, now_ps, start_ps, last_ps;
    uint64_t came; /* flits, of all pairs */
    uint32_t base; /* tag of the first flit of each pair */
    unsigned session, count_select;
    bool rst;
    unsigned causes[PORTS_NODES]; /* why a node's carrier has stopped */
    char wrong[200];              /* what was seen first that must not be; empty: nothing */
};

void traffic_init(struct traffic *traffic, const struct traffic_config *config,
                  const struct traffic_options *options);
void traffic_destroy(struct traffic *traffic);
/* A reset of all nodes, until nothing is left on the wires; then another session. */
void traffic_reset(struct traffic *traffic);
void traffic_step(struct traffic *traffic);
/* All that is not from or for the absent node has come. */
bool traffic_done(const struct traffic *traffic);
/* Until every other node has given up the absent one, at most so long; whether they have. */
bool traffic_give_up(struct traffic *traffic, int64_t cycles);
/* Nothing is wrong, and something has moved not too long ago. */
bool traffic_lives(struct traffic *traffic);
/* That no further flit comes, and all credits are back. */
void traffic_settle(struct traffic *traffic);
/* A counter of all nodes and peers, as the port numbers them: event | received << 4. */
uint64_t traffic_count(struct traffic *traffic, unsigned counter);

#endif
