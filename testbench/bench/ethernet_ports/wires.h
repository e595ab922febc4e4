/* MACs, wires and the switch between them: the C model of testbench/simulation/medium/ethernet,
   and what it does not have.

   - The MAC of a receiver computes the CRC-32 of what came and of the FCS behind it, and
   s_mac_tuser says what that gives.
   - A frame that is held back is so for 1 to 16 frame times; the model itself lets it go behind the
     next frame. It enters the output's queue as late, by the order of time.
   - A frame can be lost by choice, and links can go down: what has a byte in such a time is lost,
     and what is cut ends as a bad frame. */
#ifndef WIRES_H
#define WIRES_H

#include "ports.h"
#include "simulation/medium/ethernet/switch.h"

struct wires_hold {
    struct bl_delivery delivery;
    int64_t until_ps;
};

struct wires_down {
    int64_t from_ps, to_ps;
};

/* What a node's MAC is receiving. */
struct wires_receive {
    uint32_t crc;
    bool swallow, started;
    struct wires_hold *held; /* [held_count], by no order */
    int held_count, held_capacity;
    int before, next_before;  /* deliveries in the output's queue in front of this window */
    struct wires_down *downs; /* [down_count], one after the other */
    int down_count, down_capacity;
};

struct wires {
    struct bl_ethernet_config config;
    int nodes;
    int64_t window_ps, end_ps, hold_ps; /* hold_ps: a frame time */
    struct bl_mac macs[PORTS_NODES];
    struct bl_switch between;
    struct wires_receive receive[PORTS_NODES];
    struct bl_random random;
    double reorder;
    uint32_t crcs[256];
    /* Whether this frame, for this node, is to be lost. NULL: none is. */
    bool (*loses)(void *context, const struct bl_frame *frame, int to);
    void *context;
    uint64_t reordered, lost, cut, disagreed, excused; /* disagreed: tuser and the model's own word;
                                                          excused: underruns in a reset */
};

/* rates: of drop, flip, repeat and reorder. hold_bytes: of the frames, without FCS. */
void wires_init(struct wires *wires, int nodes, const struct bl_ethernet_config *config,
                const double *rates, uint64_t seed, int hold_bytes);
void wires_destroy(struct wires *wires);
void wires_add_down(struct wires *wires, int node, int64_t from_ps, int64_t to_ps);
bool wires_is_down(const struct wires *wires, int node, int64_t now);
/* Time in reset after which nothing is left on the wires. */
int64_t wires_reset_ps(const struct wires *wires);

/* An edge of a node, as of bl_medium_kind: before everything settles, and behind. */
void wires_present(struct wires *wires, int node, int64_t now, struct bl_ethernet_in *in);
void wires_clock(struct wires *wires, int node, int64_t now, const struct bl_ethernet_in *in,
                 const struct bl_ethernet_out *out);
/* Before the first edge that is at `now` or later. */
void wires_advance(struct wires *wires, int64_t now);

uint64_t wires_tail_drops(const struct wires *wires);
/* Rules of the MAC that the nodes broke, gaps in frames and frames that are too long. */
uint64_t wires_broken(const struct wires *wires);

#endif
