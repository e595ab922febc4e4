/* Destinations, tables, histogram and crossbars. */
#include "lower/lowering.h"
#include "plan/counters.h"

static void clock_and_reset(struct bl_lowering *lo, struct bl_instance *inst) {
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
}

static void slices(struct bl_lowering *lo) {
    for (int i = 0; i < lo->route->slices.count; i++) {
        const struct bl_slice_net *net = &lo->route->slices.items[i];
        int elems = net->stream->lanes * net->stream->cut.elems;
        bl_circuit_net(lo->circuit, elems * net->width, NULL, "%s", net->name);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_slice", bl_format(lo->arena, "slice_%s", net->name),
            bl_format(lo->arena, "%s of every element", net->function->name), net->function->range);
        bl_instance_set(lo->circuit, inst, "COUNT", elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W",
                        net->of_dest ? net->stream->dest_bits : net->stream->cut.elem_bits);
        bl_instance_set(lo->circuit, inst, "LSB", net->lsb);
        bl_instance_set(lo->circuit, inst, "BITS", net->bits);
        bl_instance_set(lo->circuit, inst, "OUT_W", net->width);
        bl_instance_connect(lo->circuit, inst, "elements", "%s_%s", net->stream->name,
                            net->of_dest ? "tdest" : "tdata");
        bl_instance_connect(lo->circuit, inst, "slices", "%s", net->name);
    }
}

static const struct bl_stage *first_table(const struct bl_lowering *lo) {
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->route->chains[i].table) return lo->route->chains[i].table;
    return NULL;
}

static void tables(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "destination tables, one a lane");
    bl_lower_declare(lo, lo->route->table_in);
    bl_lower_declare(lo, lo->route->table_data);
    bl_lower_declare(lo, lo->route->table_out);
    int elems = lo->plain.elems, dest_w = elems * lo->route->table_bits;
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_table",
                                                       bl_format(lo->arena, "table_lane%d", lane),
                                                       "table", first_table(lo)->range);
        bl_instance_set(lo->circuit, inst, "ELEMS", elems);
        bl_instance_set(lo->circuit, inst, "DEST_W", lo->route->table_bits);
        bl_instance_set(lo->circuit, inst, "LOG_STRIP", bl_log2(lo->program->cluster.memory.strip));
        bl_instance_set(lo->circuit, inst, "WORD_W", lo->word_bits);
        clock_and_reset(lo, inst);
        bl_instance_connect(lo->circuit, inst, "s_table_tvalid", "%s",
                            bl_lower_bit(lo, "table_in_tvalid", lane));
        bl_instance_connect(lo->circuit, inst, "s_table_tready", "%s",
                            bl_lower_bit(lo, "table_in_tready", lane));
        bl_instance_connect(lo->circuit, inst, "s_table_tlast", "%s",
                            bl_lower_bit(lo, "table_in_tlast", lane));
        bl_instance_connect(lo->circuit, inst, "s_table_dest", "table_in_tdest[%d:%d]",
                            (lane + 1) * dest_w - 1, lane * dest_w);
        bl_lower_connect(lo, inst, "s_data", lo->route->table_data, lane, 1);
        bl_lower_connect(lo, inst, "m_axis", lo->route->table_out, lane, 1);
    }
    bl_circuit_net(lo->circuit, 1, "&{1'b0, table_in_tdata, table_in_tkeep}", "unused_table_in");
}

/* {node, channel} of every element: the functions of a step's histogram, the first one in the high
 * bits. */
static const char *step_bins(struct bl_lowering *lo, const char **nets) {
    const char *text = NULL;
    int elems = lo->lanes * lo->route->tapped->cut.elems, high = lo->route->tap_bits[0],
        low = lo->route->tap_bits[1];
    if (!low) return nets[0];
    for (int i = elems - 1; i >= 0; i--)
        text = bl_format(lo->arena, "%s%s%s[%d:%d], %s[%d:%d]", text ? text : "{", text ? ", " : "",
                         nets[0], (i + 1) * high - 1, i * high, nets[1], (i + 1) * low - 1,
                         i * low);
    return bl_format(lo->arena, "%s}", text);
}

/* The same by step, where histograms count by different functions. What it is in steps that count
 * nothing does not matter. */
static const char *bins(struct bl_lowering *lo) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *next = NULL;
    for (int s = lo->plan->step_count - 1; s >= 0; s--) {
        if (lo->route->tap_steps >> s & 1) next = step_bins(lo, lo->route->tap_nets[s]);
        values[s] = next;
    }
    for (int s = 1; s < lo->plan->step_count; s++)
        if (!values[s]) values[s] = values[s - 1];
    return bl_lower_by_step(lo, values);
}

static const struct bl_chain *counting_chain(const struct bl_lowering *lo) {
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->route->chains[i].histogram) return &lo->route->chains[i];
    return NULL;
}

static void sizes(struct bl_lowering *lo, int bin_bits) {
    struct bl_circuit *circuit = lo->circuit;
    bl_circuit_net(circuit, lo->flows * BL_COUNT_W, NULL, "sizes_by_flow");
    bl_circuit_net(circuit, 1, NULL, "unused_sizes_valid");
    struct bl_instance *inst = bl_circuit_instance(circuit, "bl_sizes", "count_sizes",
                                                   "elements of every flow",
                                                   counting_chain(lo)->histogram->range);
    bl_instance_set(circuit, inst, "FLOW_W", bl_log2(lo->flows));
    bl_instance_set(circuit, inst, "BIN_W", bin_bits);
    bl_instance_set(circuit, inst, "LSB", lo->route->tap_bits[1]);
    bl_instance_set(circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_set(circuit, inst, "GROUPS", 1);
    clock_and_reset(lo, inst);
    const char *counts = bl_lower_steps(lo, lo->route->tap_steps);
    bl_instance_connect(circuit, inst, "clear", counts ? "step_start & %s" : "step_start", counts);
    static const char *const signals[] = {"tvalid", "bin", "tdata", "tlast"};
    for (int i = 0; i < 4; i++)
        bl_instance_connect(circuit, inst, bl_format(lo->arena, "s_count_%s", signals[i]),
                            "count_%s", signals[i]);
    bl_instance_connect(circuit, inst, "sizes", "sizes_by_flow");
    bl_instance_connect(circuit, inst, "valid", "unused_sizes_valid");
}

/* The counts of one histogram that is a result, kept for the host. */
static void keep_counts(struct bl_lowering *lo, int step, int bin_bits) {
    const struct bl_stage *stage = lo->route->chains[step].histogram;
    const struct bl_register *row = bl_regmap_row(lo->regmap);
    const char *name = bl_circuit_net(lo->circuit, BL_ROW_COUNTS * BL_COUNT_W, NULL, "counts_by_%s",
                                      stage->makes->symbol);
    const char *in_step = bl_lower_steps(lo, bl_step_bit(step));
    struct bl_instance *inst = bl_circuit_instance(
        lo->circuit, "bl_counts", bl_format(lo->arena, "counts_of_%s", stage->makes->symbol),
        "counts for the host", stage->range);
    int row_bits = bin_bits > 5 ? bin_bits - 4 : 1;
    bl_instance_set(lo->circuit, inst, "BIN_W", bin_bits);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "s_count_tvalid",
                        in_step ? "count_tvalid & %s" : "count_tvalid", in_step);
    bl_instance_connect(lo->circuit, inst, "s_count_bin", "count_bin");
    bl_instance_connect(lo->circuit, inst, "s_count_tdata", "count_tdata");
    bl_instance_connect(lo->circuit, inst, "row", "settings[%d:%d]", row->word * 32 + row_bits - 1,
                        row->word * 32);
    bl_instance_connect(lo->circuit, inst, "counts", "%s", name);
}

static void histogram(struct bl_lowering *lo) {
    struct bl_circuit *circuit = lo->circuit;
    const struct bl_stage *stage = counting_chain(lo)->histogram;
    int bin_bits = lo->route->tap_bits[0] + lo->route->tap_bits[1],
        elems = lo->route->tapped->cut.elems;
    const char *steps = bl_lower_steps(lo, lo->route->tap_steps);
    bl_circuit_heading(circuit, "histogram");
    bl_circuit_net(circuit, lo->lanes,
                   bl_format(lo->arena,
                             steps ? "%s_tvalid & %s_tready & {%d{%s}}" : "%s_tvalid & %s_tready",
                             lo->route->tapped->name, lo->route->tapped->name, lo->lanes, steps),
                   "counted");
    bl_circuit_net(circuit, lo->lanes * elems * bin_bits, bins(lo), "counted_bins");
    bl_circuit_net(circuit, 1, NULL, "count_tvalid");
    bl_circuit_net(circuit, bin_bits, NULL, "count_bin");
    bl_circuit_net(circuit, BL_COUNT_W, NULL, "count_tdata");
    bl_circuit_net(circuit, 1, NULL, "count_tlast");
    struct bl_instance *inst = bl_circuit_instance(
        circuit, "bl_histogram", bl_format(lo->arena, "histogram_%s", stage->makes->symbol),
        "histogram", stage->range);
    bl_instance_set(circuit, inst, "LANES", lo->lanes);
    bl_instance_set(circuit, inst, "ELEMS", elems);
    bl_instance_set(circuit, inst, "BIN_W", bin_bits);
    bl_instance_set(circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_set(circuit, inst, "GROUPS", 1);
    if (bl_plan_counters(lo->plan).block) bl_instance_set(circuit, inst, "BLOCK", 1);
    clock_and_reset(lo, inst);
    bl_instance_connect(circuit, inst, "tap_valid", "counted");
    bl_instance_connect(circuit, inst, "tap_last", "%s_tlast", lo->route->tapped->name);
    bl_instance_connect(circuit, inst, "tap_keep", "%s_tkeep", lo->route->tapped->name);
    bl_instance_connect(circuit, inst, "tap_bin", "counted_bins");
    static const char *const signals[] = {"tvalid", "bin", "tdata", "tlast"};
    for (int i = 0; i < 4; i++)
        bl_instance_connect(circuit, inst, bl_format(lo->arena, "m_count_%s", signals[i]),
                            "count_%s", signals[i]);
    bl_instance_connect(circuit, inst, "busy", "count_busy");
    if (lo->route->sized) sizes(lo, bin_bits);
    else
        bl_circuit_net(circuit, 1, "&{1'b0, count_tvalid, count_bin, count_tdata, count_tlast}",
                       "unused_counts");
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->route->chains[i].histogram && lo->route->chains[i].histogram->makes->result)
            keep_counts(lo, i, bin_bits);
}

/* The lanes of one group's outputs. A splitter per lane (one input) makes flow lane + lanes *
 * output of its outputs: not adjacent lanes. */
static void connect_outputs(struct bl_lowering *lo, struct bl_instance *inst,
                            const struct bl_unit *unit, int group) {
    if (unit->inputs > 1 || unit->outputs == 1 || lo->lanes == 1) {
        bl_lower_connect(lo, inst, "m_axis", unit->out, group * unit->outputs, unit->outputs);
        return;
    }
    bl_lower_connect_apart(lo, inst, "m_axis", unit->out, group, unit->outputs, lo->lanes);
}

static void crossbar(struct bl_lowering *lo, const struct bl_unit *unit) {
    bl_lower_declare(lo, unit->in);
    bl_lower_declare(lo, unit->out);
    int groups = lo->lanes / unit->inputs;
    for (int group = 0; group < groups; group++) {
        const char *name = groups == 1 ? unit->name
                                       : bl_format(lo->arena, "%s_%d", unit->name, group);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_crossbar", name,
            bl_format(lo->arena, "crossbar(%s)", unit->stage->functions[0]->name),
            unit->stage->range);
        bl_instance_set(lo->circuit, inst, "INPUTS", unit->inputs);
        bl_instance_set(lo->circuit, inst, "OUTPUTS", unit->outputs);
        bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
        bl_instance_set(lo->circuit, inst, "DEST_W", unit->in->dest_bits);
        bl_instance_set(lo->circuit, inst, "ORDERED", unit->ordered);
        clock_and_reset(lo, inst);
        bl_lower_connect(lo, inst, "s_axis", unit->in, group * unit->inputs, unit->inputs);
        connect_outputs(lo, inst, unit, group);
    }
}

static void packers(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "words that came from several nodes are made full again");
    bl_lower_declare(lo, lo->route->pack_in);
    bl_lower_declare(lo, lo->route->pack_out);
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = bl_circuit_instance(lo->circuit, "bl_packer",
                                                       bl_format(lo->arena, "pack_lane%d", lane),
                                                       "pack", lo->program->cluster.network.range);
        bl_instance_set(lo->circuit, inst, "ELEMS", lo->route->pack_in->cut.elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W", lo->route->pack_in->cut.elem_bits);
        clock_and_reset(lo, inst);
        bl_lower_connect(lo, inst, "s_axis", lo->route->pack_in, lane, 1);
        bl_lower_connect(lo, inst, "m_axis", lo->route->pack_out, lane, 1);
    }
}

void bl_lower_sort(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "sorting");
    if (lo->route->table_in) tables(lo);
    for (int i = 0; i < lo->route->units[BL_UNIT_CROSSBAR].count; i++)
        crossbar(lo, &lo->route->units[BL_UNIT_CROSSBAR].items[i]);
    if (lo->route->pack_in) packers(lo);
}

void bl_lower_slices(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "the functions of the records that decide where they go");
    slices(lo);
    if (lo->route->tapped) histogram(lo);
}
