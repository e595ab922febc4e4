/* What bl_ethernet takes: an estimate from its parameters, memories first. */
#include "base/bits.h"
#include "templates/cost.h"

enum {
    NODES,
    NODE_W,
    ELEMS,
    ELEM_W,
    CHAN_W,
    WIDTH,
    RUN_WORDS,
    LOG_WINDOW,
    WINDOW,
    SEND_FRAMES,
    RECV_FRAMES
};

/* A memory of frames: rows as wide as the wider side, as bl_eth_memory. */
static void frames(struct bl_costing *to, const int *p, int count) {
    const int word = 1 << bl_max(3, bl_log2(p[ELEMS] * p[ELEM_W])), row = bl_max(word, p[WIDTH]);
    const int rows = (p[RUN_WORDS] * word + row - 1) / row;
    bl_cost_block(to, row, 1 << bl_log2(count * rows));
    if (word != p[WIDTH]) bl_cost_choose(to, row / (word < p[WIDTH] ? word : p[WIDTH]), row);
}

/* Of each peer: address, session, sequence numbers both ways, frames that lack or were sent, a
   timeout, credits. */
static void peers(struct bl_costing *to, const int *p) {
    const int ring = 1 << p[LOG_WINDOW];
    to->cost.lut[3] += p[NODES] * (3.0 * ring + 40);
    to->cost.lut[4] += p[NODES] * 60.0;
    to->cost.lut[6] += p[NODES] * (2.0 * ring + 30);
    to->cost.carry += p[NODES] * 130.0;
    to->cost.ff += p[NODES] * (3.0 * ring + 48 + 16 + 4 * 24 + 2 * 16 + 2 * 16);
    bl_cost_gather(to, p[NODES], 4 * 24 + 3 * 16 + 48 + 2 * ring);
}

/* Slots by peer and place in its ring, what is known of each slot's run, and free slots. */
static void tables(struct bl_costing *to, const int *p, int count) {
    const int slot = bl_log2(count), meta = 11 + 3 + p[CHAN_W] + p[ELEMS];
    bl_cost_ram(to, meta, count, true);
    bl_cost_ram(to, slot, p[NODES] << p[LOG_WINDOW], true);
    to->cost.ff += 3.0 * slot + meta;
    BL_COST_BELOW(to, 1, "bl_fifo", slot, slot);
}

void bl_cost_ethernet(struct bl_costing *to, const int *p) {
    const int flit = p[ELEMS] * p[ELEM_W] + p[ELEMS] + p[CHAN_W] + 3;
    bl_cost_gather(to, p[NODES], flit);
    bl_cost_gather(to, p[NODES], flit);
    bl_cost_choose(to, 2, 4.0 * p[WIDTH]); /* the head is in front of the payload's words */
    frames(to, p, p[SEND_FRAMES]);
    frames(to, p, p[RECV_FRAMES]);
    tables(to, p, p[SEND_FRAMES]);
    tables(to, p, p[RECV_FRAMES]);
    peers(to, p);
    bl_cost_ram(to, 32, 1 << (3 + p[NODE_W]), true);
    bl_cost_ram(to, 32, 1 << (4 + p[NODE_W]), true);
    to->cost.ff += 6.0 * p[WIDTH] + 4.0 * flit + 2 * 240 + 300;
}
