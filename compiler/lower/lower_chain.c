/* What every step of the plan does, which units that needs, and which streams feed which. */
#include <ctype.h>
#include <string.h>
#include "lower/lowering.h"
#include "plan/counters.h"
#include "plan/crossbars.h"

/* The nth stage of a kind, or NULL. */
static const struct bl_stage *find_stage(const struct bl_pass *pass, enum bl_stage_role role,
                                         int nth) {
    for (int i = 0; i < pass->stage_count; i++)
        if (pass->stages[i].row->role == role && nth-- == 0) return &pass->stages[i];
    return NULL;
}

static struct bl_chain make_chain(const struct bl_lowering *lo, const struct bl_step *step) {
    const struct bl_pass *first = &lo->plan->passes[step->first_pass],
                         *pass = first + step->pass_count - 1;
    struct bl_chain chain = {
        .read = find_stage(pass, BL_STAGE_READS, 0),
        .histogram = find_stage(first, BL_STAGE_COUNTS, 0),
        .table_read = step->pass_count == 2 ? find_stage(first, BL_STAGE_READS, 0) : NULL,
        .table = step->pass_count == 2 ? find_stage(first, BL_STAGE_STEERS, 0) : NULL,
        .exchange = find_stage(pass, BL_STAGE_TO_NODE, 0),
        .write = find_stage(pass, BL_STAGE_WRITES, 0),
    };
    const struct bl_stage *crossbar = find_stage(pass, BL_STAGE_TO_CHANNEL, 0);
    bool after_exchange = chain.exchange && crossbar && crossbar > chain.exchange;
    chain.crossbar = after_exchange ? NULL : crossbar;
    chain.split = after_exchange ? crossbar : find_stage(pass, BL_STAGE_TO_CHANNEL, 1);
    if (!chain.histogram) chain.histogram = find_stage(pass, BL_STAGE_COUNTS, 0);
    if (chain.exchange) chain.end = bl_exchange_end(&lo->program->cluster, pass);
    chain.columns = chain.read->version_count;
    chain.cut = bl_cut_of_read(&lo->program->cluster, chain.read);
    return chain;
}

static void add_edge(struct bl_lowering *lo, struct bl_lane_stream *from, struct bl_lane_stream *to,
                     const char *dest, int step) {
    for (int i = 0; i < lo->edges.count; i++) {
        struct bl_edge *edge = &lo->edges.items[i];
        if (edge->from != from || edge->to != to || (dest && strcmp(edge->dest, dest))) continue;
        edge->steps |= bl_step_bit(step);
        return;
    }
    *BL_APPEND(lo->arena, &lo->edges) = (struct bl_edge){from, to, dest, bl_step_bit(step)};
}

/* The net with the low `wanted` bits of a function of every element, from bit `shift` of it on,
   extended to `width`; declared once. A function without bits gives zeros. */
static const char *slice_net(struct bl_lowering *lo, const struct bl_lane_stream *stream,
                             const struct bl_function *function, int offset, int shift, int wanted,
                             int width) {
    int bits = bl_max(0, bl_min(wanted, function->bits - shift)),
        lsb = bits ? offset + function->lsb + shift : 0;
    for (int i = 0; i < lo->slices.count; i++) {
        const struct bl_slice_net *net = &lo->slices.items[i];
        if (!net->of_dest && net->stream == stream && net->lsb == lsb && net->bits == bits &&
            net->width == width)
            return net->name;
    }
    struct bl_slice_net *net = BL_APPEND(lo->arena, &lo->slices);
    const char *extended = bits < width ? bl_format(lo->arena, "%dx", bits) : "";
    const char *name = bl_format(lo->arena, "%s_%s_%d_%s%d", stream->name, function->column->name,
                                 function->lsb + shift, extended, width);
    if (!bits)
        name = bl_format(lo->arena, "%s_%s_none_%d", stream->name, function->column->name, width);
    if (bits && offset)
        name = bl_format(lo->arena, "%s_high",
                         name); /* the same column may come first in another step */
    *net = (struct bl_slice_net){stream, false, function, lsb, bits, width, name};
    return name;
}

/* The low `bits` of the destinations that a table gives: all of them, or for a crossbar with fewer
 * outputs a net of its own. */
static const char *table_dest(struct bl_lowering *lo, const struct bl_lane_stream *stream,
                              const struct bl_function *function, int bits) {
    if (stream->dest_bits == bits) return bl_format(lo->arena, "%s_tdest", stream->name);
    for (int i = 0; i < lo->slices.count; i++) {
        const struct bl_slice_net *net = &lo->slices.items[i];
        if (net->of_dest && net->stream == stream && net->bits == bits) return net->name;
    }
    const char *name = bl_format(lo->arena, "%s_tdest_%d", stream->name, bits);
    *BL_APPEND(lo->arena, &lo->slices) = (struct bl_slice_net){stream, true, function, 0,
                                                               bits,   bits, name};
    return name;
}

/* Where a function's column begins within an element of the stream: zipped records hold the first
 * column in the low bits. */
static int column_offset(const struct bl_chain *chain, const struct bl_function *function) {
    int offset = 0;
    for (int i = 0; i < chain->columns && chain->read->versions[i]->column != function->column; i++)
        offset += chain->read->versions[i]->column->bits;
    return chain->columns > 1 ? offset : 0;
}

/* A function's name as part of an identifier: a slice written in place, "key[5:3]", becomes
 * "key_5_3_". */
static const char *identifier(struct bl_lowering *lo, const char *name) {
    char *text = bl_strdup(lo->arena, name);
    for (char *byte = text; *byte; byte++)
        if (!isalnum((unsigned char)*byte)) *byte = '_';
    return text;
}

static struct bl_crossbar_unit *crossbar_unit(struct bl_lowering *lo, struct bl_cut cut, int inputs,
                                              int outputs, const struct bl_stage *stage,
                                              unsigned busy) {
    for (int i = 0; i < lo->crossbars.count; i++) {
        struct bl_crossbar_unit *unit = &lo->crossbars.items[i];
        bool fits = unit->cut.elems == cut.elems && unit->cut.elem_bits == cut.elem_bits &&
                    unit->inputs == inputs && unit->outputs == outputs;
        if (fits && !(busy >> i & 1)) return unit;
    }
    struct bl_crossbar_unit *unit = BL_APPEND(lo->arena, &lo->crossbars);
    const char *function = identifier(lo, stage->functions[0]->name);
    const char *name = bl_format(lo->arena, "crossbar%d_%s", lo->crossbars.count, function);
    if (lo->crossbars.count == 1) name = bl_format(lo->arena, "crossbar_%s", function);
    int groups = lo->lanes / inputs, dest_bits = bl_max(1, bl_log2(outputs));
    *unit = (struct bl_crossbar_unit){
        .cut = cut, .inputs = inputs, .outputs = outputs, .name = name, .stage = stage};
    unit->in = bl_lower_stream(lo, bl_format(lo->arena, "%s_in", name), lo->lanes, cut, dest_bits);
    unit->out = bl_lower_stream(lo, bl_format(lo->arena, "%s_out", name), groups * outputs, cut, 0);
    return unit;
}

/* The unit of a crossbar stage. Towards an exchange every node is an output of its own, otherwise
   every channel; a function with fewer values than there are channels splits the lanes into groups,
   each with one lane per value. `shift` drops low bits that are already decided. */
static struct bl_lane_stream *through_crossbar(struct bl_lowering *lo, int step,
                                               struct bl_lane_stream *from,
                                               const struct bl_stage *stage, int inputs,
                                               int outputs, int shift, unsigned *busy) {
    struct bl_chain *chain = &lo->chains[step];
    const struct bl_function *function = stage->functions[0];
    struct bl_crossbar_unit *unit = crossbar_unit(lo, chain->cut, inputs, outputs, stage, *busy);
    *busy |= 1u << (unit - lo->crossbars.items);
    unit->ordered |= lo->plan->steps[step].ordered;
    int bits = bl_max(1, bl_log2(outputs));
    const char *dest = from->dest_bits
                           ? table_dest(lo, from, function, bits)
                           : slice_net(lo, from, function, column_offset(chain, function), shift,
                                       bl_log2(outputs), bits);
    add_edge(lo, from, unit->in, dest, step);
    return unit->out;
}

/* One channel is all that a value can name: the records stay where they are. Destinations of a
 * table are taken all the same. */
static struct bl_lane_stream *to_channels(struct bl_lowering *lo, int step,
                                          struct bl_lane_stream *from, const struct bl_stage *stage,
                                          unsigned *busy) {
    int values = bl_function_places(stage->functions[0], lo->lanes);
    if (!from->dest_bits && !bl_crossbar_moves(&lo->program->cluster, stage->functions[0]))
        return from;
    return through_crossbar(lo, step, from, stage, values, values, 0, busy);
}

static struct bl_lane_stream *to_nodes(struct bl_lowering *lo, int step,
                                       struct bl_lane_stream *from, const struct bl_stage *stage,
                                       unsigned *busy) {
    struct bl_exchange_shape shape = bl_exchange_shape(&lo->program->cluster, stage->functions[0]);
    return through_crossbar(lo, step, from, stage, shape.inputs, shape.outputs, 0, busy);
}

/* The unit that joins lanes with equal numbers modulo `values`. */
static const struct bl_join_unit *join_unit(struct bl_lowering *lo, struct bl_cut cut, int values,
                                            const struct bl_stage *stage) {
    for (int i = 0; i < lo->joins.count; i++)
        if (lo->joins.items[i].values == values && lo->joins.items[i].cut.elems == cut.elems &&
            lo->joins.items[i].cut.elem_bits == cut.elem_bits)
            return &lo->joins.items[i];
    struct bl_join_unit *unit = BL_APPEND(lo->arena, &lo->joins);
    const char *name = bl_format(lo->arena, "join%d_%s", lo->joins.count - 1,
                                 identifier(lo, stage->functions[0]->name));
    *unit = (struct bl_join_unit){.cut = cut, .values = values, .name = name, .stage = stage};
    unit->in = bl_lower_stream(lo, bl_format(lo->arena, "%s_in", name), lo->lanes, cut, 0);
    unit->out = bl_lower_stream(lo, bl_format(lo->arena, "%s_out", name), lo->lanes, cut, 0);
    return unit;
}

/* Channels hold the values of a function; where these are fewer than what lanes can reach, only
 * some lanes reach their node. */
static struct bl_lane_stream *joined(struct bl_lowering *lo, int step,
                                     struct bl_lane_stream *from) {
    struct bl_chain *chain = &lo->chains[step];
    int values = bl_exchange_shape(&lo->program->cluster, chain->exchange->functions[0]).joined;
    if (chain->crossbar || !values) return from;
    const struct bl_join_unit *unit = join_unit(lo, chain->cut, values, chain->exchange);
    chain->join = unit->name;
    add_edge(lo, from, unit->in, NULL, step);
    return unit->out;
}

/* The exchange: lanes must hold flows. Where nodes share a lane, a splitter per lane makes a flow
 * of each. */
static struct bl_lane_stream *through_exchange(struct bl_lowering *lo, int step,
                                               struct bl_lane_stream *from, unsigned *busy) {
    struct bl_chain *chain = &lo->chains[step];
    if (!lo->send) {
        lo->send = bl_lower_stream(lo, "send", lo->flows, chain->cut, 0);
        lo->receive = bl_lower_stream(lo, "receive", lo->lanes, chain->cut, 0);
    }
    from = joined(lo, step, from);
    bool split = !chain->crossbar && lo->nodes > lo->lanes;
    if (split)
        from = through_crossbar(lo, step, from, chain->exchange, 1, lo->nodes / lo->lanes,
                                lo->lane_bits, busy);
    add_edge(lo, from, lo->send, NULL, step);
    bool made_full = chain->split &&
                     bl_crossbar_moves(&lo->program->cluster,
                                       chain->split->functions[0]); /* by the next crossbar */
    if (lo->nodes <= lo->lanes || made_full) return lo->receive;
    if (!lo->pack_in) {
        lo->pack_in = bl_lower_stream(lo, "pack_in", lo->lanes, chain->cut, 0);
        lo->pack_out = bl_lower_stream(lo, "pack_out", lo->lanes, chain->cut, 0);
    }
    add_edge(lo, lo->receive, lo->pack_in, NULL, step);
    return lo->pack_out;
}

/* Bits of a destination in the tables, which all steps share: those of the function with most
 * values. */
static int table_bits(const struct bl_lowering *lo) {
    int bits = 1;
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->chains[i].table)
            bits = bl_max(
                bits, bl_log2(bl_function_places(lo->chains[i].table->functions[0], lo->lanes)));
    return bits;
}

static struct bl_lane_stream *through_table(struct bl_lowering *lo, int step,
                                            const struct bl_chain *chain) {
    const struct bl_function *function = chain->table->functions[0];
    if (!lo->table_in) {
        lo->table_bits = table_bits(lo);
        int bits = lo->table_bits;
        lo->table_in = bl_lower_stream(lo, "table_in", lo->lanes, lo->plain, bits);
        lo->table_data = bl_lower_stream(lo, "table_data", lo->lanes, lo->plain, 0);
        lo->table_out = bl_lower_stream(lo, "table_out", lo->lanes, lo->plain, bits);
    }
    int wanted = bl_function_places(function, lo->lanes) > 1 ? lo->table_bits : 0;
    add_edge(lo, lo->read, lo->table_in,
             slice_net(lo, lo->read, function, 0, 0, wanted, lo->table_bits), step);
    add_edge(lo, lo->read, lo->table_data, NULL, step);
    return lo->table_out;
}

/* The zip of so many columns, or the unzip; made when a step needs the first of its kind. */
static struct bl_zip_unit *zip_unit(struct bl_lowering *lo, int step, bool unzip) {
    const struct bl_chain *chain = &lo->chains[step];
    for (int i = 0; i < (unzip ? lo->unzips.count : lo->zips.count); i++) {
        struct bl_zip_unit *unit = unzip ? &lo->unzips.items[i] : &lo->zips.items[i];
        unit->steps |= unit->columns == chain->columns ? bl_step_bit(step) : 0;
        if (unit->columns == chain->columns) return unit;
    }
    struct bl_zip_unit *unit = unzip ? BL_APPEND(lo->arena, &lo->unzips)
                                     : BL_APPEND(lo->arena, &lo->zips);
    const char *name = unzip ? "unzip" : "zip";
    if (chain->columns != 2) name = bl_format(lo->arena, "%s%d", name, chain->columns);
    *unit = (struct bl_zip_unit){
        .columns = chain->columns, .steps = bl_step_bit(step), .name = name};
    unit->in = bl_lower_stream(lo, bl_format(lo->arena, "%s_in", name), lo->lanes,
                               unzip ? chain->cut : lo->plain, 0);
    unit->out = bl_lower_stream(lo, bl_format(lo->arena, "%s_out", name), lo->lanes,
                                unzip ? lo->plain : chain->cut, 0);
    return unit;
}

static struct bl_lane_stream *through_zip(struct bl_lowering *lo, int step) {
    const struct bl_zip_unit *unit = zip_unit(lo, step, false);
    add_edge(lo, lo->read, unit->in, NULL, step);
    return unit->out;
}

static void to_write(struct bl_lowering *lo, int step, struct bl_lane_stream *from) {
    if (!lo->write) lo->write = bl_lower_stream(lo, "write", lo->lanes, lo->plain, 0);
    if (lo->chains[step].columns > 1) {
        const struct bl_zip_unit *unit = zip_unit(lo, step, true);
        add_edge(lo, from, unit->in, NULL, step);
        from = unit->out;
    }
    add_edge(lo, from, lo->write, NULL, step);
}

/* The nets with the bin of every element: the node's number and, where some histogram has two
 * functions, the channel's value. */
static void tap(struct bl_lowering *lo, int step, const struct bl_lane_stream *stream,
                const struct bl_chain *chain) {
    lo->tapped = stream;
    lo->tap_steps |= bl_step_bit(step);
    for (int i = 0; i < 2 && lo->tap_bits[i]; i++) {
        const struct bl_function *function =
            chain->histogram->functions[bl_min(i, chain->histogram->function_count - 1)];
        int wanted = i < chain->histogram->function_count ? lo->tap_bits[i] : 0;
        lo->tap_nets[step][i] = slice_net(lo, stream, function, column_offset(chain, function), 0,
                                          wanted, lo->tap_bits[i]);
    }
}

static void lower_step(struct bl_lowering *lo, int step) {
    struct bl_chain *chain = &lo->chains[step];
    unsigned busy = 0; /* crossbars that this step already uses */
    struct bl_lane_stream *stream = chain->table         ? through_table(lo, step, chain)
                                    : chain->columns > 1 ? through_zip(lo, step)
                                                         : lo->read;
    if (chain->histogram) tap(lo, step, stream, chain);
    if (chain->crossbar && chain->exchange)
        stream = to_nodes(lo, step, stream, chain->crossbar, &busy);
    else if (chain->crossbar) stream = to_channels(lo, step, stream, chain->crossbar, &busy);
    if (chain->exchange) stream = through_exchange(lo, step, stream, &busy);
    if (chain->split) stream = to_channels(lo, step, stream, chain->split, &busy);
    if (chain->write) to_write(lo, step, stream);
    else if (chain->histogram) add_edge(lo, stream, NULL, NULL, step);
}

void bl_lower_chains(struct bl_lowering *lo) {
    const struct bl_plan *plan = lo->plan;
    lo->chains = BL_NEW(lo->arena, struct bl_chain, plan->step_count);
    lo->read = bl_lower_stream(lo, "read", lo->lanes, lo->plain, 0);
    lo->tap_nets = bl_alloc(lo->arena, sizeof *lo->tap_nets * (size_t)plan->step_count);
    for (int i = 0; i < plan->step_count; i++) lo->chains[i] = make_chain(lo, &plan->steps[i]);
    const struct bl_counters counters = bl_plan_counters(plan);
    lo->tap_bits[0] = counters.bits[0];
    lo->tap_bits[1] = counters.bits[1];
    lo->sized = counters.sized;
    for (int i = 0; i < plan->step_count; i++) {
        const struct bl_chain *chain = &lo->chains[i];
        lo->read_columns = bl_max(lo->read_columns, chain->table ? 2 : chain->columns);
        lo->write_columns = bl_max(lo->write_columns, chain->write ? chain->columns : 1);
        lo->swaps |= plan->steps[i].read_side != plan->steps[0].read_side;
        lower_step(lo, i);
    }
}

bl_step_set bl_lower_exchanges(const struct bl_lowering *lo) {
    bl_step_set steps = 0;
    for (int i = 0; i < lo->plan->step_count; i++)
        if (lo->chains[i].exchange) steps |= bl_step_bit(i);
    return steps;
}
