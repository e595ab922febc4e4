/* What the templates of rtl_templates/stream take. Constants are Yosys' counts of the control
 * logic. */
#include "templates/cost.h"

void bl_cost_async_fifo(struct bl_costing *to, const int *p) {
    const int width = p[0], bits = p[1];
    bl_cost_ram(to, width, 1 << bits, false);
    to->cost.lut[2] += 2 * bits;
    to->cost.lut[4] += 4;
    to->cost.lut[6] += 4;
    to->cost.carry += 2 * (bits + 1);
    to->cost.ff += 4 * bits + 4;
    BL_COST_BELOW(to, 2, "bl_synchroniser", bits + 1, 2);
}

void bl_cost_block_ram(struct bl_costing *to, const int *p) { bl_cost_block(to, p[0], 1 << p[1]); }

void bl_cost_fifo(struct bl_costing *to, const int *p) {
    const int width = p[0], bits = p[1];
    bl_cost_ram(to, width, 1 << bits, true);
    to->cost.lut[2] += 4;
    to->cost.lut[3] += 4;
    to->cost.lut[4] += bits - 1;
    to->cost.lut[5] += 2;
    to->cost.lut[6] += 4;
    to->cost.carry += 2 * bits;
    to->cost.ff += 3 * bits + 2;
}

void bl_cost_fifo_block(struct bl_costing *to, const int *p) {
    const int width = p[0], bits = p[1];
    to->cost.lut[2] += 4;
    to->cost.lut[3] += 2;
    to->cost.lut[4] += bits - 2;
    to->cost.lut[5] += 2;
    to->cost.lut[6] += 2;
    to->cost.carry += 2 * bits;
    to->cost.ff += 2 * bits + 3;
    BL_COST_BELOW(to, 1, "bl_block_ram", width, bits);
}

/* The stage itself is not known. Words that wait beside it become shift registers in no LUT RAM
   here: they have an enable. */
void bl_cost_own(struct bl_costing *to, const int *p) {
    const int elems = p[0], bits = p[1], made = p[2], latency = p[3];
    to->cost.lut[2] += elems;
    to->cost.ff += latency * (elems * (bits + 1) + 2);
    BL_COST_BELOW(to, 1, "bl_skid", elems * (bits + made + 1) + 1);
}

void bl_cost_skid(struct bl_costing *to, const int *p) {
    to->cost.lut[2] += 2;
    to->cost.lut[3] += p[0] + 1;
    to->cost.lut[4] += 1;
    to->cost.ff += 2 * p[0] + 2;
}

void bl_cost_synchroniser(struct bl_costing *to, const int *p) { to->cost.ff += p[0] * p[1]; }
