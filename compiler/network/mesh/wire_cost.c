/* What the templates of links over serial cores take. Constants are near what Yosys counts of the
   defaults (synth -lut 6). */
#include "base/bits.h"
#include "ir/flit.h"
#include "network/mesh/wire_tail.h"
#include "templates/cost.h"

enum { TAIL_BITS = 256 };

static int tail_of(int width) { return bl_max(width, TAIL_BITS); }
static int block_of(int width) { return tail_of(width) - BL_WIRE_TAIL_BLOCK_AT; }

void bl_cost_wire_tail_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_wire_tail_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_wire_block_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_wire_block_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_wire_entry_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_wire_entry_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

/* Every bit is half of the word, and half of what came before. */
void bl_cost_wire_crc(struct bl_costing *to, const int *p) {
    to->cost.lut[6] += 32 * (p[0] / 2 / 5.0 + 4);
    to->cost.ff += 66;
}

void bl_cost_wire_store(struct bl_costing *to, const int *p) {
    enum { WIDTH, LOG_DEPTH };
    BL_COST_BELOW(to, 1, "bl_block_ram", p[WIDTH], p[LOG_DEPTH]);
    to->cost.lut[3] += p[LOG_DEPTH] + 8;
    to->cost.carry += 3.0 * (p[LOG_DEPTH] + 1);
    to->cost.ff += 3.0 * (p[LOG_DEPTH] + 1) + 2;
}

/* Flits in a word, or words in a flit. */
static int share_of(int bits, int width) { return bits > width ? 1 : width / bits; }
static int parts_of(int bits, int width) { return (bits + width - 1) / width; }

void bl_cost_wire_pack(struct bl_costing *to, const int *p) {
    enum { ELEMS, ELEM_W, CHAN_W, WIDTH, RUN };
    const int bits = p[ELEMS] * p[ELEM_W], tail = tail_of(p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_skid", bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]));
    bl_cost_choose(to, tail / p[WIDTH] + parts_of(bits, p[WIDTH]), p[WIDTH]);
    if (share_of(bits, p[WIDTH]) > 1) to->cost.lut[4] += p[WIDTH];
    to->cost.lut[5] += 2.0 * block_of(p[WIDTH]) + 60;
    to->cost.carry += 32;
    to->cost.ff += block_of(p[WIDTH]) + p[WIDTH] * (share_of(bits, p[WIDTH]) > 1 ? 2.0 : 1.0) + 50;
}

void bl_cost_wire_send(struct bl_costing *to, const int *p) {
    enum { WIDTH, LOG_RING };
    BL_COST_BELOW(to, 1, "bl_block_ram", p[WIDTH] + 1, p[LOG_RING]);
    BL_COST_BELOW(to, 1, "bl_wire_crc", p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_skid", p[WIDTH] + 1);
    to->cost.lut[4] += p[WIDTH] + 96;
    to->cost.lut[5] += 200;
    to->cost.carry += 16 * 14;
    to->cost.ff += 3.0 * p[WIDTH] + 9 * 16 + 40;
}

void bl_cost_wire_receive(struct bl_costing *to, const int *p) {
    enum { WIDTH, LOG_RING };
    const int tail = tail_of(p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_wire_crc", p[WIDTH]);
    BL_COST_BELOW(to, 1, "bl_wire_store", p[WIDTH], p[LOG_RING]);
    BL_COST_BELOW(to, 1, "bl_fifo", block_of(p[WIDTH]) + BL_WIRE_TAIL_FLITS_W,
                  p[LOG_RING] > 8 ? p[LOG_RING] - 3 : 5);
    to->cost.lut[4] += 120;
    to->cost.carry += 4 * 16 + 30;
    to->cost.ff += 3.0 * p[WIDTH] + tail + 6 * 16 + 30 + 40;
}

void bl_cost_wire_unpack(struct bl_costing *to, const int *p) {
    enum { ELEMS, ELEM_W, CHAN_W, WIDTH, RUN };
    const int bits = p[ELEMS] * p[ELEM_W];
    const int flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    bl_cost_choose(to, share_of(bits, p[WIDTH]), bits);
    to->cost.lut[5] += block_of(p[WIDTH]) + 40;
    to->cost.carry += 24;
    to->cost.ff += flit + block_of(p[WIDTH]) + 24 + (parts_of(bits, p[WIDTH]) - 1) * p[WIDTH];
}

void bl_cost_wire_link(struct bl_costing *to, const int *p) {
    enum { ELEMS, ELEM_W, CHAN_W, WIDTH, RUN, LOG_RING, TIMEOUT, SILENCE };
    BL_COST_BELOW(to, 1, "bl_wire_pack", p[ELEMS], p[ELEM_W], p[CHAN_W], p[WIDTH], p[RUN]);
    BL_COST_BELOW(to, 1, "bl_wire_send", p[WIDTH], p[LOG_RING], p[TIMEOUT],
                  parts_of(p[ELEMS] * p[ELEM_W], p[WIDTH]));
    BL_COST_BELOW(to, 1, "bl_wire_receive", p[WIDTH], p[LOG_RING], p[SILENCE]);
    BL_COST_BELOW(to, 1, "bl_wire_unpack", p[ELEMS], p[ELEM_W], p[CHAN_W], p[WIDTH], p[RUN]);
    to->cost.lut[4] += 12;
    to->cost.carry += 48;
    to->cost.ff += 52;
}

void bl_cost_wire_links(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W, WIDTH, RUN, LOG_RING, TIMEOUT, SILENCE };
    const int flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    BL_COST_BELOW(to, p[NODES], "bl_wire_link", p[ELEMS], p[ELEM_W], p[CHAN_W], p[WIDTH], p[RUN],
                  p[LOG_RING], p[TIMEOUT], p[SILENCE]);
    bl_cost_choose(to, 2, p[NODES] * (flit + 4.0));
    to->cost.lut[4] += 8.0 * p[NODES] + 16;
    to->cost.ff += p[NODES] * (flit + 5.0) + 9;
}
