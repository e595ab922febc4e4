/* The table of templates with what each takes, and the way from neutral terms to a board's unit. */
#include "estimate/cost.h"

#include <stdlib.h>
#include <string.h>
#include "board/board.h"
#include "ir/naming.h"

#define NODES_AND_LANES \
    {"NODES", 8}, {"LANES", 8}, {"ELEMS", 8}, { "ELEM_W", 32 }

static const struct bl_cost_row rows[] = {
    {"bl_alltoallv_recv", bl_cost_alltoallv_recv, {NODES_AND_LANES, {"COUNT_W", 32}}},
    {"bl_alltoallv_send",
     bl_cost_alltoallv_send,
     {NODES_AND_LANES, {"PACKET_WORDS", 16}, {"COUNT_W", 32}}},
    {"bl_async_fifo", bl_cost_async_fifo, {{"WIDTH", 32}, {"LOG_DEPTH", 5}}},
    {"bl_block_ram", bl_cost_block_ram, {{"WIDTH", 32}, {"LOG_DEPTH", 9}}},
    {"bl_burst_walk",
     bl_cost_burst_walk,
     {{"ADDR_W", 29}, {"NUMBER_W", 20}, {"LOG_BYTES", 7}, {"LOG_GROUP", 0}}},
    {"bl_capture", bl_cost_capture, {{"WIDTH", 32}}},
    {"bl_collector",
     bl_cost_collector,
     {{"PORTS", 16}, {"ELEMS", 8}, {"ELEM_W", 32}, {"LOG_BANK", 5}}},
    {"bl_concentrator", bl_cost_concentrator, {{"PORTS", 16}, {"ELEM_W", 32}}},
    {"bl_counts", bl_cost_counts, {{"BIN_W", 8}, {"COUNT_W", 32}}},
    {"bl_crossbar",
     bl_cost_crossbar,
     {{"INPUTS", 8},
      {"OUTPUTS", 8},
      {"ELEMS", 8},
      {"ELEM_W", 32},
      {"DEST_W", 3},
      {"ORDERED", 0},
      {"LOG_DEPTH", 5}}},
    {"bl_crossbar_input",
     bl_cost_crossbar_input,
     {{"OUTPUTS", 8}, {"ELEMS", 8}, {"ELEM_W", 32}, {"DEST_W", 3}}},
    {"bl_crossbar_output",
     bl_cost_crossbar_output,
     {{"INPUTS", 8}, {"ELEMS", 8}, {"ELEM_W", 32}, {"LOG_DEPTH", 5}}},
    {"bl_crosspoint", bl_cost_crosspoint, {{"QUEUES", 4}, {"ELEM_W", 32}, {"LOG_DEPTH", 5}}},
    {"bl_endpoint",
     bl_cost_endpoint,
     {NODES_AND_LANES, {"LOG_BUFFER", 8}, {"LANE_REACH", 1}, {"PACKET_WORDS", 16}}},
    {"bl_endpoint_lane",
     bl_cost_endpoint_lane,
     {{"SOURCES", 2}, {"WIDTH", 267}, {"LAST_BIT", 264}, {"ID_W", 3}}},
    {"bl_endpoint_out",
     bl_cost_endpoint_out,
     {{"LANES", 1}, {"FLIT_W", 270}, {"LAST_BIT", 267}, {"LOG_BUFFER", 8}, {"PACKET_WORDS", 16}}},
    {"bl_endpoint_queue", bl_cost_endpoint_queue, {{"WIDTH", 270}, {"PACKET_WORDS", 16}}},
    {"bl_epoch", bl_cost_epoch, {{0}}},
    {"bl_faults", bl_cost_faults, {{"LANES", 8}}},
    {"bl_fifo", bl_cost_fifo, {{"WIDTH", 32}, {"LOG_DEPTH", 5}}},
    {"bl_fifo_block", bl_cost_fifo_block, {{"WIDTH", 32}, {"LOG_DEPTH", 9}}},
    {"bl_histogram",
     bl_cost_histogram,
     {{"LANES", 8}, {"ELEMS", 8}, {"BIN_W", 6}, {"COUNT_W", 32}, {"GROUPS", 1}, {"BLOCK", 0}}},
    {"bl_histogram_cell", bl_cost_histogram_cell, {{"BIN_W", 6}, {"COUNT_W", 32}, {"BLOCK", 0}}},
    {"bl_lane_join",
     bl_cost_lane_join,
     {{"LANES", 2}, {"ELEMS", 8}, {"ELEM_W", 32}, {"COUNT_W", 32}}},
    {"bl_mix", bl_cost_mix, {{"COUNT", 8}, {"BITS", 3}, {"MASKS", 96}}},
    {"bl_modulo", bl_cost_modulo, {{"COUNT", 8}, {"IN_W", 8}, {"OUT_W", 2}}},
    {"bl_own", bl_cost_own, {{"ELEMS", 8}, {"ELEM_W", 32}, {"MADE_W", 8}, {"LATENCY", 1}}},
    {"bl_packer", bl_cost_packer, {{"ELEMS", 8}, {"ELEM_W", 32}}},
    {"bl_port_crossing", bl_cost_port_crossing, {NODES_AND_LANES, {"LOG_DEPTH", 5}}},
    {"bl_queue", bl_cost_queue, {{"WIDTH", 32}, {"LOG_DEPTH", 5}}},
    {"bl_read_crossing",
     bl_cost_read_crossing,
     {{"ADDR_W", 28}, {"DATA_W", 256}, {"LOG_DEPTH", 5}}},
    {"bl_reader",
     bl_cost_reader,
     {{"ADDR_W", 29},
      {"DATA_W", 256},
      {"BURST_BEATS", 4},
      {"COUNT_W", 28},
      {"LOG_QUEUE", 6},
      {"STREAMS", 1},
      {"STREAM_WORDS", 4},
      {"ELEM_W", 32},
      {"TID_W", 1}}},
    {"bl_recv_lane",
     bl_cost_recv_lane,
     {{"SOURCES", 1}, {"WORD_W", 256}, {"ELEMS", 8}, {"COUNT_W", 32}}},
    {"bl_registers", bl_cost_registers, {{"READ_WORDS", 1}, {"WRITE_WORDS", 1}}},
    {"bl_rotor", bl_cost_rotor, {{"REQUESTS", 4}}},
    {"bl_rsb_connector",
     bl_cost_rsb_connector,
     {{"NUMBER", 2}, {"WIDTH", 64}, {"LINES", 32}, {"REST", 64}, {"SETTLE", 16}}},
    {"bl_rsb_links",
     bl_cost_rsb_links,
     {{"NODES", 4}, {"NODE_W", 2}, {"FLIT_W", 270}, {"LOG_BUFFER", 8}, {"PACKET_WORDS", 16}}},
    {"bl_send_flow", bl_cost_send_flow, {{"WORD_W", 256}, {"ELEMS", 8}, {"COUNT_W", 32}}},
    {"bl_send_lane",
     bl_cost_send_lane,
     {{"FLOWS", 1}, {"WORD_W", 256}, {"ELEMS", 8}, {"DEST_W", 6}, {"PACKET_WORDS", 16}}},
    {"bl_sequencer", bl_cost_sequencer, {{"STEPS", 1}, {"STEP_W", 4}, {"CLOCK_W", 64}}},
    {"bl_side_switch", bl_cost_side_switch, {{"ADDR_W", 29}, {"DATA_W", 256}}},
    {"bl_sizes",
     bl_cost_sizes,
     {{"FLOW_W", 3}, {"BIN_W", 6}, {"LSB", 3}, {"COUNT_W", 32}, {"GROUPS", 8}}},
    {"bl_skid", bl_cost_skid, {{"WIDTH", 32}}},
    {"bl_slice", bl_cost_slice, {{"COUNT", 8}, {"ELEM_W", 32}, {"LSB", 0}, {"BITS", 3}}},
    {"bl_stagger",
     bl_cost_stagger,
     {{"NODES", 8},
      {"NODE_W", 3},
      {"LANES", 8},
      {"LANE_W", 3},
      {"COUNT_W", 32},
      {"OFFSET_W", 28},
      {"LOG_ELEMS", 3},
      {"LOG_BURST", 2}}},
    {"bl_start_gate", bl_cost_start_gate, {{0}}},
    {"bl_synchroniser", bl_cost_synchroniser, {{"WIDTH", 1}, {"STAGES", 2}}},
    {"bl_table", bl_cost_table, {{"ELEMS", 8}, {"DEST_W", 3}, {"LOG_STRIP", 9}, {"WORD_W", 256}}},
    {"bl_unzip",
     bl_cost_unzip,
     {{"DATA_W", 256},
      {"ELEM_W", 32},
      {"COLUMNS", 2},
      {"RECORDS", 4},
      {"TID_W", 1},
      {"BURST_BEATS", 4},
      {"LOG_QUEUE", 5}}},
    {"bl_write_crossing",
     bl_cost_write_crossing,
     {{"ADDR_W", 28}, {"DATA_W", 256}, {"LOG_DEPTH", 5}}},
    {"bl_writer",
     bl_cost_writer,
     {{"ADDR_W", 29},
      {"DATA_W", 256},
      {"ELEM_W", 32},
      {"BURST_BEATS", 4},
      {"COUNT_W", 28},
      {"LOG_QUEUE", 6},
      {"MAX_OUTSTANDING", 32},
      {"STREAMS", 1},
      {"TID_W", 1}}},
    {"bl_zip",
     bl_cost_zip,
     {{"DATA_W", 256},
      {"ELEM_W", 32},
      {"COLUMNS", 2},
      {"RECORDS", 4},
      {"TID_W", 1},
      {"LOG_QUEUE", 5}}},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* What one of each neutral term takes, by the unit of the fabric. */
static const struct {
    const char *unit;
    double lut[BL_LUT_INPUTS + 1], carry, ram16, ram32;
} weights[] = {
    {"alm", {0, 0, 0.5, 0.5, 0.5, 0.5, 1}, 0.5, 0.5, 0.5},
    {"lut6", {0, 0, 1, 1, 1, 1, 1}, 0.1, 0.73, 0.73},
    {"lut4", {0, 0, 1, 1, 1, 2.3, 2.3}, 0.1, 2, 5},
    {"lc", {0, 0, 1, 1, 1, 1, 2}, 1, 2, 2},
};
enum { UNITS = sizeof weights / sizeof *weights };

static int by_name(const void *name, const void *row) {
    return strcmp(name, ((const struct bl_cost_row *)row)->name);
}

const struct bl_cost_row *bl_cost_find(const char *name) {
    return bsearch(bl_module_template(name), rows, ROWS, sizeof *rows, by_name);
}

const struct bl_cost_row *bl_cost_row_at(int index) { return index < ROWS ? &rows[index] : NULL; }

struct bl_cost bl_cost_of(const struct bl_cost_row *row, const struct bl_board *board,
                          const int *values, bool own) {
    struct bl_costing costing = {.board = board, .below = !own};
    row->add(&costing, values);
    return costing.cost;
}

/* Of a parameter of many bits, 32'h1f or {32'h1f, 32'h3}, how many of them are 1. */
static int ones_of(const char *text) {
    static const char digits[] = "0123456789abcdef";
    int count = 0;
    for (const char *at = text; (at = strchr(at, '\'')); at++)
        for (const char *digit = at + 2, *found; *digit && (found = strchr(digits, *digit));
             digit++)
            for (int value = (int)(found - digits); value; value >>= 1) count += value & 1;
    return count;
}

static int setting_value(const struct bl_argument *setting) {
    return strchr(setting->value, '\'') ? ones_of(setting->value) : atoi(setting->value);
}

void bl_cost_values(const struct bl_cost_row *row, const struct bl_instance *instance,
                    int values[BL_COST_PARAMETERS]) {
    for (int p = 0; row->parameters[p].name; p++) {
        values[p] = row->parameters[p].value;
        for (int i = 0; i < instance->parameters.count; i++)
            if (!strcmp(instance->parameters.items[i].name, row->parameters[p].name))
                values[p] = setting_value(&instance->parameters.items[i]);
    }
}

static void cost_add(struct bl_cost *sum, const struct bl_cost *more, double times) {
    for (int i = 0; i <= BL_LUT_INPUTS; i++) sum->lut[i] += times * more->lut[i];
    sum->carry += times * more->carry;
    sum->ff += times * more->ff;
    sum->ram16 += times * more->ram16;
    sum->ram32 += times * more->ram32;
    sum->block_ram += times * more->block_ram;
    sum->dsp += times * more->dsp;
}

struct bl_resources bl_cost_weigh(const struct bl_cost *cost, const struct bl_board *board) {
    int unit = 0;
    while (unit + 1 < UNITS && strcmp(weights[unit].unit, board->family->logic_unit)) unit++;
    double logic = weights[unit].carry * cost->carry + weights[unit].ram16 * cost->ram16 +
                   weights[unit].ram32 * cost->ram32;
    for (int i = 2; i <= BL_LUT_INPUTS; i++) logic += weights[unit].lut[i] * cost->lut[i];
    return (struct bl_resources){
        .logic = logic, .ff = cost->ff, .block_ram = cost->block_ram, .dsp = cost->dsp};
}

void bl_cost_choose(struct bl_costing *to, int ways, double count) {
    static const int inputs[] = {0, 0, 3, 5, 6};
    if (ways >= 2 && ways <= 4) to->cost.lut[inputs[ways]] += count;
    else if (ways > 4) to->cost.lut[6] += count * (ways - 1) / 3;
}

void bl_cost_gather(struct bl_costing *to, int ways, double count) {
    if (ways <= 3) to->cost.lut[2 * ways] += count;
    else to->cost.lut[4] += count, to->cost.lut[5] += count * (ways - 2) / 2;
}

/* Where the fabric has no such RAM: block RAM, with a way around it for words that are written and
 * read at once, or else flip-flops. */
static void ram_elsewhere(struct bl_costing *to, int width, int words, bool registered) {
    if (registered) {
        bl_cost_block(to, width, words);
        to->cost.lut[3] += width + 5;
        to->cost.ff += width - 4;
    } else {
        to->cost.lut[4] += (0.8 * width + 1) * words;
        to->cost.ff += (double)width * words;
    }
}

void bl_cost_ram(struct bl_costing *to, int width, int words, bool registered) {
    const int columns = (words + 31) / 32;
    if (!to->board->lut_ram.depth) {
        ram_elsewhere(to, width, words, registered);
        return;
    }
    *(words <= 16 ? &to->cost.ram16 : &to->cost.ram32) += (double)width * columns;
    bl_cost_choose(to, columns, width);
}

void bl_cost_block(struct bl_costing *to, int width, int words) {
    to->cost.block_ram += bl_board_rams(to->board, words, width);
}

void bl_cost_below(struct bl_costing *to, double times, const char *name, const int *values) {
    if (!to->below) return;
    const struct bl_cost below = bl_cost_of(bl_cost_find(name), to->board, values, false);
    cost_add(&to->cost, &below, times);
}
