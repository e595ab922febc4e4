/* What the templates of cells take. Tables and flip-flops of the link's ends and of the router are
   near what Yosys counts of the defaults (synth -lut 6). */
#include "base/bits.h"
#include "ir/flit.h"
#include "network/cells/cell_header.h"
#include "templates/cost.h"

void bl_cost_cell_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_cell_header_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

static int log_words(int cell) { return bl_max(5, bl_log2(cell)); }

void bl_cost_packet_ring(struct bl_costing *to, const int *p) {
    enum { WIDTH, MARK_W, LOG_PACKETS, LOG_WORDS };
    const int pointer = p[LOG_PACKETS] + 1;
    if (to->below) bl_cost_block(to, p[WIDTH], 1 << (p[LOG_PACKETS] + p[LOG_WORDS]));
    bl_cost_ram(to, p[MARK_W], 1 << p[LOG_PACKETS], false);
    to->cost.lut[4] += 5.0 * pointer + 6;
    to->cost.carry += 3.0 * pointer + 2.0 * p[LOG_WORDS];
    to->cost.ff += 5.0 * pointer + 2.0 * p[LOG_WORDS];
}

void bl_cost_cell_say(struct bl_costing *to, const int *p) {
    to->cost.lut[3] += 2.0 * p[0] + 8;
    to->cost.ff += 2.0 * p[0] + 8;
}

void bl_cost_cell_hear(struct bl_costing *to, const int *p) {
    to->cost.lut[6] += p[0] / 2.0 + 2;
    to->cost.ff += 3.0 * p[0] + 6;
}

enum { CROSS_LOG_DEPTH = 4 };

void bl_cost_cell_cross(struct bl_costing *to, const int *p) {
    enum { WORD_W, CELL_WORDS };
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[WORD_W] + 2, CROSS_LOG_DEPTH);
    to->cost.lut[6] += p[WORD_W] / 5.0 + 4;
    to->cost.carry += 11;
    to->cost.ff += 11;
}

void bl_cost_cell_said(struct bl_costing *to, const int *p) {
    (void)p;
    BL_COST_BELOW(to, 1, "bl_async_fifo", 1, CROSS_LOG_DEPTH);
    to->cost.lut[4] += 4;
    to->cost.ff += 3;
}

void bl_cost_cell_sent(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[4] += 90;
    to->cost.carry += 50;
    to->cost.ff += 50;
}

void bl_cost_cell_got(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[5] += 14;
    to->cost.ff += 4;
}

static int log_channels(int channels) { return bl_log2(bl_max(1, channels)); }
static int channel_bits(int channels) { return channels <= 2 ? 1 : 2; }

void bl_cost_cell_send(struct bl_costing *to, const int *p) {
    enum { WORD_W, CELL_WORDS, VCS, LOG_CELLS, TIMEOUT, RETRIES, SILENCE, IDLE };
    BL_COST_BELOW(to, 1, "bl_cell_hear", 9 + channel_bits(p[VCS]));
    BL_COST_BELOW(to, p[VCS], "bl_cell_sent", p[TIMEOUT], p[RETRIES]);
    BL_COST_BELOW(to, 1, "bl_block_ram", p[WORD_W],
                  log_channels(p[VCS]) + p[LOG_CELLS] + log_words(p[CELL_WORDS]));
    to->cost.lut[4] += p[WORD_W] / 3.0 + 50 + 45.0 * p[VCS];
    to->cost.carry += 40 + 20.0 * p[VCS];
    to->cost.ff += p[WORD_W] + 60 + 35.0 * p[VCS] + (p[IDLE] ? 3 : 0);
}

void bl_cost_cell_direct(struct bl_costing *to, const int *p) {
    enum { WORD_W, CELL_WORDS, VCS, SILENCE, IDLE };
    BL_COST_BELOW(to, 1, "bl_cell_hear", 9 + channel_bits(p[VCS]));
    to->cost.lut[4] += p[WORD_W] / 2.0 + 10 + 12.0 * p[VCS];
    to->cost.carry += 20 + 8.0 * p[VCS] + (p[IDLE] ? 5 : 0);
    to->cost.ff += p[WORD_W] + 23 + 12.0 * p[VCS] + (p[IDLE] ? 5 : 0);
}

void bl_cost_packet_store(struct bl_costing *to, const int *p) {
    enum { WIDTH, LOG_PACKETS, LOG_WORDS, PORTS, VC_W, ORDER, COPIES };
    const int slots = 1 << p[LOG_PACKETS], queues = p[ORDER] ? p[PORTS] : 1;
    if (to->below) bl_cost_block(to, p[WIDTH], 1 << (p[LOG_PACKETS] + p[LOG_WORDS]));
    for (int i = 0; i < queues; i++)
        bl_cost_ram(to, (p[ORDER] ? p[LOG_PACKETS] : 2) + p[VC_W], slots, false);
    to->cost.lut[5] += 3.0 * slots + (p[ORDER] ? 4.0 * slots + 12.0 * queues : 10);
    to->cost.carry += 2.0 * p[LOG_WORDS] + 3.0 * p[LOG_PACKETS];
    to->cost.ff += 2.0 * p[LOG_WORDS] + (p[ORDER] ? 2 : 1) * slots +
                   2.0 * queues * (p[LOG_PACKETS] + 1) + 3.0 * p[LOG_PACKETS];
    if (!p[COPIES]) return;
    to->cost.lut[5] += p[ORDER] ? 2.0 * slots * p[PORTS] : 4.0 * p[PORTS] + 8;
    to->cost.ff += p[ORDER] ? slots * p[PORTS] + 1.0 : 2.0 * slots + p[PORTS] + 1;
}

void bl_cost_cell_receive(struct bl_costing *to, const int *p) {
    enum {
        WORD_W, CELL_WORDS, NODE_W, LOG_CELLS, VCS, ORDER, FORWARD, CROSSES, PORTS, OWN, COPIES
    };
    BL_COST_BELOW(to, 1, "bl_cell_say", 9 + channel_bits(p[VCS]));
    BL_COST_BELOW(to, p[VCS], "bl_cell_got", 0);
    BL_COST_BELOW(to, p[VCS], "bl_packet_store", p[WORD_W], p[LOG_CELLS], log_words(p[CELL_WORDS]),
                  p[PORTS], channel_bits(p[VCS]), p[ORDER], p[COPIES]);
    to->cost.lut[6] += p[CROSSES] ? 0 : p[WORD_W] / 5.0;
    to->cost.lut[4] += 40 + 20.0 * p[VCS];
    to->cost.carry += 18 + 4.0 * p[VCS];
    to->cost.ff += (p[CROSSES] ? 0 : p[WORD_W]) + p[NODE_W] + 35 + 6.0 * p[VCS];
}

void bl_cost_route_table(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, LINKS, VCS };
    const int groups = (p[NODES] + 3) / 4;
    for (int i = 0; i < p[LINKS] * p[VCS] + 2; i++) bl_cost_ram(to, 16, bl_max(2, groups), false);
    to->cost.lut[6] += 4.0 * (p[LINKS] * (p[VCS] + 1) + 2) + groups + 10;
    to->cost.ff += 2.0 * p[NODES] + 33 + 2.0 * p[LINKS];
}

void bl_cost_router(struct bl_costing *to, const int *p) {
    enum { SOURCES, TRANSIT, PORTS, WORD_W };
    bl_cost_gather(to, p[SOURCES], (double)p[PORTS] * p[WORD_W]);
    to->cost.lut[5] += 20.0 * p[SOURCES] + (double)p[PORTS] * p[SOURCES] * 8;
    to->cost.carry += 11.0 * (p[SOURCES] + p[PORTS]);
    to->cost.ff += p[PORTS] * (p[WORD_W] + 24.0) + 28.0 * p[SOURCES];
}

void bl_cost_cell_gather(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W, FLITS };
    const int data = p[ELEMS] * p[ELEM_W], flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    BL_COST_BELOW(to, 1, "bl_block_ram", data, p[NODE_W] + 3 + bl_max(1, bl_log2(p[FLITS])));
    bl_cost_gather(to, p[NODES], flit);
    bl_cost_ram(to, 9 + p[CHAN_W] + p[ELEMS], 8 << p[NODE_W], false);
    to->cost.lut[5] += 40.0 * p[NODES];
    to->cost.carry += 20.0 * p[NODES];
    to->cost.ff += flit + (22.0 + p[CHAN_W]) * p[NODES] + 16;
}

void bl_cost_cell_make(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W, WORD_W, CELL_WORDS, LOG_BUFFER };
    const int parts = (p[ELEMS] * p[ELEM_W] + p[WORD_W] - 1) / p[WORD_W];
    const int header = bl_cell_header_width(p[NODE_W], p[ELEMS], p[CHAN_W]);
    const int heads = (header + p[WORD_W] - 1) / p[WORD_W];
    BL_COST_BELOW(to, 1, "bl_cell_gather", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  bl_max(1, bl_min(64, (p[CELL_WORDS] - heads) / parts)));
    BL_COST_BELOW(to, 2, "bl_packet_ring", p[WORD_W], p[NODE_W], 2, log_words(p[CELL_WORDS]));
    bl_cost_choose(to, parts + 1, p[WORD_W]);
    bl_cost_choose(to, p[NODES], 8 + 3);
    to->cost.lut[4] += p[NODES] * (2.0 * p[LOG_BUFFER] + 14) + 50;
    to->cost.carry += p[NODES] * (p[LOG_BUFFER] + 2.0) + 28;
    to->cost.ff += p[NODES] * (p[LOG_BUFFER] + 6.0) + header + bl_min(header, p[WORD_W]) + 60;
}

void bl_cost_cell_open(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, ELEMS, ELEM_W, CHAN_W, WORD_W };
    const int parts = (p[ELEMS] * p[ELEM_W] + p[WORD_W] - 1) / p[WORD_W];
    const int heads = (bl_cell_header_width(p[NODE_W], p[ELEMS], p[CHAN_W]) - 1) / p[WORD_W];
    to->cost.lut[4] += p[NODES] * 6.0 + 45;
    to->cost.carry += 20;
    to->cost.ff += (parts + heads) * p[WORD_W] + p[NODES] * 7.0 + 2 * p[ELEMS] + 38;
}

void bl_cost_cell_barrier(struct bl_costing *to, const int *p) {
    enum { NODES, NODE_W, CHAN_W, BARRIERS };
    to->cost.lut[5] += p[BARRIERS] * (p[NODE_W] + 5.0) + p[CHAN_W] + 8;
    to->cost.carry += p[BARRIERS] * (p[NODE_W] + 1.0);
    to->cost.ff += p[BARRIERS] * (p[NODE_W] + 3.0) + 2 + p[CHAN_W];
}

void bl_cost_cells(struct bl_costing *to, const int *p) {
    enum {
        NODES,
        NODE_W,
        ELEMS,
        ELEM_W,
        CHAN_W,
        WORD_W,
        CELL_WORDS,
        VCS,
        LOG_CELLS,
        ORDER,
        FORWARD,
        LOG_BUFFER,
        TIMEOUT,
        RETRIES,
        SILENCE,
        IDLE,
        REPAIR,
        CROSSES,
        BARRIERS
    };
    enum { LINKS = 2, PORTS = 3, OWN = 3, VC_AT = BL_CELL_HEADER_VC_AT, KEPT = 3 };
    const int sources = LINKS * p[VCS] + 2;
    const int flit = bl_flit_width(p[ELEMS], p[ELEM_W], p[CHAN_W]);
    bl_cost_show(to);
    BL_COST_BELOW(to, 2, "bl_cell_receive", p[WORD_W], p[CELL_WORDS], p[NODE_W], p[LOG_CELLS],
                  p[VCS], p[ORDER], p[FORWARD], p[CROSSES], PORTS, OWN, p[BARRIERS] > 0);
    if (p[REPAIR])
        BL_COST_BELOW(to, 2, "bl_cell_send", p[WORD_W], p[CELL_WORDS], p[VCS], KEPT, p[TIMEOUT],
                      p[RETRIES], p[SILENCE], p[IDLE]);
    else
        BL_COST_BELOW(to, 2, "bl_cell_direct", p[WORD_W], p[CELL_WORDS], p[VCS], p[SILENCE],
                      p[IDLE]);
    BL_COST_BELOW(to, 1, "bl_route_table", p[NODES], p[NODE_W], LINKS, p[VCS]);
    BL_COST_BELOW(to, 1, "bl_router", sources, LINKS * p[VCS], PORTS, p[WORD_W], p[CELL_WORDS],
                  p[VCS], VC_AT);
    BL_COST_BELOW(to, 1, "bl_cell_make", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  p[WORD_W], p[CELL_WORDS], p[LOG_BUFFER]);
    BL_COST_BELOW(to, 1, "bl_cell_open", p[NODES], p[NODE_W], p[ELEMS], p[ELEM_W], p[CHAN_W],
                  p[WORD_W]);
    if (p[BARRIERS])
        BL_COST_BELOW(to, 1, "bl_cell_barrier", p[NODES], p[NODE_W], p[CHAN_W], p[BARRIERS]);
    bl_cost_gather(to, p[NODES], flit);
    bl_cost_choose(to, 2, p[NODES] * (flit + 4.0));
    to->cost.carry += 3 * 32;
    to->cost.ff += flit + 4 + 10 + 3 * 32;
}
