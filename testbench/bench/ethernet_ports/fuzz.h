/* Mutated frames at the nodes' receivers, with a good FCS unless they are to be bad: between a
   node's MAC and its port, behind frames that the node has got.

   Each is a changed copy of one of those, and what a receiver has to make of it follows from its
   bytes alone, decoded here once more in C. It is dropped for what it is, or has nothing new to
   say: frames that were delivered before, data of a sequence number far ahead, reports of frames
   that are not missing, greetings. Left out is what nobody can tell from a frame that was sent:
   other data, epoch or end under a right header, another sequence number of the window, another
   acknowledge or credit, and a channel that exists; and a greeting with another session or hash,
   which has to stop the node. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>

#include "base/carried/random.h"
#include "network/ethernet/carried/ethernet.h"
#include "ports.h"
#include "simulation/medium/ethernet/frame.h"

enum { FUZZ_EVENTS = 16, FUZZ_WAY = 512, FUZZ_PAST = 16, FUZZ_FRAME = 2048, FUZZ_LONGEST = 70000 };

struct fuzz_frame {
    int length;
    uint8_t bytes[FUZZ_FRAME];
};

/* Of a node. */
struct fuzz_node {
    struct fuzz_frame
        way[FUZZ_WAY]; /* a ring: what the MAC gave, and behind it what it gives now */
    int first, count;
    struct fuzz_frame past[FUZZ_PAST]; /* a ring: what the node has got of them */
    unsigned got;
    unsigned sessions[PORTS_NODES]; /* that the peers have greeted with; 0: none */
    const uint8_t *bytes;           /* of the frame that the node gets; NULL: none */
    int length, at, pause;
    bool bad, own;
    int quota; /* mutated frames that it is to get */
    int burst; /* frames of a word of the MAC that are next */
    uint8_t made[FUZZ_LONGEST];
};

struct fuzz {
    int nodes, width, elems, channels, run_words;
    int rate; /* mutated frames for each that was sent, on average */
    bool ends;
    struct bl_random random;
    uint64_t all;              /* mutated frames */
    uint64_t due[FUZZ_EVENTS]; /* what has to be counted, by event as in bl_eth_receive */
    struct fuzz_node at[PORTS_NODES];
};

/* What the node sees instead of what its MAC gives. */
void fuzz_change(struct fuzz *fuzz, int node, struct bl_ethernet_in *in);
/* Events of which there are no others than those that are due. */
bool fuzz_is_exact(int event);

#endif
