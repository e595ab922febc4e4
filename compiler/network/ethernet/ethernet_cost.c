/* What the templates of the Ethernet port take. Tables and flip-flops of a record, of a framer and
   of both ends of a frame are near what Yosys counts of the defaults (synth -lut 6). */
#include "base/bits.h"
#include "ir/flit.h"
#include "templates/cost.h"

void bl_cost_eth_memory(struct bl_costing *to, const int *p) {
    enum { IN_W, OUT_W, SLOTS, SLOT_W, BYTES };
    const int wide = bl_max(p[IN_W], p[OUT_W]), rows = (8 * p[BYTES] + wide - 1) / wide;
    const int words = p[SLOTS] * rows, bits = bl_max(4, bl_log2(words));
    const int ways = p[IN_W] / p[OUT_W];
    if (to->below) bl_cost_block(to, wide, words);
    if (ways > 1) bl_cost_choose(to, ways, p[OUT_W]);
    to->cost.ff += p[IN_W] + 1 + bits;
    to->cost.carry += 2.0 * bits;
}

void bl_cost_eth_slots(struct bl_costing *to, const int *p) {
    enum { SLOTS, SLOT_W };
    BL_COST_BELOW(to, 1, "bl_fifo", p[SLOT_W], p[SLOT_W]);
    to->cost.lut[3] += p[SLOT_W];
    to->cost.carry += 3.0 * p[SLOT_W];
    to->cost.ff += 2.0 * (p[SLOT_W] + 1);
}

void bl_cost_eth_counters(struct bl_costing *to, const int *p) {
    bl_cost_ram(to, 32, 1 << p[0], true);
    bl_cost_ram(to, 32, 1 << p[0], false); /* read a second time, by the host */
    to->cost.lut[3] += 32 + p[0];
    to->cost.carry += 32 + p[0];
    to->cost.ff += 34 + 2.0 * p[0];
}

/* Wires. */
void bl_cost_byte_swap(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_eth_row_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_eth_row_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_eth_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_eth_send_event(struct bl_costing *to, const int *p) { (void)p, to->cost.lut[2] += 3; }
void bl_cost_eth_receive_event(struct bl_costing *to, const int *p) {
    (void)p, to->cost.lut[4] += 5;
}
void bl_cost_eth_header_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_eth_out(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += 1.6 * p[0] + 50;
    to->cost.carry += 32;
    to->cost.ff += 2.2 * p[0] + 240 + 128;
}

void bl_cost_eth_in(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += p[0] / 8.0 + 140;
    to->cost.carry += 32;
    to->cost.ff += p[0] + 2 * 240 + 70;
}

void bl_cost_eth_tx_window(struct bl_costing *to, const int *p) {
    const int ring = 1 << p[0];
    to->cost.lut[4] += 2.2 * ring + 139;
    to->cost.carry += 24 + 24 + 5 * 16 + 5.0 * p[0];
    to->cost.ff += ring + 24 + 5 * 16 + 5.0 * p[0];
}

void bl_cost_eth_rx_window(struct bl_costing *to, const int *p) {
    const int ring = 1 << p[0];
    to->cost.lut[5] += 21.6 * ring + 112;
    to->cost.carry += 24 + 24 + 7 * 16 + p[0];
    to->cost.ff += 2.0 * ring + 24 + 6 * 16 + p[0] + 12;
}

void bl_cost_eth_rows(struct bl_costing *to, const int *p) {
    enum { NODES, ELEMS, ELEM_W, CHAN_W, ROW_WORDS };
    const int row = p[ROW_WORDS] * p[ELEMS] * p[ELEM_W] + p[ELEMS] + p[CHAN_W] + 3;
    to->cost.lut[5] += p[NODES] * (2 * p[ROW_WORDS] + 40.0) + 6;
    to->cost.carry += 12;
    to->cost.ff += p[NODES] * (row + bl_log2(p[ROW_WORDS]) + 3.0) + 12;
}

void bl_cost_eth_runs(struct bl_costing *to, const int *p) {
    enum {
        NODES,
        NODE_W,
        ELEMS,
        ELEM_W,
        CHAN_W,
        WORD_W,
        RUN_WORDS,
        SLOT_W,
        LOG_WINDOW,
        IDLE,
        ROW_WORDS
    };
    const int row = p[ROW_WORDS] * p[ELEMS] * p[ELEM_W] + p[ELEMS] + p[CHAN_W] + 3;
    const int each = p[SLOT_W] + 11 + p[CHAN_W] + 1 + p[LOG_WINDOW];
    bl_cost_gather(to, p[NODES], row + p[NODE_W] + (p[ROW_WORDS] > 1 ? 7 : 0));
    bl_cost_choose(to, p[NODES], each);
    to->cost.lut[5] += 19.0 * p[NODES] + 40;
    to->cost.carry += 11 + 12 + 3.0 * p[SLOT_W];
    to->cost.ff += row + p[ROW_WORDS] * p[WORD_W] + p[NODES] * (each + 6.0) + 60;
}

/* Slots by peer and place in its ring, and what is known of each slot's run. */
static void tables(struct bl_costing *to, const int *p, int slots, int slot_bits, int log_window) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W };
    bl_cost_ram(to, 14 + p[CHAN_W] + p[ELEMS], slots, true);
    bl_cost_ram(to, slot_bits, p[NODES] << log_window, true);
}

void bl_cost_eth_send(struct bl_costing *to, const int *p) {
    enum {
        NODES,
        NODE_W,
        ELEMS,
        ELEM_W,
        CHAN_W,
        WORD_W,
        WIDTH,
        RUN_WORDS,
        SLOTS,
        SLOT_W,
        LOG_WINDOW,
        WINDOW,
        TIMEOUT,
        RETRIES,
        ROW_WORDS
    };
    const int ring = 1 << p[LOG_WINDOW];
    BL_COST_BELOW(to, p[ROW_WORDS] > 1, "bl_eth_rows", p[NODES], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  p[ROW_WORDS], 32);
    BL_COST_BELOW(to, 1, "bl_eth_slots", p[SLOTS], p[SLOT_W]);
    BL_COST_BELOW(to, 1, "bl_eth_runs", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  p[WORD_W], p[RUN_WORDS], p[SLOT_W], p[LOG_WINDOW], 32, p[ROW_WORDS]);
    BL_COST_BELOW(to, p[NODES], "bl_eth_tx_window", p[LOG_WINDOW], p[WINDOW], p[TIMEOUT],
                  p[RETRIES]);
    BL_COST_BELOW(to, 1, "bl_eth_memory", p[ROW_WORDS] * p[WORD_W], p[WIDTH], p[SLOTS], p[SLOT_W],
                  p[RUN_WORDS] * p[WORD_W] / 8);
    BL_COST_BELOW(to, 1, "bl_eth_out", p[WIDTH]);
    tables(to, p, p[SLOTS], p[SLOT_W], p[LOG_WINDOW]);
    bl_cost_ram(to, p[SLOT_W], p[NODES] * ring, false); /* read a second time, to give back */
    bl_cost_choose(to, p[NODES], 48 + 3 * 24 + 2 * 16 + 2.0 * ring);
    to->cost.lut[5] += 40.0 * p[NODES] + 4.0 * ring + 265;
    to->cost.ff += 240 + 128 + 16 + 24 + 5.0 * p[NODES] + 2.0 * p[SLOT_W] + 20;
}

void bl_cost_eth_deliver(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W, WORD_W, ROW_WORDS, SLOT_W, LOG_WINDOW };
    const int data = p[ELEMS] * p[ELEM_W], meta = 13 + p[CHAN_W] + p[ELEMS];
    const int rest = (p[ROW_WORDS] - 1) * data;
    if (rest) bl_cost_choose(to, 2, rest);
    to->cost.lut[5] += 3.0 * p[NODES] + 45;
    to->cost.carry += 3 * 11;
    to->cost.ff += data + rest + meta + 2.0 * (p[ELEMS] + p[CHAN_W] + 3) + 5.0 * p[NODES] +
                   2.0 * p[SLOT_W] + p[NODE_W] + p[LOG_WINDOW] + 30;
}

void bl_cost_eth_receive(struct bl_costing *to, const int *p) {
    enum {
        NODES,
        NODE_W,
        ELEMS,
        ELEM_W,
        CHAN_W,
        WORD_W,
        WIDTH,
        RUN_WORDS,
        SLOTS,
        SLOT_W,
        LOG_WINDOW,
        WINDOW,
        PATIENCE,
        LOG_BUFFER,
        ROW_WORDS
    };
    const int flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    const int lanes = p[ROW_WORDS] > 1 ? 2 : 1;
    BL_COST_BELOW(to, lanes, "bl_eth_deliver", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  p[WORD_W], p[ROW_WORDS], p[SLOT_W], p[LOG_WINDOW]);
    if (lanes > 1) bl_cost_choose(to, 2, p[NODES] * (flit + 2.0) + 2.0 * p[SLOT_W] + 11);
    BL_COST_BELOW(to, 1, "bl_eth_slots", p[SLOTS], p[SLOT_W]);
    BL_COST_BELOW(to, 1, "bl_eth_in", p[WIDTH]);
    BL_COST_BELOW(to, p[NODES], "bl_eth_rx_window", p[LOG_WINDOW], p[WINDOW], p[PATIENCE],
                  p[LOG_BUFFER]);
    BL_COST_BELOW(to, 1, "bl_eth_memory", p[WIDTH], p[ROW_WORDS] * p[WORD_W], p[SLOTS], p[SLOT_W],
                  p[RUN_WORDS] * p[WORD_W] / 8);
    tables(to, p, p[SLOTS], p[SLOT_W], p[LOG_WINDOW]);
    to->cost.lut[6] += p[NODES] * (48 / 3.0 + 16 + 10); /* addresses and sessions compared */
    to->cost.lut[5] += 45.0 * p[NODES] + 566;
    to->cost.ff += p[WIDTH] + 128 + 150 + p[NODES] * 22.0 + 6.0 * p[SLOT_W];
}

static int slot_bits(int slots) { return bl_max(2, bl_log2(slots)); }

void bl_cost_ethernet(struct bl_costing *to, const int *p) {
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
        RECV_FRAMES,
        TIMEOUT,
        RETRIES,
        PATIENCE,
        LOG_BUFFER
    };
    const int word = 1 << bl_max(3, bl_log2(p[ELEMS] * p[ELEM_W]));
    const int flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    const bool rows = p[NODES] > 2 && p[WIDTH] > word && p[WIDTH] <= p[RUN_WORDS] * word;
    const int row_words = rows ? p[WIDTH] / word : 1;
    BL_COST_BELOW(to, 1, "bl_eth_send", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W], word,
                  p[WIDTH], p[RUN_WORDS], p[SEND_FRAMES], slot_bits(p[SEND_FRAMES]), p[LOG_WINDOW],
                  p[WINDOW], p[TIMEOUT] / 64, p[RETRIES], row_words);
    BL_COST_BELOW(to, 1, "bl_eth_receive", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  word, p[WIDTH], p[RUN_WORDS], p[RECV_FRAMES], slot_bits(p[RECV_FRAMES]),
                  p[LOG_WINDOW], p[WINDOW], p[PATIENCE] / 64, p[LOG_BUFFER], row_words);
    BL_COST_BELOW(to, 1, "bl_eth_counters", 3 + p[NODE_W]);
    BL_COST_BELOW(to, 1, "bl_eth_counters", 4 + p[NODE_W]);
    bl_cost_gather(to, p[NODES], flit + 4);
    bl_cost_choose(to, 2, p[NODES] * (flit + 4.0));
    to->cost.lut[4] += 12.0 * p[NODES] + 32;
    to->cost.ff += 48.0 * (p[NODES] + 1) + flit + 40;
}
