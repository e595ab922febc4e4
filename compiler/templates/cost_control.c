/* What the templates of rtl_templates/control take. Constants are Yosys' counts of the control
 * logic. */
#include "base/bits.h"
#include "templates/cost.h"

enum { HOST_WORD = 32 };

void bl_cost_capture(struct bl_costing *to, const int *p) { to->cost.ff += p[0]; }

void bl_cost_epoch(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[2] += 1;
    to->cost.ff += 1;
}

/* A choice and a register for each half of each channel, and a tree that joins them. */
void bl_cost_faults(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += 4 * p[0] + 2;
    to->cost.lut[6] += 1 + 0.4 * p[0];
    to->cost.ff += 4 * p[0] + 3;
}

void bl_cost_start_gate(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[3] += 2;
    to->cost.ff += 1;
}

/* Words are read by rows of 16: a choice of one of them for every bit, and a row at a time. */
void bl_cost_registers(struct bl_costing *to, const int *p) {
    const int reads = p[0], writes = p[1], rows = 1 + (reads + 15) / 16 + (writes + 15) / 16;
    to->cost.lut[3] += 60;
    to->cost.lut[5] += 40 + 6.4 * reads;
    to->cost.lut[6] += 138 + 7.0 * reads + 10.3 * writes;
    to->cost.ff += 139 + HOST_WORD * (writes + rows);
}

void bl_cost_sequencer(struct bl_costing *to, const int *p) {
    const int bits = p[1], clock = p[2];
    to->cost.lut[3] += 9;
    to->cost.lut[6] += 1;
    to->cost.carry += clock + bits + 1;
    to->cost.ff += clock + bits + 5;
}

/* Each lane multiplies its count by a number that is its own in the upper bits and the node's in
   the lower: from four bits on, in a DSP block. */
void bl_cost_stagger(struct bl_costing *to, const int *p) {
    static const int products[] = {0, 28, 54, 110};
    const int node = p[1], lanes = p[2], count = p[4];
    for (int lane = 0; lane < lanes; lane++) {
        const int bits = node + bl_log2(lane + 1);
        if (bits < 4) to->cost.lut[5] += products[bits];
        else to->cost.lut[5] += 8, to->cost.dsp += 1;
    }
    to->cost.ff += 2.44 * count * lanes;
}
