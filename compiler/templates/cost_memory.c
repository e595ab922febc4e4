/* What the templates of rtl_templates/memory take. Constants are Yosys' counts of the control
 * logic. */
#include "base/bits.h"
#include "templates/cost.h"

void bl_cost_burst_walk(struct bl_costing *to, const int *p) {
    const int addr = p[0], number = p[1], log_bytes = p[2], log_group = p[3];
    to->cost.lut[3] += number + 1;
    to->cost.lut[4] += 2 * number + 5;
    to->cost.lut[5] += addr - log_bytes + number;
    to->cost.lut[6] += 7 + log_group / 2;
    to->cost.carry += 3 * number + addr - log_bytes + 8;
    to->cost.ff += addr + 2 * number + 2 + log_group;
}

/* A queue in distributed RAM up to 32 words, in block RAM above. */
static void queue(struct bl_costing *to, int width, int bits) {
    BL_COST_BELOW(to, 1, bits <= 5 ? "bl_fifo" : "bl_fifo_block", width, bits);
}

void bl_cost_reader(struct bl_costing *to, const int *p) {
    const int addr = p[0], data = p[1], beats = p[2], count = p[3], bits = p[4], streams = p[5],
              turn = p[7], elem = p[8];
    const int elems = data / elem, log_burst = bl_log2(beats), log_bytes = bl_log2(data / 8);
    const int number = count - bl_log2(elems) - log_burst;
    to->cost.lut[2] += 12;
    to->cost.lut[3] += 9 + elems + addr * streams;
    to->cost.lut[4] += 8 + addr * streams;
    to->cost.lut[5] += 11;
    to->cost.lut[6] += 10;
    to->cost.carry += 49 + bits + elems + addr * streams;
    to->cost.ff += 89 + bits + elems + 2 * addr * streams;
    if (streams > 2) bl_cost_choose(to, streams, addr + 3);
    BL_COST_BELOW(to, streams, "bl_burst_walk", addr, number, log_bytes + log_burst,
                  bl_log2(turn) - log_burst);
    const int asked = bits - log_burst > 5 ? bits - log_burst : 5;
    BL_COST_BELOW(to, 1, asked > 8 ? "bl_fifo_block" : "bl_fifo", 3, asked);
    queue(to, data + 4, bits);
}

void bl_cost_writer(struct bl_costing *to, const int *p) {
    const int addr = p[0], data = p[1], beats = p[2], count = p[3], bits = p[4], streams = p[5],
              elem = p[7];
    const int elems = data / elem, words = count - bl_log2(elems),
              step = addr - bl_log2(beats * data / 8);
    to->cost.lut[2] += 11;
    to->cost.lut[3] += 15 + (words + addr) * streams + 20 * (streams - 1);
    to->cost.lut[4] += 3 + elems + 14 * (streams - 1);
    to->cost.lut[5] += 15;
    to->cost.lut[6] += 14;
    to->cost.carry += 38 + words + (words + step + 8) * streams;
    to->cost.ff += 23 + words + bl_log2(elems) + (words + addr + 4) * streams;
    if (streams > 2) bl_cost_choose(to, streams, addr + 2);
    BL_COST_BELOW(to, 1, "bl_fifo", addr + 8, 5);
    BL_COST_BELOW(to, 1, "bl_fifo", 8, 5);
    queue(to, data + elems, bits);
}

void bl_cost_side_switch(struct bl_costing *to, const int *p) {
    to->cost.lut[2] += 10;
    to->cost.lut[3] += p[1] + 10;
}

void bl_cost_read_crossing(struct bl_costing *to, const int *p) {
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[0] + 8, p[2]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[1] + 3, p[2]);
}

void bl_cost_write_crossing(struct bl_costing *to, const int *p) {
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[0] + 8, p[2]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", p[1] + p[1] / 8 + 1, p[2]);
    BL_COST_BELOW(to, 1, "bl_async_fifo", 2, p[2]);
}

void bl_cost_zip(struct bl_costing *to, const int *p) {
    const int data = p[0], elems = p[0] / p[1], columns = p[2], records = p[3], bits = p[5];
    const int word = records * columns * p[1], parts = elems / records;
    if (parts > 1) bl_cost_choose(to, parts, word + records);
    to->cost.lut[4] += 4 + columns;
    to->cost.ff += word + records + 2 + bl_log2(parts);
    BL_COST_BELOW(to, 1, "bl_fifo", data + elems + 1, bits);
    BL_COST_BELOW(to, columns - 1, "bl_fifo", data, bits);
}

void bl_cost_unzip(struct bl_costing *to, const int *p) {
    const int data = p[0], elems = p[0] / p[1], columns = p[2], records = p[3], bits = p[6];
    const int word = records * columns * p[1], held = elems / records - 1;
    bl_cost_choose(to, 2, held * word + elems);
    bl_cost_choose(to, columns, data + elems + 1);
    to->cost.lut[4] += 6 + columns;
    to->cost.carry += 8;
    to->cost.ff += held * (word + records) + 10;
    BL_COST_BELOW(to, columns, "bl_fifo", data + elems + 1, bits);
}
