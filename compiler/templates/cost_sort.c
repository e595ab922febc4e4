/* What the templates of rtl_templates/sort take. Constants are Yosys' counts of the control logic.
 */
#include "base/bits.h"
#include "board/board.h"
#include "templates/cost.h"

#include <math.h>
#include <string.h>

void bl_cost_queue(struct bl_costing *to, const int *p) {
    const int width = p[0], bits = p[1];
    bl_cost_ram(to, width, 1 << bits, true);
    to->cost.lut[2] += 4;
    to->cost.lut[3] += 5;
    to->cost.lut[4] += 1;
    to->cost.lut[6] += 2;
    to->cost.carry += 2 * bits;
    to->cost.ff += 3 * bits + 1;
}

void bl_cost_crosspoint(struct bl_costing *to, const int *p) {
    const int queues = p[0], width = p[1], bits = p[2];
    to->cost.lut[queues > 2 ? 6 : 5] += queues > 1
                                            ? width
                                            : 0; /* a choice with what enables the register */
    if (queues > 4) to->cost.lut[6] += width;
    to->cost.lut[2] += 1;
    if (queues > 1) to->cost.lut[4] += 5 * queues - 6;
    if (queues > 2) to->cost.lut[6] += 6;
    to->cost.ff += width + 1 + (queues > 2 ? 5 : queues - 1);
    BL_COST_BELOW(to, queues, "bl_queue", width, bits);
}

/* A prefix sum, and a 2:1 switch for every bit and line in each stage of the butterfly; what is
 * decided of a line's number goes. */
void bl_cost_concentrator(struct bl_costing *to, const int *p) {
    const int ports = p[0], width = p[1], bits = bl_log2(ports);
    for (int stage = 1; stage <= bits; stage++) {
        const int switched = ports * (1 + width + bits - stage);
        const bool alone = stage == bits && stage % 2;
        if (alone) to->cost.lut[3] += switched;
        else to->cost.lut[4] += 0.55 * switched, to->cost.lut[5] += 0.45 * switched;
        if (stage % 2 == 0 || stage == bits) to->cost.ff += switched;
    }
    /* Of just two stages ABC makes far more 4-input tables than switches: 1448 for 32 bits on
     * Spartan-3E, 941 on Spartan-II. */
    if (ports == 4 && !strcmp(to->board->family->logic_unit, "lut4"))
        to->cost.lut[4] += 6 * ports * width;
    to->cost.lut[2] += 2 * ports;
    to->cost.lut[6] += 2 * ports;
    to->cost.carry += 2 * ports * bits + 3;
    to->cost.ff += ports * (1 + bits + width) + bits + 1;
}

void bl_cost_collector(struct bl_costing *to, const int *p) {
    const int ports = p[0], elems = p[1], width = p[2], bits = p[3],
              counted = ports > 7 ? ports : 7;
    if (ports > elems) bl_cost_choose(to, 2, elems * width + elems);
    to->cost.lut[2] += 1.8 * counted;
    to->cost.lut[4] += 0.7 * counted;
    to->cost.lut[5] += 0.25 * counted;
    to->cost.lut[6] += 1.45 * counted;
    to->cost.ff += elems * width + elems + 16;
    BL_COST_BELOW(to, 1, "bl_concentrator", ports, width);
    BL_COST_BELOW(to, ports, "bl_queue", width, bits);
}

void bl_cost_crossbar_input(struct bl_costing *to, const int *p) {
    const int outputs = p[0], elems = p[1], width = p[2], dest = p[3], queues = outputs * elems;
    to->cost.lut[2] += 10;
    to->cost.lut[dest + 1 < 6 ? (dest < 2 ? 3 : dest + 1) : 6] += 1.3 * queues;
    to->cost.lut[4] += 1.2 * queues;
    to->cost.ff += elems * width + queues + 4;
    BL_COST_BELOW(to, 1, "bl_skid", elems * (width + dest + 1) + 1);
}

void bl_cost_crossbar_output(struct bl_costing *to, const int *p) {
    const int inputs = p[0], elems = p[1], width = p[2], bits = p[3], halves = inputs == 1 ? 1 : 2,
              ports = halves * elems;
    to->cost.lut[4] += 2 + inputs * elems / 8.0;
    to->cost.lut[6] += inputs * elems / 16.0;
    to->cost.ff += 1;
    BL_COST_BELOW(to, ports, "bl_crosspoint", inputs / halves, width, bits);
    BL_COST_BELOW(to, 1, "bl_collector", ports, elems, width, 5);
}

void bl_cost_crossbar(struct bl_costing *to, const int *p) {
    const int inputs = p[0], outputs = p[1], elems = p[2], width = p[3], dest = p[4],
              ordered = p[5], bits = p[6];
    to->cost.lut[4] += 2 + (inputs + outputs) / 3.0 + ordered * (inputs + outputs) / 3.0;
    to->cost.ff += 2;
    BL_COST_BELOW(to, inputs, "bl_crossbar_input", outputs, elems, width, dest);
    BL_COST_BELOW(to, outputs, "bl_crossbar_output", inputs, elems, width, bits);
}

void bl_cost_packer(struct bl_costing *to, const int *p) {
    to->cost.lut[2] += 3;
    to->cost.lut[3] += p[0];
    to->cost.ff += 1;
    BL_COST_BELOW(to, 1, "bl_collector", p[0], p[0], p[1], 5);
}

void bl_cost_histogram(struct bl_costing *to, const int *p) {
    const int lanes = p[0], elems = p[1], bin = p[2], count = p[3], block = p[5];
    to->cost.lut[2] += lanes * elems + 4;
    to->cost.lut[4] += 5 + lanes;
    to->cost.carry += bin;
    to->cost.ff += lanes * elems * (1 + bin) + 3 + lanes + bin;
    BL_COST_BELOW(to, lanes * elems, "bl_histogram_cell", bin, count, block);
}

void bl_cost_histogram_cell(struct bl_costing *to, const int *p) {
    const int bin = p[0], count = p[1], block = p[2];
    if (block) {
        to->cost.lut[3] += count;
        to->cost.lut[4] += bin / 2.0;
        to->cost.ff += 3 + bin + 2 * count;
        BL_COST_BELOW(to, 1, "bl_block_ram", count, bin);
    } else bl_cost_ram(to, count, 1 << bin, false);
    to->cost.lut[2] += 2 * count + 2;
    to->cost.lut[3] += bin;
    to->cost.carry += count;
    to->cost.ff += 1 + bin + count;
}

void bl_cost_sizes(struct bl_costing *to, const int *p) {
    const int count = p[3], groups = p[4], flows = 1 << p[0];
    to->cost.lut[4] += groups * count + 4;
    to->cost.carry += groups * count;
    to->cost.ff += groups * count * (1 + flows) + 1;
}

void bl_cost_counts(struct bl_costing *to, const int *p) {
    const int bits = p[0], count = p[1];
    to->cost.lut[5] += bits < 4 ? 1 << bits : 16;
    to->cost.ff += (bits < 4 ? 1 << bits : 16) * count;
    if (bits <= 4) return;
    to->cost.lut[5] += 1;
    to->cost.ff += bits - 3;
    BL_COST_BELOW(to, 1, "bl_block_ram", 16 * count, bits - 4);
}

void bl_cost_slice(struct bl_costing *to, const int *p) { (void)to, (void)p; /* wires */ }

/* A tree of XORs for each bit, as deep as the mean of the masks asks for; wires where a mask has
 * one bit. */
void bl_cost_mix(struct bl_costing *to, const int *p) {
    const int count = p[0], bits = p[4], terms = p[6];
    const double each = (double)terms / bits;
    if (each <= 1) return;
    if (each <= BL_LUT_INPUTS) to->cost.lut[(int)ceil(each)] += count * bits;
    else to->cost.lut[BL_LUT_INPUTS] += count * bits * (each - 1) / (BL_LUT_INPUTS - 1);
}

/* Each LUT takes what is left of the bits above and as many more as it has inputs for. */
void bl_cost_modulo(struct bl_costing *to, const int *p) {
    const int count = p[0], bits = p[1], width = p[3];
    const int more = width < BL_LUT_INPUTS ? BL_LUT_INPUTS - width : 1;
    to->cost.lut[BL_LUT_INPUTS] += count * width * ((bits - 1) / more + 1);
}

void bl_cost_table(struct bl_costing *to, const int *p) {
    const int elems = p[0], dest = p[1], log_strip = p[2], width = p[3];
    to->cost.lut[3] += 5;
    to->cost.ff += width + elems + 2 + elems * dest;
    BL_COST_BELOW(to, 1, "bl_fifo_block", elems * dest, log_strip + 1);
}
