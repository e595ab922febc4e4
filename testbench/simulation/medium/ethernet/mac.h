/* The MAC and PHY of a node: what it sends becomes frames, what comes becomes beats.

   Sending. A frame's first beat that comes at t starts the preamble at the later of t and the end
   of the gap behind the last frame; byte i (from 0) is wanted 8 + i bytes later. There is room for
   BL_MAC_BEATS beats, each until its last byte is out. A byte that is not there when it is wanted
   ends the frame with a bad FCS; what follows of it is swallowed.

   Receiving. A beat is seen at the first edge at which its bytes have come and the four behind
   them, which the MAC needs to tell the FCS; one at an edge, so a port that is slower than the wire
   sees them late. In reset a node sees none, and nothing of a frame that began so. */
#ifndef BL_ETHERNET_MAC_H
#define BL_ETHERNET_MAC_H

#include "network/ethernet/carried/ethernet.h"
#include "simulation/medium/ethernet/frame.h"

enum { BL_MAC_BEATS = 4 };

/* A frame on its way out of the switch. */
struct bl_delivery {
    struct bl_frame *frame;
    int64_t enter_ps; /* its preamble can leave the switch from then on */
    int64_t start_ps; /* and does so then; -1: that is not known yet */
    bool copy;
};

struct bl_mac {
    const struct bl_ethernet_config *config;
    int node, beat_bytes;
    bool clocked; /* after the last edge that it was shown: else it was in reset */
    struct {
        struct bl_frame *open; /* which it is in the middle of; NULL: none */
        bool swallow;          /* the rest of a destroyed frame */
        int64_t free_ps;       /* the wire, for the next preamble */
        int64_t slot_ps[BL_MAC_BEATS];
        unsigned beats;
        struct bl_frame **frames; /* [count], oldest first: which the switch has not done with */
        int count, capacity;
        uint64_t all, underruns, too_long;
        struct bl_ethernet_out offer; /* that was not taken */
    } send;
    struct {
        int next; /* delivery, among those of its output */
        int beat; /* of that */
        bool missed;
        uint64_t all, bad;
    } receive;
    uint64_t keep_broken, offer_broken; /* rules of AXI4-Stream */
};

/* Nothing is under way. `config` stays the caller's. */
void bl_mac_init(struct bl_mac *mac, int node, const struct bl_ethernet_config *config);
void bl_mac_destroy(struct bl_mac *mac);

/* In a window, by the node: fills in its pins, of its deliveries and its own state; takes what it
   drives. Beats of data that moved: those of frames with data or words, from the one with the kind
   on. */
unsigned bl_mac_present(struct bl_mac *mac, const struct bl_delivery *deliveries, int count,
                        int64_t now, struct bl_ethernet_in *in);
unsigned bl_mac_clock(struct bl_mac *mac, int64_t now, const struct bl_ethernet_in *in,
                      const struct bl_ethernet_out *out);
/* After a window that ends at end_ps: makes known what it has sent. */
void bl_mac_publish(struct bl_mac *mac, int64_t end_ps);

#endif
