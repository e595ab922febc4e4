/* What the templates of hubs take. */
#include "templates/cost.h"

void bl_cost_tlp_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_tlp_header_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_tlp_short_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_tlp_shorten(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[3] += 65;
    to->cost.lut[5] += 8;
}

void bl_cost_hub_table(struct bl_costing *to, const int *p) {
    to->cost.lut[4] += 4.0 * p[0] + 8;
    to->cost.carry += 24.0 * p[0];
    to->cost.ff += 97.0 * p[0] + 32;
}

void bl_cost_hub_within(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[2] += 48;
    to->cost.carry += 48;
}

void bl_cost_hub_take(struct bl_costing *to, const int *p) {
    enum { PORTS, RANGES, RANGE_PORTS, LOG_WORDS, WHOLE, FROM_HOST };
    BL_COST_BELOW(to, 1, "bl_fifo_block", 133 + p[RANGES], p[LOG_WORDS]);
    BL_COST_BELOW(to, p[RANGES], "bl_hub_within", 0);
    to->cost.lut[4] += 32.0 * p[RANGES] + 182;
    to->cost.carry += 24;
    to->cost.ff += 265.0 + 3.0 * p[PORTS] + p[LOG_WORDS];
}

void bl_cost_hub_give(struct bl_costing *to, const int *p) {
    enum { INPUTS, PASSES, BUBBLE, SLOTS, USERS };
    bl_cost_gather(to, p[INPUTS], 129 + p[USERS]);
    to->cost.lut[5] += 2.0 * p[INPUTS] * p[INPUTS] + 6.0 * p[INPUTS] + 10;
    to->cost.carry += p[SLOTS] ? 16 : 0;
    to->cost.ff += 132.0 + p[INPUTS] * (double)p[INPUTS] + (p[SLOTS] ? 10 : 0);
}

void bl_cost_completion_header_pack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_completion_header_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }
void bl_cost_chain_descriptor_unpack(struct bl_costing *to, const int *p) { (void)to, (void)p; }

void bl_cost_hub_requests(struct bl_costing *to, const int *p) {
    (void)p;
    bl_cost_ram(to, 256, 32, false);
    to->cost.lut[4] += 60;
    to->cost.lut[6] += 290;
    to->cost.carry += 10;
    to->cost.ff += 320;
}

void bl_cost_hub_split(struct bl_costing *to, const int *p) {
    enum { LOG_REQUEST, LOG_WINDOW, RANGES };
    BL_COST_BELOW(to, p[RANGES], "bl_hub_within", 0);
    to->cost.lut[4] += 16.0 * p[RANGES] + 330;
    to->cost.lut[6] += 150;
    to->cost.carry += 330;
    to->cost.ff += 420;
}

void bl_cost_hub_engine(struct bl_costing *to, const int *p) {
    enum { LOG_REQUEST, TAGS, LOG_WINDOW, RANGES, STEP };
    enum { LOG_SLICE = STEP + 1, HOST_PAGES, GPUS, GPU_PAGES, OWN_PAGES };
    bl_cost_hub_requests(to, p);
    BL_COST_BELOW(to, 1, "bl_hub_split", p[LOG_REQUEST], p[LOG_WINDOW], p[RANGES], p[LOG_SLICE],
                  p[HOST_PAGES], p[GPUS], p[GPU_PAGES], p[OWN_PAGES]);
    bl_cost_ram(to, 48 + 2 * 32, 32, false);
    to->cost.lut[4] += 560;
    to->cost.lut[6] += 4.0 * p[TAGS] + 60;
    to->cost.carry += 230;
    to->cost.ff += 1030;
}

void bl_cost_hub_answer(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[4] += 90;
    to->cost.carry += 16;
    to->cost.ff += 320;
}

void bl_cost_hub_source(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[6] += 8;
}

void bl_cost_hub_port(struct bl_costing *to, const int *p) {
    enum { SLOTS, LOG_HOLD, SOURCE_W = 6 };
    BL_COST_BELOW(to, 1, "bl_hub_source", 0);
    BL_COST_BELOW(to, 1, "bl_fifo", SOURCE_W, p[SLOTS] < 16 ? 4 : p[SLOTS] < 32 ? 5 : 8);
    to->cost.lut[4] += 160;
    to->cost.carry += 30 + p[LOG_HOLD];
    to->cost.ff += 21 + p[LOG_HOLD];
}

void bl_cost_hub_drop(struct bl_costing *to, const int *p) {
    (void)p;
    BL_COST_BELOW(to, 1, "bl_hub_source", 0);
    to->cost.lut[4] += 30;
    to->cost.ff += 42;
}

void bl_cost_hub_report(struct bl_costing *to, const int *p) {
    enum { EVENTS };
    to->cost.lut[4] += 40.0 * p[EVENTS] + 150;
    to->cost.carry += 30;
    to->cost.ff += 85;
}

void bl_cost_hub_join(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[3] += 131;
    to->cost.lut[5] += 3;
    to->cost.ff += 2;
}

void bl_cost_hub_place(struct bl_costing *to, const int *p) {
    (void)p;
    to->cost.lut[2] += 24;
}

void bl_cost_hub_memory(struct bl_costing *to, const int *p) {
    enum { LOG_WORDS, LOG_PAYLOAD, BANKS = 16 };
    BL_COST_BELOW(to, BANKS, "bl_block_ram", 8, p[LOG_WORDS]);
    to->cost.lut[4] += 420;
    to->cost.lut[6] += 2 * 128 + 60;
    to->cost.carry += 150 + 6.0 * p[LOG_WORDS];
    to->cost.ff += 560 + 6.0 * p[LOG_WORDS];
}

void bl_cost_hub_merge(struct bl_costing *to, const int *p) {
    enum { LOG_PAYLOAD, PLACES };
    BL_COST_BELOW(to, 1, "bl_fifo_block", 129, p[LOG_PAYLOAD] - 2);
    to->cost.lut[5] += 140;
    to->cost.carry += 16;
    to->cost.ff += 20;
}

void bl_cost_hub_local(struct bl_costing *to, const int *p) {
    enum { LOG_MEMORY, LOG_PAYLOAD, PLACES };
    BL_COST_BELOW(to, 1, "bl_hub_place", 0);
    BL_COST_BELOW(to, 1, "bl_hub_join", 0);
    BL_COST_BELOW(to, 1, "bl_hub_merge", p[LOG_PAYLOAD], p[PLACES]);
    BL_COST_BELOW(to, 1, "bl_hub_answer", 0);
    BL_COST_BELOW(to, 1, "bl_hub_memory", p[LOG_MEMORY], p[LOG_PAYLOAD]);
    to->cost.lut[3] += 140;
    to->cost.ff += 2;
}

void bl_cost_hub(struct bl_costing *to, const int *p) {
    enum { LOG_WORDS, SLOTS, LOG_REQUEST, TAGS, STEP, LOG_SLICE, LOG_HOLD, BUBBLE };
    enum { LOG_MEMORY = BUBBLE + 1, LOG_PAYLOAD, HOST_PAGES, GPUS, GPU_PAGES };
    enum { INPUTS = 8, READS = 6, PORTS = 4, OUTPUTS = 5, RANGES = 7, RANGE_PORTS = 1119744 };
    enum { LOG_WINDOW = 46, PACE = 16, LOG_REPORTS = 5 };
    BL_COST_BELOW(to, 1, "bl_hub_table", RANGES);
    BL_COST_BELOW(to, 1, "bl_hub_take", OUTPUTS, RANGES, RANGE_PORTS, p[LOG_WORDS], 1, 1, 1);
    BL_COST_BELOW(to, 1, "bl_hub_take", OUTPUTS, RANGES, RANGE_PORTS, p[LOG_WORDS] + 1, 1, 1, 0);
    BL_COST_BELOW(to, 3, "bl_hub_take", OUTPUTS, RANGES, RANGE_PORTS, p[LOG_WORDS], 0, 0, 0);
    BL_COST_BELOW(to, 1, "bl_hub_take", OUTPUTS, RANGES, RANGE_PORTS, LOG_REPORTS, 1, 1, 0);
    BL_COST_BELOW(to, 6, "bl_hub_drop", 0);
    BL_COST_BELOW(to, 3, "bl_hub_port", p[SLOTS], p[LOG_HOLD]);
    BL_COST_BELOW(to, 1, "bl_hub_report", READS + PORTS + 1, p[LOG_SLICE], LOG_WINDOW, PACE);
    BL_COST_BELOW(to, 1, "bl_hub_give", INPUTS, 255, 0, 0, 1);
    BL_COST_BELOW(to, 1, "bl_hub_give", INPUTS, 255, 0, 0, 2);
    BL_COST_BELOW(to, 1, "bl_hub_give", INPUTS, 255, 0, p[SLOTS], 1);
    BL_COST_BELOW(to, 2, "bl_hub_give", INPUTS, 4, p[BUBBLE], p[SLOTS], 1);
    BL_COST_BELOW(to, 2, "bl_skid", 129);
    BL_COST_BELOW(to, 1, "bl_hub_local", p[LOG_MEMORY], p[LOG_PAYLOAD], p[SLOTS]);
    BL_COST_BELOW(to, 1, "bl_hub_engine", p[LOG_REQUEST], p[TAGS], LOG_WINDOW, RANGES, p[STEP],
                  p[LOG_SLICE], p[HOST_PAGES], p[GPUS], p[GPU_PAGES],
                  p[LOG_MEMORY] < 8 ? 1 : 1 << (p[LOG_MEMORY] - 8), p[SLOTS]);
    to->cost.lut[4] += 140;
    to->cost.carry += 48;
    to->cost.ff += 112;
}
