/* What the templates of rtl_templates/kernel/ take: registers as their files have them, and the
 * logic between those. */
#include "base/bits.h"
#include "templates/cost.h"

enum { GRANULE = 32, ADDRESS = 64, LENGTH = 32, LOG_WAITING = 2 /* commands of a take, a fill */ };

static int lane_bits(int data_w) { return bl_log2(data_w / GRANULE); }

void bl_cost_kernel_pack(struct bl_costing *to, const int *p) {
    enum { DATA_W, DROP };
    const int lanes = p[DATA_W] / GRANULE, bits = lane_bits(p[DATA_W]);
    const double turned = 0.45 * p[DATA_W] * (bits + 1);
    to->cost.lut[2] += 17 + 4.0 * bits;
    to->cost.lut[3] += turned;
    to->cost.lut[4] += 60 + 4.0 * lanes;
    to->cost.lut[5] += turned;
    to->cost.lut[6] += 12 + 7.0 * bits;
    to->cost.carry += 40 + 3.0 * bits;
    to->cost.ff += 2.0 * p[DATA_W] - GRANULE + 2.0 * lanes + LENGTH + 8 + 3.0 * bits;
}

void bl_cost_kernel_take(struct bl_costing *to, const int *p) {
    enum { DATA_W };
    BL_COST_BELOW(to, 1, "bl_fifo", LENGTH, LOG_WAITING);
    BL_COST_BELOW(to, 1, "bl_kernel_pack", p[DATA_W], 0);
    to->cost.lut[4] += p[DATA_W] / GRANULE;
}

void bl_cost_kernel_owed(struct bl_costing *to, const int *p) {
    enum { ENDS, DATA_W, SENDS, LOG_PATIENCE };
    enum { OWED = 37, COUNT = 6 };
    const double lanes = p[DATA_W] / GRANULE;
    bl_cost_choose(to, p[ENDS], OWED + 8);
    to->cost.lut[4] += p[ENDS] * (OWED + 7.5 * lanes + 16);
    to->cost.carry += p[ENDS] * 2.0 * OWED + p[LOG_PATIENCE];
    to->cost.ff += p[ENDS] * (OWED + COUNT + 3.0) + 2.0 * LENGTH + 8 + p[LOG_PATIENCE] + 2;
}

void bl_cost_kernel_descriptor(struct bl_costing *to, const int *p) {
    enum { CONTROL = 17 };
    (void)p;
    to->cost.lut[4] += 24;
    to->cost.carry += 8;
    to->cost.ff += 2.0 * ADDRESS + LENGTH + 18 + CONTROL;
}

void bl_cost_kernel_fill(struct bl_costing *to, const int *p) {
    enum { DATA_W };
    BL_COST_BELOW(to, 1, "bl_fifo", 2 * LENGTH, LOG_WAITING);
    to->cost.lut[4] += 2.0 * LENGTH + 2.0 * p[DATA_W] / GRANULE + 24;
    to->cost.carry += 3.0 * LENGTH;
    to->cost.ff += 2.0 * LENGTH + p[DATA_W] / GRANULE + 2;
}

void bl_cost_kernel_read(struct bl_costing *to, const int *p) {
    enum { DATA_W, LOG_PIECE, LOG_QUEUE };
    enum { LOG_JOBS = 5, LOG_ASKED = 3, LOG_CROSS = 5 };
    const int bits = lane_bits(p[DATA_W]), log_bytes = bits + 2, address = ADDRESS - log_bytes,
              count = LENGTH + 1 - bits;
    BL_COST_BELOW(to, 1, "bl_async_fifo", address + count, LOG_ASKED);
    BL_COST_BELOW(to, 1, "bl_dma_walk", address, count, p[LOG_PIECE] - log_bytes, 1);
    BL_COST_BELOW(to, 1, "bl_fifo_block", p[DATA_W] + 1, p[LOG_QUEUE]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[DATA_W] + 1, LOG_CROSS);
    BL_COST_BELOW(to, 1, "bl_fifo", bits + LENGTH, LOG_JOBS);
    BL_COST_BELOW(to, 1, "bl_kernel_pack", p[DATA_W], 1);
    to->cost.lut[3] += p[DATA_W] + 1;
    to->cost.lut[4] += 60;
    to->cost.carry += 2.0 * LENGTH + 3.0 * p[LOG_QUEUE] + 16;
    to->cost.ff += 2.0 * (p[LOG_QUEUE] + 1) + bits + 2;
}

void bl_cost_kernel_write(struct bl_costing *to, const int *p) {
    enum { DATA_W, LOG_PIECE };
    enum { LOG_MOST = 4, LOG_JOBS = 3, LOG_CROSS = 5, LOG_LIST = 5 };
    const int lanes = p[DATA_W] / GRANULE, bits = lane_bits(p[DATA_W]), log_bytes = bits + 2,
              address = ADDRESS - log_bytes,
              words = p[LOG_PIECE] - log_bytes < LOG_MOST ? p[LOG_PIECE] - log_bytes : LOG_MOST;
    BL_COST_BELOW(to, 1, "bl_fifo", bits + LENGTH, LOG_JOBS);
    BL_COST_BELOW(to, 1, "bl_fifo", address, LOG_JOBS);
    BL_COST_BELOW(to, 1, "bl_kernel_pack", p[DATA_W], 0);
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[DATA_W] + lanes + 1, LOG_CROSS);
    BL_COST_BELOW(to, 1, "bl_async_fifo", address + words + 1, LOG_CROSS);
    BL_COST_BELOW(to, 1, "bl_fifo", 1, LOG_LIST);
    BL_COST_BELOW(to, 1, "bl_async_fifo", 1, LOG_LIST);
    to->cost.lut[3] += address + words;
    to->cost.lut[6] += lanes + 10.0;
    to->cost.carry += address - words + 2.0 * words + LOG_CROSS;
    to->cost.ff += address + words + LOG_CROSS + 5.0;
}

void bl_cost_kernel_switch(struct bl_costing *to, const int *p) {
    enum { SOURCES, TARGETS, DATA_W, MASK };
    enum { LOG_MOVES = 3 };
    const int word = p[DATA_W] + p[DATA_W] / GRANULE + 1, ways = p[MASK] / p[TARGETS],
              more = p[MASK] % p[TARGETS], source_bits = bl_index_bits(p[SOURCES]),
              target_bits = bl_index_bits(p[TARGETS]);
    BL_COST_BELOW(to, p[SOURCES], "bl_fifo", target_bits, LOG_MOVES);
    BL_COST_BELOW(to, p[TARGETS], "bl_fifo", source_bits, LOG_MOVES);
    BL_COST_BELOW(to, p[TARGETS], "bl_skid", word);
    bl_cost_choose(to, ways, (double)(p[TARGETS] - more) * word);
    bl_cost_choose(to, ways + 1, (double)more * word);
    to->cost.lut[4] += 2.0 * p[MASK];
    to->cost.lut[6] += (2.0 * p[SOURCES] + 3.0 * p[TARGETS]) / 5;
    to->cost.ff += 1;
}

void bl_cost_kernel_combine(struct bl_costing *to, const int *p) {
    enum { DATA_W, ELEM_W, SIGNED, OPERATION };
    const int lanes = p[DATA_W] / GRANULE, elements = p[DATA_W] / p[ELEM_W];
    to->cost.lut[4] += 5;
    to->cost.carry += p[DATA_W];
    to->cost.ff += p[DATA_W] + lanes + 2;
    if (p[OPERATION]) {
        to->cost.lut[3] += p[DATA_W];
        to->cost.lut[4] += 80 + 4.5 * elements;
        to->cost.ff += p[DATA_W] + elements;
    }
    BL_COST_BELOW(to, 1, "bl_skid", p[DATA_W] + lanes + 1);
}

void bl_cost_kernel_copy(struct bl_costing *to, const int *p) {
    enum { OUTPUTS, DATA_W };
    to->cost.lut[6] += p[OUTPUTS] / 5.0;
    BL_COST_BELOW(to, p[OUTPUTS], "bl_skid", p[DATA_W] + p[DATA_W] / GRANULE + 1);
}

void bl_cost_kernel_reduce(struct bl_costing *to, const int *p) {
    enum { INPUTS, OUTPUTS, DATA_W, ELEM_W, SIGNED, OPERATION };
    BL_COST_BELOW(to, p[INPUTS] - 1, "bl_kernel_combine", p[DATA_W], p[ELEM_W], p[SIGNED],
                  p[OPERATION]);
    BL_COST_BELOW(to, 1, "bl_kernel_copy", p[OUTPUTS], p[DATA_W]);
}
