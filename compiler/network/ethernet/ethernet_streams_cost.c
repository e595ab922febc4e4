/* What the templates of streams over Ethernet take; as in ethernet_cost.c. */
#include "base/bits.h"
#include "templates/cost.h"

void bl_cost_eth_cut(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += p[0] + 20;
    to->cost.carry += 5.0 * 16;
    to->cost.ff += 8.0 * p[0] + 60;
}

/* A word has a place of its own in the row, or any where it does not divide it. */
void bl_cost_eth_expand(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH };
    const int places = p[WIDTH] / 8 % p[WORD_BYTES] ? p[WIDTH] / 8 : p[WIDTH] / 8 / p[WORD_BYTES];
    bl_cost_choose(to, bl_max(2, places), p[WIDTH] / 2.0);
    to->cost.lut[5] += 1.75 * p[WIDTH] + 30;
    to->cost.carry += 24;
    to->cost.ff += 2.0 * p[WIDTH] + 20;
}

void bl_cost_eth_store(struct bl_costing *to, const int *p) {
    enum { WIDTH, LOG_ROWS };
    if (to->below) bl_cost_block(to, p[WIDTH], 1 << p[LOG_ROWS]);
    BL_COST_BELOW(to, 1, "bl_fifo", 29, 5);
    to->cost.lut[4] += 2.0 * p[LOG_ROWS] + 10;
    to->cost.carry += 4.0 * p[LOG_ROWS] + 16;
    to->cost.ff += 3.0 * p[LOG_ROWS] + 6;
}

void bl_cost_eth_contract(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH };
    const int held = p[WIDTH] + 8 * p[WORD_BYTES];
    if (p[WIDTH] / 8 % p[WORD_BYTES]) bl_cost_choose(to, p[WIDTH] / 8, held / 2.0);
    to->cost.lut[4] += held + 3.0 * p[WORD_BYTES] + 40;
    to->cost.carry += 3.0 * 16 + 24;
    to->cost.ff += held + p[WORD_BYTES] + 40;
}

void bl_cost_eth_fair(struct bl_costing *to, const int *p) {
    enum { CHANNELS, QUANTUM };
    to->cost.lut[4] += 4.0 * p[CHANNELS];
    to->cost.lut[5] += 36.0 * p[CHANNELS];
    to->cost.carry += 19.0 * p[CHANNELS];
    to->cost.ff += 20.0 * p[CHANNELS];
}

void bl_cost_eth_mux(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WIDTH, QUANTUM };
    enum { FRAME = 85, LOG_AHEAD = 4, LOG_FRAMES = 3 };
    BL_COST_BELOW(to, 1, "bl_eth_fair", p[CHANNELS], p[QUANTUM]);
    BL_COST_BELOW(to, 1, "bl_fifo", p[WIDTH], LOG_AHEAD);
    BL_COST_BELOW(to, 1, "bl_fifo", FRAME, LOG_FRAMES);
    BL_COST_BELOW(to, 1, "bl_eth_out", p[WIDTH]);
    bl_cost_gather(to, p[CHANNELS], p[WIDTH] + FRAME);
    to->cost.lut[4] += 2.0 * p[CHANNELS] + 60;
    to->cost.carry += 4.0 * 16;
    to->cost.ff += 2.0 * p[WIDTH] + 3.0 * FRAME + 4.0 * p[CHANNELS] + 50;
}

void bl_cost_eth_demux(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WIDTH };
    BL_COST_BELOW(to, 1, "bl_eth_in", p[WIDTH]);
    to->cost.lut[6] += (p[CHANNELS] + 1) * 48 / 3.0; /* addresses compared */
    to->cost.lut[4] += 4.0 * p[CHANNELS] + 60;
    to->cost.carry += 16;
    to->cost.ff += p[WIDTH] + p[CHANNELS] + 25;
}

void bl_cost_eth_stream_out(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH, LOG_ROWS };
    BL_COST_BELOW(to, 1, "bl_async_fifo", 9 * p[WORD_BYTES] + 2, 4);
    BL_COST_BELOW(to, 1, "bl_eth_cut", p[WORD_BYTES]);
    BL_COST_BELOW(to, 1, "bl_eth_expand", p[WORD_BYTES], p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_eth_store", p[WIDTH], p[LOG_ROWS]);
    to->cost.carry += 2.0 * 16;
    to->cost.ff += 24;
}

void bl_cost_eth_stream_in(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH, LOG_ROWS };
    BL_COST_BELOW(to, 1, "bl_eth_store", p[WIDTH], p[LOG_ROWS]);
    BL_COST_BELOW(to, 1, "bl_eth_contract", p[WORD_BYTES], p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", 9 * p[WORD_BYTES] + 1, 4);
}

void bl_cost_eth_streams(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WORD_BYTES, WIDTH, LOG_ROWS, QUANTUM };
    BL_COST_BELOW(to, p[CHANNELS], "bl_eth_stream_out", p[WORD_BYTES], p[WIDTH], p[LOG_ROWS]);
    BL_COST_BELOW(to, p[CHANNELS], "bl_eth_stream_in", p[WORD_BYTES], p[WIDTH], p[LOG_ROWS]);
    BL_COST_BELOW(to, 1, "bl_eth_mux", p[CHANNELS], p[WIDTH], p[QUANTUM]);
    BL_COST_BELOW(to, 1, "bl_eth_demux", p[CHANNELS], p[WIDTH]);
}
