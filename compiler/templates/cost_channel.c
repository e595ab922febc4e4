/* What the templates of rtl_templates/channel take. Constants are Yosys' counts of the control
 * logic. */
#include "templates/cost.h"

enum { TAG = 8 };

void bl_cost_channel_say_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_channel_say_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_channel_arbiter(struct bl_costing *to, const int *p) {
    const int requests = p[0];
    to->cost.lut[3] += requests;
    to->cost.lut[6] += 3.0 * requests;
    to->cost.carry += 2.0 * requests;
    to->cost.ff += requests;
}

void bl_cost_channel_buffer(struct bl_costing *to, const int *p) {
    const int width = p[0], bits = p[1];
    to->cost.lut[3] += width;
    to->cost.lut[4] += bits + 4;
    to->cost.carry += 2.0 * bits;
    to->cost.ff += 2.0 * bits + 2;
    BL_COST_BELOW(to, 1, "bl_block_ram", width, bits);
}

void bl_cost_channel_run(struct bl_costing *to, const int *p) {
    if (p[0] < 2) return;
    to->cost.lut[4] += 13;
    to->cost.carry += 22;
    to->cost.ff += 12;
}

void bl_cost_channel_framing(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[2] += 8;
    to->cost.lut[4] += 2;
    to->cost.lut[5] += 3;
    to->cost.carry += 7;
    to->cost.ff += 7;
}

void bl_cost_channel_send(struct bl_costing *to, const int *p) {
    const int nodes = p[0], node = p[1], count = p[2] + 1, tag = p[3];
    bl_cost_gather(to, nodes, 1 + tag + count);
    to->cost.lut[4] += nodes + node + 2.0 * tag + 4.0 * count;
    to->cost.lut[6] += nodes / 2.0 + 4;
    to->cost.carry += 2.0 * count + tag;
    to->cost.ff += nodes + node + tag + count + 3;
}

void bl_cost_channel_receive(struct bl_costing *to, const int *p) {
    const int nodes = p[0], node = p[1], width = p[2], bits = p[3], tag = p[4];
    bl_cost_gather(to, nodes, width + 2.0 * tag);
    to->cost.lut[4] += 2.0 * nodes + node + 2.0 * tag + 2.0 * bits;
    to->cost.lut[6] += nodes / 2.0 + 4;
    to->cost.carry += 4.0 * (bits + 1);
    to->cost.ff += (tag + 2.0) * nodes + node + width + tag + 2.0 * (bits + 1) + 6;
    BL_COST_BELOW(to, 1, "bl_channel_buffer", width, bits);
}

void bl_cost_channel_to(struct bl_costing *to, const int *p) {
    to->cost.lut[3] += 2;
    to->cost.ff += 1;
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[0], 2);
}

void bl_cost_channel_from(struct bl_costing *to, const int *p) {
    const int node = p[0], elems = p[1];
    to->cost.lut[4] += node + elems + 12.0;
    to->cost.lut[6] += 12 + node / 2.0;
    to->cost.carry += 2 * 34;
    to->cost.ff += node + 38.0;
    BL_COST_BELOW(to, 1, "bl_async_fifo", node + 32, 2);
}

void bl_cost_channel_meet(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[4] += 5;
    to->cost.ff += 11;
}

void bl_cost_channel_mark(struct bl_costing *to, const int *p) {
    enum { NODES, CHANNELS };
    to->cost.lut[4] += p[NODES] + 3.0 * p[CHANNELS];
    to->cost.lut[6] += p[NODES] / 3.0 + 2;
    to->cost.ff += p[NODES] + 2.0 * p[CHANNELS];
}

void bl_cost_channel_dropped(struct bl_costing *to, const int *p) {
    to->cost.lut[6] += 16.0 * (p[0] - 1);
    to->cost.carry += 32.0 * p[0];
    to->cost.ff += 32;
}

void bl_cost_channels(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, CHANNELS, CHAN_W, ELEMS, LOG_DEPTH, ELEM_W, LOG_BUFFER, TURN_WORDS };
    enum { CROSSING = 5 };
    const int word = p[ELEMS] * p[ELEM_W] + p[ELEMS], flit = word + p[CHAN_W] + 3,
              say = TAG + p[LOG_DEPTH] + 3, pairs = p[NODES] * p[CHANNELS];
    bl_cost_gather(to, p[CHANNELS], word + p[CHAN_W] + p[NODES]);
    bl_cost_gather(to, 2 * p[CHANNELS], say + p[NODES]);
    to->cost.lut[3] += say + 3.0 * p[NODES];
    to->cost.lut[6] += 3.0 * pairs;
    to->cost.lut[6] += pairs / 2.0 * (p[ELEMS] + 1);
    to->cost.ff += p[NODES] * (say + p[CHAN_W] + 2.0) + 1 + p[CHANNELS] * (p[ELEMS] + 2.0);
    BL_COST_BELOW(to, p[CHANNELS], "bl_async_fifo", word + 1, CROSSING);
    BL_COST_BELOW(to, p[CHANNELS], "bl_async_fifo", word, CROSSING);
    BL_COST_BELOW(to, p[CHANNELS], "bl_channel_send", p[NODES], p[NODE_W], p[LOG_DEPTH], TAG);
    BL_COST_BELOW(to, p[CHANNELS], "bl_channel_receive", p[NODES], p[NODE_W], word, p[LOG_DEPTH],
                  TAG);
    BL_COST_BELOW(to, p[CHANNELS], "bl_channel_run", p[TURN_WORDS]);
    BL_COST_BELOW(to, p[CHANNELS], "bl_channel_framing", 0);
    BL_COST_BELOW(to, 1, "bl_channel_mark", p[NODES], p[CHANNELS]);
    to->cost.lut[4] += pairs + 2.0 * p[CHANNELS];
    to->cost.ff += p[CHANNELS];
    BL_COST_BELOW(to, 1, "bl_channel_arbiter", 2 * p[CHANNELS]);
    BL_COST_BELOW(to, 1, "bl_channel_arbiter", p[CHANNELS]);
    BL_COST_BELOW(to, p[NODES], "bl_endpoint_out", 1, flit, flit - 3, p[LOG_BUFFER], 16, 1);
}

void bl_cost_bundle_send(struct bl_costing *to, const int *p) {
    const int count = p[0] + 1;
    to->cost.lut[4] += 4.0 * count;
    to->cost.carry += 2.0 * count;
    to->cost.ff += count + 1;
}

void bl_cost_bundle_receive(struct bl_costing *to, const int *p) {
    enum { WORD_W, LOG_DEPTH };
    const int count = p[LOG_DEPTH] + 1;
    to->cost.lut[4] += count + 2;
    to->cost.carry += 2.0 * count;
    to->cost.ff += p[WORD_W] + 2.0 * count + 2;
    BL_COST_BELOW(to, 1, "bl_channel_buffer", p[WORD_W], p[LOG_DEPTH]);
}

void bl_cost_channel_bundle(struct bl_costing *to, const int *p) {
    enum { NODES, BUNDLES, FIRST, CHAN_W, ELEMS, LOG_DEPTH, ELEM_W, LOG_BUFFER, TURN_WORDS };
    enum { CROSSING = 5 };
    const int word = p[ELEMS] * p[ELEM_W] + p[ELEMS], flit = word + p[CHAN_W] + 3,
              ends = p[NODES] * p[BUNDLES];
    bl_cost_gather(to, p[BUNDLES], p[NODES] * (word + 2.0 * p[CHAN_W]));
    to->cost.lut[4] += 4.0 * ends;
    to->cost.ff += p[NODES] * (p[LOG_DEPTH] + p[CHAN_W] + 4.0) + 1;
    BL_COST_BELOW(to, ends, "bl_async_fifo", word + 1, CROSSING);
    BL_COST_BELOW(to, ends, "bl_async_fifo", word, CROSSING);
    BL_COST_BELOW(to, ends, "bl_bundle_send", p[LOG_DEPTH]);
    BL_COST_BELOW(to, ends, "bl_bundle_receive", word, p[LOG_DEPTH]);
    BL_COST_BELOW(to, ends, "bl_channel_run", p[TURN_WORDS]);
    BL_COST_BELOW(to, p[NODES], "bl_channel_mark", 1, p[BUNDLES]);
    to->cost.lut[4] += 2.0 * ends;
    to->cost.ff += p[NODES] + p[BUNDLES];
    BL_COST_BELOW(to, 2.0 * p[NODES], "bl_channel_arbiter", p[BUNDLES]);
    BL_COST_BELOW(to, p[NODES], "bl_endpoint_out", 1, flit, flit - 3, p[LOG_BUFFER], 16, 1);
}

void bl_cost_link_join(struct bl_costing *to, const int *p) {
    enum { NODES, CHANNELS, CHAN_W, ELEMS, ELEM_W, LOG_BUFFER, TURN_WORDS };
    const int flit = p[ELEMS] * p[ELEM_W] + p[ELEMS] + p[CHAN_W] + 3;
    bl_cost_choose(to, 2, (double)p[NODES] * flit);
    to->cost.lut[4] += 8.0 * p[NODES];
    BL_COST_BELOW(to, p[NODES], "bl_channel_arbiter", 2);
    BL_COST_BELOW(to, 2.0 * p[NODES], "bl_channel_run", p[TURN_WORDS]);
    BL_COST_BELOW(to, p[NODES], "bl_endpoint_out", 1, flit, flit - 3, p[LOG_BUFFER], 16, 1);
}
