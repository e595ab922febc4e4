/* histogram(f) or histogram(f, g) as NAME: counts the records of the stream that it stands in,
   which go on as they came. One set of counters serves all steps that count. */
#include "base/diag.h"
#include "check/check.h"
#include "check/pipeline/check_pass.h"
#include "emit/emit_golden.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "plan/route/routing.h"
#include "plan/size/counters.h"
#include "stage/stages.h"

static const char *const counts[] = {"tvalid", "bin", "tdata", "tlast"};

/* Elements of the widest word that is counted: each has a place in the counters. */
static int places_of_word(const struct bl_lowering *lo) {
    int most = 1;
    for (int s = 0; s < lo->plan->step_count; s++)
        if (lo->route->counted[s]) most = bl_max(most, lo->route->counted[s]->cut.elems);
    return most;
}

/* `bits` of every element of a stream, for the places of the counters: a word of fewer elements
   leaves the last places of its lane empty. */
static const char *in_places(struct bl_lowering *lo, const struct bl_lane_stream *stream,
                             const char *net, int bits) {
    const char *text = NULL;
    int width = stream->cut.elems * bits, empty = places_of_word(lo) * bits - width;
    if (!empty) return net;
    for (int lane = lo->lanes - 1; lane >= 0; lane--)
        text = bl_format(lo->arena, "%s%s%d'd0, %s[%d:%d]", text ? text : "{", text ? ", " : "",
                         empty, net, (lane + 1) * width - 1, lane * width);
    return bl_format(lo->arena, "%s}", text);
}

/* The bin of every element: the functions of a step's histogram, the first one in the high bits. */
static const char *bins_of_step(struct bl_lowering *lo, const struct bl_lane_stream *stream,
                                const struct bl_counters *counters, const char **nets) {
    const char *text = NULL;
    int elems = stream->cut.elems, places = places_of_word(lo), high = counters->bits[0],
        low = counters->bits[1];
    if (!low) return in_places(lo, stream, nets[0], high);
    for (int place = lo->lanes * places - 1; place >= 0; place--) {
        int i = place / places * elems + place % places;
        const char *bin = bl_format(lo->arena, "%d'd0", high + low);
        if (place % places < elems)
            bin = bl_format(lo->arena, "%s[%d:%d], %s[%d:%d]", nets[0], (i + 1) * high - 1,
                            i * high, nets[1], (i + 1) * low - 1, i * low);
        text = bl_format(lo->arena, "%s%s%s", text ? text : "{", text ? ", " : "", bin);
    }
    return bl_format(lo->arena, "%s}", text);
}

/* The same by step, where histograms count by different functions. What it is in steps that count
 * nothing does not matter. */
static const char *bins(struct bl_lowering *lo, const struct bl_unit *unit,
                        const struct bl_counters *counters) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *next = NULL;
    for (int s = lo->plan->step_count - 1; s >= 0; s--) {
        if (unit->steps >> s & 1)
            next = bins_of_step(lo, lo->route->counted[s], counters, lo->route->counted_nets[s]);
        values[s] = next;
    }
    for (int s = 1; s < lo->plan->step_count; s++)
        if (!values[s]) values[s] = values[s - 1];
    return bl_lower_by_step(lo, values);
}

/* Adds up the counts of every flow, for an exchange that takes its sizes from them. */
static void sizes(struct bl_lowering *lo, const struct bl_unit *unit,
                  const struct bl_counters *counters, int bin_bits) {
    struct bl_circuit *circuit = lo->circuit;
    bl_circuit_net(circuit, lo->flows * BL_COUNT_W, NULL, "sizes_by_flow");
    bl_circuit_net(circuit, 1, NULL, "unused_sizes_valid");
    struct bl_instance *inst = bl_lower_instance(lo, "bl_sizes", "count_sizes",
                                                 "elements of every flow", unit->stage->range);
    bl_instance_set(circuit, inst, "FLOW_W", bl_log2(lo->flows));
    bl_instance_set(circuit, inst, "BIN_W", bin_bits);
    bl_instance_set(circuit, inst, "LSB", counters->bits[1]);
    bl_instance_set(circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_set(circuit, inst, "GROUPS", 1);
    const char *steps = bl_lower_steps(lo, unit->steps);
    bl_instance_connect(circuit, inst, "clear", steps ? "step_start & %s" : "step_start", steps);
    for (int i = 0; i < 4; i++)
        bl_instance_connect(circuit, inst, bl_format(lo->arena, "s_count_%s", counts[i]),
                            "count_%s", counts[i]);
    bl_instance_connect(circuit, inst, "sizes", "sizes_by_flow");
    bl_instance_connect(circuit, inst, "valid", "unused_sizes_valid");
}

/* The counts of one histogram that is a result, kept for the host. */
static void keep_counts(struct bl_lowering *lo, const struct bl_stage *stage, int step,
                        int bin_bits) {
    const struct bl_register *row = bl_regmap_find(lo->node->registers, BL_HISTOGRAM_ROW);
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

/* Whether steps count in different streams: of other widths, or behind stages of the user's own. */
static bool looks_at_many(const struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int s = 0; s < lo->plan->step_count; s++)
        if (lo->route->counted[s] && lo->route->counted[s] != unit->tapped) return true;
    return false;
}

/* A signal of the stream that is counted, step by step where there are several. */
static const char *tapped(struct bl_lowering *lo, const struct bl_unit *unit, const char *format) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int s = 0; s < lo->plan->step_count; s++) {
        const struct bl_lane_stream *stream = lo->route->counted[s];
        const char *name = stream ? stream->name : unit->tapped->name;
        values[s] = bl_format(lo->arena, format, name, name);
    }
    return bl_lower_by_step(lo, values);
}

static const char *counted(struct bl_lowering *lo, const struct bl_unit *unit) {
    const char *steps = bl_lower_steps(lo, unit->steps), *taken = "%s_tvalid & %s_tready";
    if (looks_at_many(lo, unit))
        taken = bl_format(lo->arena, "(%s)", tapped(lo, unit, "%s_tvalid & %s_tready"));
    else taken = tapped(lo, unit, taken);
    return steps ? bl_format(lo->arena, "%s & {%d{%s}}", taken, lo->lanes, steps) : taken;
}

/* Which elements of the words that are counted are there. */
static const char *kept(struct bl_lowering *lo, const struct bl_unit *unit) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count);
    for (int s = 0; s < lo->plan->step_count; s++) {
        const struct bl_lane_stream *stream = lo->route->counted[s];
        if (!stream) stream = unit->tapped;
        values[s] = in_places(lo, stream, bl_format(lo->arena, "%s_tkeep", stream->name), 1);
    }
    return bl_lower_by_step(lo, values);
}

static void look(struct bl_lowering *lo, const struct bl_unit *unit) {
    const struct bl_counters counters = bl_plan_counters(lo->plan);
    if (!looks_at_many(lo, unit)) return;
    bl_circuit_assign(lo->circuit, "counted", "%s", counted(lo, unit));
    bl_circuit_assign(lo->circuit, "counted_last", "%s", tapped(lo, unit, "%s_tlast"));
    bl_circuit_assign(lo->circuit, "counted_keep", "%s", kept(lo, unit));
    bl_circuit_assign(lo->circuit, "counted_bins", "%s", bins(lo, unit, &counters));
}

/* What is counted, and the counts as they leave. */
static void count_nets(struct bl_lowering *lo, const struct bl_unit *unit,
                       const struct bl_counters *counters, int bin_bits) {
    struct bl_circuit *circuit = lo->circuit;
    bool many = looks_at_many(lo, unit);
    int elems = lo->lanes * places_of_word(lo);
    bl_circuit_net(circuit, lo->lanes, many ? NULL : counted(lo, unit), "counted");
    if (many) {
        bl_circuit_net(circuit, lo->lanes, NULL, "counted_last");
        bl_circuit_net(circuit, elems, NULL, "counted_keep");
    }
    bl_circuit_net(circuit, elems * bin_bits, many ? NULL : bins(lo, unit, counters),
                   "counted_bins");
    const int widths[] = {1, bin_bits, BL_COUNT_W, 1};
    for (int i = 0; i < 4; i++) bl_circuit_net(circuit, widths[i], NULL, "count_%s", counts[i]);
}

static void count(struct bl_lowering *lo, const struct bl_unit *unit, bool block, int bin_bits) {
    struct bl_circuit *circuit = lo->circuit;
    struct bl_instance *inst = bl_lower_instance(
        lo, "bl_histogram", bl_format(lo->arena, "histogram_%s", unit->stage->makes->symbol),
        "histogram", unit->stage->range);
    bl_instance_set(circuit, inst, "LANES", lo->lanes);
    bl_instance_set(circuit, inst, "ELEMS", places_of_word(lo));
    bl_instance_set(circuit, inst, "BIN_W", bin_bits);
    bl_instance_set(circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_set(circuit, inst, "GROUPS", 1);
    if (block) bl_instance_set(circuit, inst, "BLOCK", 1);
    const char *steps = bl_lower_steps(lo, unit->steps);
    bl_instance_connect(circuit, inst, "start", steps ? "step_start & %s" : "step_start", steps);
    bl_instance_connect(circuit, inst, "tap_valid", "counted");
    bool many = looks_at_many(lo, unit);
    bl_instance_connect(circuit, inst, "tap_last", many ? "counted_last" : "%s_tlast",
                        unit->tapped->name);
    bl_instance_connect(circuit, inst, "tap_keep", many ? "counted_keep" : "%s_tkeep",
                        unit->tapped->name);
    bl_instance_connect(circuit, inst, "tap_bin", "counted_bins");
    for (int i = 0; i < 4; i++)
        bl_instance_connect(circuit, inst, bl_format(lo->arena, "m_count_%s", counts[i]),
                            "count_%s", counts[i]);
    bl_instance_connect(circuit, inst, "busy", "count_busy");
}

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    const struct bl_counters counters = bl_plan_counters(lo->plan);
    int bin_bits = counters.bits[0] + counters.bits[1];
    count_nets(lo, unit, &counters, bin_bits);
    count(lo, unit, counters.block, bin_bits);
    if (counters.sized) sizes(lo, unit, &counters, bin_bits);
    else
        bl_circuit_net(lo->circuit, 1, "&{1'b0, count_tvalid, count_bin, count_tdata, count_tlast}",
                       "unused_counts");
    for (int s = 0; s < lo->plan->step_count; s++) {
        const struct bl_stage *stage = lo->route->chains[s].histogram;
        if (stage && stage->makes->result) keep_counts(lo, stage, s, bin_bits);
    }
}

/* The counts of all places are added, two cycles each in block RAM, and handed out one by one. */
enum { COUNT_CYCLES = 2 };
static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    const struct bl_counters counters = bl_plan_counters(plan);
    (void)unit;
    return COUNT_CYCLES + (counters.block ? 2.0 : 1.0) * counters.places +
           (double)(UINT64_C(1) << (counters.bits[0] + counters.bits[1]));
}

static const struct bl_unit_row counter = {"histogram", lower, look, way};

/* The nets with the values of the functions by which a step counts; of the second one where some
 * histogram has two. */
static void route(struct bl_routing *r, const struct bl_stage *stage) {
    const struct bl_counters counters = bl_plan_counters(r->plan);
    struct bl_unit *unit = bl_route_unit(r, &counter, (struct bl_unit){.stage = NULL});
    if (!unit->stage) unit->stage = stage;
    if (!unit->tapped) unit->tapped = r->stream;
    r->route->counted[r->step] = r->stream;
    r->route->counter = unit;
    for (int i = 0; i < 2 && counters.bits[i]; i++) {
        const struct bl_function *function = stage->functions[bl_min(i, stage->function_count - 1)];
        int wanted = i < stage->function_count ? counters.bits[i] : 0;
        r->route->counted_nets[r->step][i] = bl_route_slice(r, r->stream, function, 0, wanted,
                                                            counters.bits[i]);
    }
}

static void golden(struct bl_golden *golden, const struct bl_stage *stage) {
    bl_golden_count(golden, stage);
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    int bits = 0;
    if (bl_walk_count(walk, tree, 1, 2, "one or two functions"))
        bl_walk_functions(walk, tree, stage, 2, "");
    for (int i = 0; i < stage->function_count && !walk->bad; i++) bits += stage->functions[i]->bits;
    if (bits > BL_MOST_COUNTER_BITS) {
        bl_report(walk->check->diags, BL_MSG_TOO_MANY_VALUES, tree->range, bits,
                  BL_MOST_COUNTER_BITS);
        walk->bad = true;
    }
    bl_walk_purpose(walk, tree, stage);
    bl_walk_product(walk, tree, stage);
}

static const char *follow(struct bl_between *between) {
    if (between->moved) return "it counts records where they are read";
    if (between->counted) return "the records are counted already";
    between->counted = true;
    return NULL;
}

const struct bl_stage_row bl_histogram_row = {
    .kind = BL_HISTOGRAM,
    .role = BL_STAGE_COUNTS,
    .follow = follow,
    .check = check,
    .golden = golden,
    .route = route,
};
