/* What the templates of streams over Ethernet take; as in ethernet_cost.c. */
#include "base/bits.h"
#include "templates/cost.h"

void bl_cost_eth_framer(struct bl_costing *to, const int *p) {
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
    enum { WIDTH, LOG_ROWS, TAG_W };
    if (to->below) bl_cost_block(to, p[WIDTH], 1 << p[LOG_ROWS]);
    BL_COST_BELOW(to, 1, "bl_fifo", 29 + p[TAG_W], 5);
    to->cost.lut[4] += 2.0 * p[LOG_ROWS] + 10;
    to->cost.carry += 4.0 * p[LOG_ROWS] + 16;
    to->cost.ff += 3.0 * p[LOG_ROWS] + 6;
}

void bl_cost_eth_contract(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH, TAG_W };
    const int held = p[WIDTH] + 8 * p[WORD_BYTES];
    if (p[WIDTH] / 8 % p[WORD_BYTES]) bl_cost_choose(to, p[WIDTH] / 8, held / 2.0);
    to->cost.lut[4] += held + 3.0 * p[WORD_BYTES] + 40;
    to->cost.carry += 3.0 * 16 + 24;
    to->cost.ff += held + p[WORD_BYTES] + 2.0 * p[TAG_W] + 42;
}

void bl_cost_drr_arbiter(struct bl_costing *to, const int *p) {
    enum { CHANNELS, QUANTUM };
    to->cost.lut[4] += 4.0 * p[CHANNELS];
    to->cost.lut[5] += 36.0 * p[CHANNELS];
    to->cost.carry += 19.0 * p[CHANNELS];
    to->cost.ff += 20.0 * p[CHANNELS];
}

void bl_cost_eth_mux(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WIDTH, QUANTUM };
    enum { FRAME = 117, LOG_AHEAD = 4, LOG_FRAMES = 3 };
    BL_COST_BELOW(to, 1, "bl_drr_arbiter", p[CHANNELS], p[QUANTUM]);
    BL_COST_BELOW(to, 1, "bl_fifo", p[WIDTH], LOG_AHEAD);
    BL_COST_BELOW(to, 1, "bl_fifo", FRAME, LOG_FRAMES);
    BL_COST_BELOW(to, 1, "bl_eth_out", p[WIDTH]);
    bl_cost_gather(to, p[CHANNELS], p[WIDTH] + FRAME);
    to->cost.lut[4] += 2.0 * p[CHANNELS] + 60;
    to->cost.lut[4] += 8.0 * p[CHANNELS]; /* joinings, and units */
    to->cost.carry += 4.0 * 16 + 32.0 * p[CHANNELS];
    to->cost.ff += 2.0 * p[WIDTH] + 3.0 * FRAME + 37.0 * p[CHANNELS] + 50;
}

void bl_cost_eth_demux(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WIDTH };
    BL_COST_BELOW(to, 1, "bl_eth_in", p[WIDTH]);
    to->cost.lut[6] += (p[CHANNELS] + 1) * 48 / 3.0; /* addresses compared */
    to->cost.lut[4] += 4.0 * p[CHANNELS] + 60;
    to->cost.carry += 16;
    to->cost.ff += p[WIDTH] + p[CHANNELS] + 69;
}

void bl_cost_eth_stream_out(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH, LOG_ROWS, IDLE };
    BL_COST_BELOW(to, 1, "bl_async_fifo", 9 * p[WORD_BYTES] + 2, 4);
    BL_COST_BELOW(to, 1, "bl_eth_framer", p[WORD_BYTES], p[IDLE]);
    BL_COST_BELOW(to, 1, "bl_eth_expand", p[WORD_BYTES], p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_eth_store", p[WIDTH], p[LOG_ROWS], 1);
    to->cost.carry += 2.0 * 16;
    to->cost.ff += 24;
}

void bl_cost_eth_stream_in(struct bl_costing *to, const int *p) {
    enum { WORD_BYTES, WIDTH, LOG_ROWS, TAG_W };
    BL_COST_BELOW(to, 1, "bl_eth_store", p[WIDTH], p[LOG_ROWS], p[TAG_W]);
    BL_COST_BELOW(to, 1, "bl_eth_contract", p[WORD_BYTES], p[WIDTH], p[TAG_W]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", 9 * p[WORD_BYTES] + 2 + p[TAG_W], 4);
}

void bl_cost_eth_streams(struct bl_costing *to, const int *p) {
    enum { CHANNELS, WORD_BYTES, WIDTH, LOG_ROWS, QUANTUM, IDLE };
    enum { TAG = 44 };
    BL_COST_BELOW(to, p[CHANNELS], "bl_eth_stream_out", p[WORD_BYTES], p[WIDTH], p[LOG_ROWS],
                  p[IDLE]);
    BL_COST_BELOW(to, p[CHANNELS], "bl_eth_stream_in", p[WORD_BYTES], p[WIDTH], p[LOG_ROWS],
                  TAG);
    BL_COST_BELOW(to, 1, "bl_eth_mux", p[CHANNELS], p[WIDTH], p[QUANTUM]);
    BL_COST_BELOW(to, 1, "bl_eth_demux", p[CHANNELS], p[WIDTH]);
}

void bl_cost_eth_gap(struct bl_costing *to, const int *p) {
    (void)p;
    BL_COST_BELOW(to, 1, "bl_fifo", 32, 4);
    to->cost.lut[2] += 256; /* a word, or zeros */
    to->cost.lut[4] += 160;
    to->cost.carry += 5.0 * 32 + 2.0 * 24;
    to->cost.ff += 264 + 7.0 * 32 + 30;
}

void bl_cost_eth_gap_log(struct bl_costing *to, const int *p) {
    enum { CHANNELS, ENTRY = 68 };
    BL_COST_BELOW(to, 1, "bl_fifo", ENTRY, 4);
    bl_cost_gather(to, p[CHANNELS], ENTRY);
    to->cost.lut[4] += 2.0 * p[CHANNELS] + 20;
    to->cost.ff += ENTRY + 16;
}

/* Unused bits of a word's bytes are not there: four of tkeep are one. */
void bl_cost_eth_channels(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, CHANNELS, WIDTH, PAYLOAD, LOG_ROWS, PATIENCE, SILENCE };
    enum { WORD_BYTES = 32, QUANTUM = 512, ADDRESS = 48 };
    BL_COST_BELOW(to, 1, "bl_eth_streams", p[CHANNELS], WORD_BYTES, p[WIDTH], p[LOG_ROWS], QUANTUM,
                  1);
    BL_COST_BELOW(to, p[CHANNELS], "bl_eth_gap", p[SILENCE]);
    BL_COST_BELOW(to, 1, "bl_eth_gap_log", p[CHANNELS]);
    BL_COST_BELOW(to, 1, "bl_eth_counters", 3);
    bl_cost_choose(to, p[NODES], 2.0 * ADDRESS * p[CHANNELS]);
    to->cost.lut[4] += 2.0 * p[NODES] + 2.0 * p[CHANNELS] + 20;
    to->cost.ff += (p[NODES] + 1.0) * ADDRESS + 2.0 * ADDRESS * p[CHANNELS] + 22;
}
