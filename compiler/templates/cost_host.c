/* What the templates of rtl_templates/host/ take: registers as their files have them, and the logic
 * between those. */
#include "base/bits.h"
#include "templates/cost.h"

/* Tables of six inputs for a bit of what is chosen: those that are found to be first choose it,
   each by tables of its own, as Yosys counts them. */
static double tables_of_turns(int ports) {
    static const double few[] = {0, 0, 1.0, 1.6, 3.1};
    return ports <= 4 ? few[ports] : few[4] + 0.16 * (ports - 4);
}

void bl_cost_axi_arbiter(struct bl_costing *to, const int *p) {
    enum { PORTS, A_W, B_W };
    to->cost.lut[6] += tables_of_turns(p[PORTS]) * (p[A_W] + p[B_W]);
    to->cost.lut[4] += 2.0 * p[PORTS];
    to->cost.carry += 2.0 * p[PORTS];
    to->cost.ff += p[PORTS];
}

void bl_cost_axi_read_join(struct bl_costing *to, const int *p) {
    enum { PORTS, ADDR_W, DATA_W, LOG_DEPTH };
    BL_COST_BELOW(to, 1, "bl_axi_arbiter", p[PORTS], p[ADDR_W], 8);
    BL_COST_BELOW(to, 1, "bl_fifo", p[PORTS], p[LOG_DEPTH]);
    to->cost.lut[4] += p[PORTS] + 4;
    to->cost.ff += p[ADDR_W] + 9;
}

void bl_cost_axi_write_join(struct bl_costing *to, const int *p) {
    enum { PORTS, ADDR_W, DATA_W, LOG_DEPTH };
    const int word = p[DATA_W] + p[DATA_W] / 8 + 1;
    BL_COST_BELOW(to, 1, "bl_axi_arbiter", p[PORTS], p[ADDR_W], 8);
    BL_COST_BELOW(to, 2, "bl_fifo", p[PORTS], p[LOG_DEPTH]);
    bl_cost_gather(to, p[PORTS], word);
    to->cost.lut[5] += 0.083 * bl_max(0, p[PORTS] - 3) * word;
    to->cost.lut[4] += 2 * p[PORTS] + 8;
    to->cost.ff += p[ADDR_W] + word + 10;
}

void bl_cost_dma_walk(struct bl_costing *to, const int *p) {
    enum { ADDR_W, COUNT_W, LOG_WORDS, TAG_W };
    to->cost.lut[3] += p[ADDR_W] + p[COUNT_W] + p[LOG_WORDS];
    to->cost.lut[4] += 6;
    to->cost.carry += p[ADDR_W] + 2.0 * p[COUNT_W];
    to->cost.ff += 2.0 * (p[ADDR_W] + p[TAG_W]) + p[COUNT_W] + p[LOG_WORDS] + 6;
}

void bl_cost_dma_mover(struct bl_costing *to, const int *p) {
    enum { S_ADDR_W, D_ADDR_W, S_WINDOW, D_WINDOW, DATA_W, LOG_PIECE, LOG_QUEUE };
    enum { LOG_JOBS = 3, LOG_LISTED = 5, DESCRIPTOR = 154, STAMP = 32 };
    const int log_bytes = bl_log2(p[DATA_W] / 8), lanes = p[DATA_W] / 32, lane_bits = log_bytes - 2,
              words = p[LOG_PIECE] - log_bytes, count = 19 - lane_bits;
    BL_COST_BELOW(to, 1, "bl_dma_walk", p[S_ADDR_W] - log_bytes, count, words, 1);
    BL_COST_BELOW(to, 1, "bl_dma_walk", p[D_ADDR_W] - log_bytes, count, words, 2 * lane_bits);
    BL_COST_BELOW(to, 1, "bl_fifo_block", p[DATA_W] + 1, p[LOG_QUEUE]);
    BL_COST_BELOW(to, 1, "bl_fifo", p[D_ADDR_W] - log_bytes + count + 2 * lane_bits, LOG_JOBS);
    BL_COST_BELOW(to, 1, "bl_fifo", 10 + 2 * lane_bits, LOG_LISTED);
    BL_COST_BELOW(to, 1, "bl_fifo", 2, LOG_LISTED);
    BL_COST_BELOW(to, 1, "bl_fifo", STAMP + 10, LOG_LISTED);
    to->cost.lut[4] += 2.0 * lanes + 60;
    to->cost.lut[6] += lanes + 30;
    to->cost.carry += 2.0 * 66 + 2.0 * STAMP + 2.0 * count + 6.0 * p[LOG_QUEUE] + 40;
    to->cost.ff += DESCRIPTOR + 2.0 * STAMP + p[S_ADDR_W] + p[D_ADDR_W] + p[DATA_W] + lanes +
                   2.0 * p[LOG_QUEUE] + count + 110;
}

void bl_cost_dma_queue(struct bl_costing *to, const int *p) {
    enum { LOG_DEPTH, LOG_DONE };
    enum { DESCRIPTOR = 160, COMPLETION = 48 };
    BL_COST_BELOW(to, 2, "bl_fifo", DESCRIPTOR, p[LOG_DEPTH]);
    BL_COST_BELOW(to, 1, "bl_fifo", 10, p[LOG_DONE] + 1);
    BL_COST_BELOW(to, 2, "bl_fifo", COMPLETION, p[LOG_DONE]);
    to->cost.lut[3] += DESCRIPTOR + COMPLETION;
    to->cost.lut[6] += 12;
    to->cost.carry += 2.0 * p[LOG_DONE];
    to->cost.ff += DESCRIPTOR + 2.0 * p[LOG_DONE] + 7;
}

void bl_cost_dma_fetch(struct bl_costing *to, const int *p) {
    enum { DATA_W, LOG_PIECE, LOG_ROOM };
    enum { DESCRIPTOR = 160, WORD = 256 };
    if (p[DATA_W] > WORD) bl_cost_choose(to, p[DATA_W] / WORD, DESCRIPTOR);
    if (p[DATA_W] < WORD) to->cost.ff += WORD - p[DATA_W];
    to->cost.lut[4] += 60;
    to->cost.carry += 59 + 8.0 * 8;
    to->cost.ff += DESCRIPTOR + 64 + 59 + 5.0 * 8 + 12;
}

void bl_cost_dma_status(struct bl_costing *to, const int *p) {
    enum { DATA_W, LOG_UNDER_WAY };
    to->cost.lut[4] += 14;
    to->cost.carry += 64 + 16 + 8 + p[LOG_UNDER_WAY] + 12.0;
    to->cost.ff += 64 + 64 + 16 + 8 + p[LOG_UNDER_WAY] + 6.0;
}

void bl_cost_dma_descriptor_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_dma_descriptor_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_dma_module(struct bl_costing *to, const int *p) {
    enum { S_ADDR_W, D_ADDR_W, S_WINDOW, D_WINDOW, DATA_W, LOG_PIECE, LOG_QUEUE };
    enum { LOG_HOST = 5, LOG_DONE = 4, LOG_UNDER_WAY = 4 };
    BL_COST_BELOW(to, 1, "bl_dma_fetch", p[DATA_W], p[LOG_PIECE], LOG_HOST);
    BL_COST_BELOW(to, 1, "bl_dma_queue", LOG_HOST, LOG_DONE);
    BL_COST_BELOW(to, 1, "bl_dma_mover", p[S_ADDR_W], p[D_ADDR_W], p[S_WINDOW], p[D_WINDOW],
                  p[DATA_W], p[LOG_PIECE], p[LOG_QUEUE]);
    BL_COST_BELOW(to, 1, "bl_dma_status", p[DATA_W], LOG_UNDER_WAY);
    to->cost.ff += 1;
}

void bl_cost_dma(struct bl_costing *to, const int *p) {
    enum { DATA_W, CARD_W, WINDOW_BITS, LOG_PIECE, LOG_QUEUE };
    enum { MASTERS = 3, HOST_W = 64, LOG_DEPTH = 5 };
    BL_COST_BELOW(to, 1, "bl_axi_read_join", MASTERS, HOST_W, p[DATA_W], LOG_DEPTH);
    BL_COST_BELOW(to, 1, "bl_axi_write_join", MASTERS, HOST_W, p[DATA_W], LOG_DEPTH);
    BL_COST_BELOW(to, 1, "bl_dma_module", HOST_W, p[CARD_W], HOST_W, p[WINDOW_BITS], p[DATA_W],
                  p[LOG_PIECE], p[LOG_QUEUE]);
    BL_COST_BELOW(to, 1, "bl_dma_module", p[CARD_W], HOST_W, p[WINDOW_BITS], HOST_W, p[DATA_W],
                  p[LOG_PIECE], p[LOG_QUEUE]);
}

void bl_cost_dma_kernels(struct bl_costing *to, const int *p) {
    enum { PORTS };
    enum { LOW = 128, HIGH = 32, COMPLETION = 40 };
    BL_COST_BELOW(to, 1, "bl_axi_arbiter", p[PORTS], LOW, HIGH);
    to->cost.lut[4] += 3.0 * p[PORTS] + 4;
    to->cost.ff += LOW + HIGH + COMPLETION + p[PORTS] + 1.0;
}

void bl_cost_dma_window(struct bl_costing *to, const int *p) {
    enum { CHANNELS, CARD_W, ADDR_W, DATA_W, LOG_DEPTH };
    BL_COST_BELOW(to, 1, "bl_fifo", p[CHANNELS] + 9, p[LOG_DEPTH]);
    BL_COST_BELOW(to, 2, "bl_fifo", p[CHANNELS] + 1, p[LOG_DEPTH]);
    bl_cost_gather(to, p[CHANNELS], p[DATA_W] + 4.0);
    to->cost.lut[4] += 14.0 * p[CHANNELS] + 30;
    to->cost.carry += 8 + p[LOG_DEPTH];
    to->cost.ff += 2.0 * (p[ADDR_W] + 8) + 3.0 * p[CHANNELS] + 2.0 * p[DATA_W] + p[DATA_W] / 8.0 +
                   p[LOG_DEPTH] + 18;
}

void bl_cost_dma_share(struct bl_costing *to, const int *p) {
    enum { ADDR_W, DATA_W };
    to->cost.lut[3] += 2.0 * (p[ADDR_W] + 8) + p[DATA_W] + p[DATA_W] / 8.0 + 6;
    to->cost.lut[2] += 10;
}
