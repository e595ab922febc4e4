/* What the templates of hubs take. */
#include "templates/cost.h"

void bl_cost_tlp_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_tlp_header_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_hub_table(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += 4.0 * p[0] + 8;
    to->cost.carry += 24.0 * p[0];
    to->cost.ff += 97.0 * p[0] + 32;
}

void bl_cost_hub_take(struct bl_costing *to, const int *p) {
    enum { PORTS, RANGES, RANGE_PORTS, LOG_WORDS, WHOLE, FROM_HOST };
    BL_COST_BELOW(to, 1, "bl_fifo_block", 129, p[LOG_WORDS]);
    to->cost.lut[4] += 60.0 * p[RANGES] + 160;
    to->cost.carry += 48.0 * p[RANGES] + 24;
    to->cost.ff += 132.0 + p[PORTS] + p[LOG_WORDS];
}

void bl_cost_hub_give(struct bl_costing *to, const int *p) {
    enum { INPUTS, PASSES, BUBBLE, SLOTS };
    bl_cost_gather(to, p[INPUTS], 129);
    to->cost.lut[5] += 10.0 * p[INPUTS] + 20;
    to->cost.carry += p[SLOTS] ? 8 : 0;
    to->cost.ff += 131.0 + 2.0 * p[INPUTS] + (p[SLOTS] ? 10 : 0);
}

void bl_cost_hub(struct bl_costing *to, const int *p) {
    enum { LOG_WORDS, SLOTS };
    enum { PORTS = 4, RANGES = 6, RANGE_PORTS = 71168 };
    BL_COST_BELOW(to, 1, "bl_hub_table", RANGES);
    BL_COST_BELOW(to, 1, "bl_hub_take", PORTS, RANGES, RANGE_PORTS, p[LOG_WORDS], 1, 1);
    BL_COST_BELOW(to, 3, "bl_hub_take", PORTS, RANGES, RANGE_PORTS, p[LOG_WORDS], 0, 0);
    BL_COST_BELOW(to, 1, "bl_hub_give", PORTS, 15, 0, 0);
    BL_COST_BELOW(to, 1, "bl_hub_give", PORTS, 15, 0, p[SLOTS]);
    BL_COST_BELOW(to, 2, "bl_hub_give", PORTS, 4, 1, p[SLOTS]);
    to->cost.lut[4] += 40;
    to->cost.carry += 32;
    to->cost.ff += 32;
}
