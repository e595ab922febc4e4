#include "lower/lower_nets.h"

#include <string.h>
#include "base/text.h"
#include "lower/lowering.h"
#include "lower/lowering_inner.h"

struct bl_instance *bl_lower_instance(struct bl_lowering *lo, const char *module, const char *name,
                                      const char *comment, struct bl_range range) {
    struct bl_instance *inst = bl_circuit_instance(lo->circuit, module, name, comment, range);
    bl_instance_connect(lo->circuit, inst, "clk", "clk");
    bl_instance_connect(lo->circuit, inst, "rst", "rst");
    return inst;
}

void bl_lower_declare(struct bl_lowering *lo, const struct bl_lane_stream *stream) {
    struct bl_circuit *circuit = lo->circuit;
    int elems = stream->lanes * stream->cut.elems;
    bl_circuit_net(circuit, stream->lanes, NULL, "%s_tvalid", stream->name);
    bl_circuit_net(circuit, stream->lanes, NULL, "%s_tready", stream->name);
    bl_circuit_net(circuit, elems * stream->cut.elem_bits, NULL, "%s_tdata", stream->name);
    bl_circuit_net(circuit, elems, NULL, "%s_tkeep", stream->name);
    bl_circuit_net(circuit, stream->lanes, NULL, "%s_tlast", stream->name);
    if (stream->dest_bits)
        bl_circuit_net(circuit, elems * stream->dest_bits, NULL, "%s_tdest", stream->name);
}

const char *bl_lower_bit(struct bl_lowering *lo, const char *net, int lane) {
    return lo->lanes == 1 ? net : bl_format(lo->arena, "%s[%d]", net, lane);
}

/* Lanes [first +: lanes] of a net with `width` bits a lane. */
static const char *part(struct bl_lowering *lo, const struct bl_lane_stream *stream,
                        const char *signal, int first, int lanes, int width) {
    if (lanes == stream->lanes) return bl_format(lo->arena, "%s_%s", stream->name, signal);
    if (lanes * width == 1) return bl_format(lo->arena, "%s_%s[%d]", stream->name, signal, first);
    return bl_format(lo->arena, "%s_%s[%d:%d]", stream->name, signal, (first + lanes) * width - 1,
                     first * width);
}

void bl_lower_connect(struct bl_lowering *lo, struct bl_instance *instance, const char *prefix,
                      const struct bl_lane_stream *stream, int first, int lanes) {
    const struct {
        const char *signal;
        int width;
    } signals[] = {
        {"tvalid", 1},
        {"tready", 1},
        {"tdata", stream->cut.elems * stream->cut.elem_bits},
        {"tkeep", stream->cut.elems},
        {"tlast", 1},
        {"tdest", stream->cut.elems * stream->dest_bits},
    };
    for (int i = 0; i < (stream->dest_bits ? 6 : 5); i++)
        bl_instance_connect(lo->circuit, instance,
                            bl_format(lo->arena, "%s_%s", prefix, signals[i].signal), "%s",
                            part(lo, stream, signals[i].signal, first, lanes, signals[i].width));
}

const char *bl_lower_apart(struct bl_lowering *lo, const char *net, int first, int lanes,
                           int stride, int width) {
    const char *text = NULL;
    for (int i = lanes - 1; i >= 0; i--) {
        int low = (first + i * stride) * width;
        text = bl_format(lo->arena, "%s%s%s[%d:%d]", text ? text : "{", text ? ", " : "", net,
                         low + width - 1, low);
    }
    return bl_format(lo->arena, "%s}", text);
}

void bl_lower_connect_apart(struct bl_lowering *lo, struct bl_instance *instance,
                            const char *prefix, const struct bl_lane_stream *stream, int first,
                            int lanes, int stride) {
    const struct {
        const char *signal;
        int width;
    } signals[] = {{"tvalid", 1},
                   {"tready", 1},
                   {"tdata", stream->cut.elems * stream->cut.elem_bits},
                   {"tkeep", stream->cut.elems},
                   {"tlast", 1}};
    for (int i = 0; i < 5; i++)
        bl_instance_connect(
            lo->circuit, instance, bl_format(lo->arena, "%s_%s", prefix, signals[i].signal), "%s",
            bl_lower_apart(lo, bl_format(lo->arena, "%s_%s", stream->name, signals[i].signal),
                           first, lanes, stride, signals[i].width));
}

const char *bl_lower_steps(struct bl_lowering *lo, bl_step_set steps) {
    int count = lo->plan->step_count;
    bl_step_set all = count < BL_MOST_STEPS ? bl_step_bit(count) - 1 : ~(bl_step_set)0;
    if ((steps & all) == all) return NULL;
    const char *text = NULL;
    for (int i = 0; i < lo->plan->step_count; i++)
        if (steps >> i & 1)
            text = text ? bl_format(lo->arena, "%s | step_%d", text, i)
                        : bl_format(lo->arena, "step_%d", i);
    return strchr(text, '|') ? bl_format(lo->arena, "(%s)", text) : text;
}

const char *bl_lower_by_step(struct bl_lowering *lo, const char **values) {
    int last = lo->plan->step_count - 1;
    const char *text = values[last];
    for (int i = last - 1; i >= 0; i--)
        if (strcmp(values[i], values[i + 1]) || text != values[last])
            text = bl_format(lo->arena, "step_%d ? %s : %s", i, values[i], text);
    return text;
}

static int feeds_from(const struct bl_lowering *lo, const struct bl_lane_stream *from) {
    int count = 0;
    for (int i = 0; i < lo->route->feeds.count; i++)
        count += lo->route->feeds.items[i].from == from;
    return count;
}

/* When a feed is open: NULL for always, otherwise a vector over the lanes. Words that are read in
 * turn differ in tid. */
static const char *gate(struct bl_lowering *lo, const struct bl_feed *feed) {
    const char *steps = feeds_from(lo, feed->from) > 1 ? bl_lower_steps(lo, feed->steps) : NULL;
    const char *vector = steps ? bl_format(lo->arena, "{%d{%s}}", feed->from->lanes, steps) : NULL;
    if (feed->turn == BL_TURN_BOTH) return vector;
    const char *turn = bl_format(lo->arena, "%s%s_tid", feed->turn == BL_TURN_FIRST ? "~" : "",
                                 feed->from->name);
    return vector ? bl_format(lo->arena, "%s & %s", vector, turn) : turn;
}

static const char *gated(struct bl_lowering *lo, const struct bl_feed *feed, const char *signal) {
    const char *open = gate(lo, feed);
    return open ? bl_format(lo->arena, "(%s & %s)", signal, open) : signal;
}

/* All that feeds one stream: valid by the gates, the payload by the steps. */
static void lower_joint(struct bl_lowering *lo, const struct bl_lane_stream *to) {
    const char *valid = NULL, *payload[4] = {NULL, NULL, NULL, NULL};
    const char *signals[4] = {"tdata", "tkeep", "tlast", "tdest"};
    for (int i = 0; i < lo->route->feeds.count; i++) {
        const struct bl_feed *feed = &lo->route->feeds.items[i];
        if (feed->to != to) continue;
        const char *one = gated(lo, feed, bl_format(lo->arena, "%s_tvalid", feed->from->name));
        valid = valid ? bl_format(lo->arena, "%s | %s", valid, one) : one;
        const char *steps = bl_lower_steps(lo, feed->steps);
        for (int s = 0; s < (to->dest_bits ? 4 : 3); s++) {
            const char *value = s == 3 ? feed->dest
                                : s == 0 && feed->data
                                    ? feed->data
                                    : bl_format(lo->arena, "%s_%s", feed->from->name, signals[s]);
            if (payload[s] && !strcmp(payload[s], value)) continue;
            payload[s] = payload[s] ? bl_format(lo->arena, "%s ? %s : %s", steps, value, payload[s])
                                    : value;
        }
    }
    bl_circuit_assign(lo->circuit, bl_format(lo->arena, "%s_tvalid", to->name), "%s", valid);
    for (int s = 0; s < (to->dest_bits ? 4 : 3); s++)
        bl_circuit_assign(lo->circuit, bl_format(lo->arena, "%s_%s", to->name, signals[s]), "%s",
                          payload[s]);
}

/* All feeds out of one stream: ready by whom it feeds in this step. A step that only counts takes
 * what comes (a feed to nowhere). */
static void lower_fork(struct bl_lowering *lo, const struct bl_lane_stream *from) {
    const char *ready = NULL;
    for (int i = 0; i < lo->route->feeds.count; i++) {
        const struct bl_feed *feed = &lo->route->feeds.items[i];
        if (feed->from != from) continue;
        const char *taken = feed->to ? bl_format(lo->arena, "%s_tready", feed->to->name)
                                     : bl_format(lo->arena, "{%d{1'b1}}", from->lanes);
        const char *one = gated(lo, feed, taken);
        ready = ready ? bl_format(lo->arena, "%s | %s", ready, one) : one;
    }
    bl_circuit_assign(lo->circuit, bl_format(lo->arena, "%s_tready", from->name), "%s", ready);
}

/* A slice, or zeros: a field of every element. */
static void lower_field(struct bl_lowering *lo, const struct bl_slice_net *net,
                        struct bl_instance *inst) {
    const struct bl_lane_stream *stream = net->stream;
    bl_instance_set(lo->circuit, inst, "ELEM_W",
                    net->of_dest ? stream->dest_bits : stream->cut.elem_bits);
    bl_instance_set(lo->circuit, inst, "LSB", net->lsb);
    bl_instance_set(lo->circuit, inst, "BITS", net->bits);
    bl_instance_set(lo->circuit, inst, "OUT_W", net->width);
}

static const char *constant(struct bl_arena *arena, int bits, bl_wide value) {
    unsigned long long low = (unsigned long long)value, high = (unsigned long long)(value >> 64);
    return high ? bl_format(arena, "%d'h%llx%016llx", bits, high, low)
                : bl_format(arena, "%d'h%llx", bits, low);
}

/* Bits of every element that are XORs of bits of its column. */
static void lower_mix(struct bl_lowering *lo, const struct bl_slice_net *net,
                      struct bl_instance *inst) {
    const struct bl_function *function = net->function;
    struct bl_text masks = {0};
    for (int i = net->bits - 1; i >= 0; i--)
        bl_text_add(&masks, "%s%s", i == net->bits - 1 ? "{" : ", ",
                    constant(lo->arena, function->column->bits, function->masks[net->shift + i]));
    bl_wide ones = function->ones >> net->shift & bl_wide_ones(net->bits);
    bl_instance_set(lo->circuit, inst, "ELEM_W", net->stream->cut.elem_bits);
    bl_instance_set(lo->circuit, inst, "LSB", net->lsb);
    bl_instance_set(lo->circuit, inst, "COLUMN_W", function->column->bits);
    bl_instance_set(lo->circuit, inst, "BITS", net->bits);
    bl_instance_set(lo->circuit, inst, "OUT_W", net->width);
    bl_instance_set_bits(lo->circuit, inst, "MASKS",
                         bl_format(lo->arena, "%.*s}", (int)masks.length, masks.bytes));
    bl_instance_set_bits(lo->circuit, inst, "ONES", constant(lo->arena, net->bits, ones));
    bl_text_free(&masks);
}

/* What functions leave when they are divided. */
static void lower_residues(struct bl_lowering *lo, const struct bl_lane_stream *stream) {
    for (int i = 0; i < lo->route->residues.count; i++) {
        const struct bl_residue_net *net = &lo->route->residues.items[i];
        if (net->stream != stream) continue;
        int elems = stream->lanes * stream->cut.elems;
        bl_circuit_net(lo->circuit, elems * net->width, NULL, "%s", net->name);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, "bl_modulo", bl_format(lo->arena, "residue_%s", net->name),
            bl_format(lo->arena, "bits of %s of every element, modulo %d", net->function->name,
                      net->modulus),
            net->function->range);
        bl_instance_set(lo->circuit, inst, "COUNT", elems);
        bl_instance_set(lo->circuit, inst, "IN_W", net->bits);
        bl_instance_set(lo->circuit, inst, "MODULUS", net->modulus);
        bl_instance_set(lo->circuit, inst, "OUT_W", net->width);
        bl_instance_connect(lo->circuit, inst, "numbers", "%s", net->numbers);
        bl_instance_connect(lo->circuit, inst, "residues", "%s", net->name);
    }
}

/* The functions of a stream's records that decide where they go, beside it. */
void bl_lower_slices(struct bl_lowering *lo, const struct bl_lane_stream *stream) {
    for (int i = 0; i < lo->route->slices.count; i++) {
        const struct bl_slice_net *net = &lo->route->slices.items[i];
        if (net->stream != stream) continue;
        bool mix = !net->of_dest && net->function && net->bits && net->function->mix;
        int elems = stream->lanes * stream->cut.elems;
        bl_circuit_net(lo->circuit, elems * net->width, NULL, "%s", net->name);
        struct bl_instance *inst = bl_circuit_instance(
            lo->circuit, mix ? "bl_mix" : "bl_slice",
            bl_format(lo->arena, "%s_%s", mix ? "mix" : "slice", net->name),
            bl_format(lo->arena, "%s of every element",
                      net->function ? net->function->name : "the columns that go on"),
            net->function ? net->function->range : lo->program->record.range);
        bl_instance_set(lo->circuit, inst, "COUNT", elems);
        if (mix) lower_mix(lo, net, inst);
        else lower_field(lo, net, inst);
        bl_instance_connect(lo->circuit, inst, "elements", "%s_%s", stream->name,
                            net->of_dest ? "tdest" : "tdata");
        bl_instance_connect(lo->circuit, inst, mix ? "mixes" : "slices", "%s", net->name);
    }
    lower_residues(lo, stream);
}

static void lower_unit(struct bl_lowering *lo, const struct bl_unit *unit) {
    const struct bl_lane_stream *own[] = {unit->in, unit->beside, unit->out};
    for (int i = 0; i < 3; i++)
        if (own[i]) bl_lower_declare(lo, own[i]);
    unit->row->lower(lo, unit);
    if (unit->out) bl_lower_slices(lo, unit->out);
}

void bl_lower_units(struct bl_lowering *lo) {
    const char *heading = NULL;
    for (int i = 0; i < lo->route->units.count; i++) {
        const struct bl_unit *unit = lo->route->units.items[i];
        const char *its = unit->row->heading;
        if (its && its != heading) bl_circuit_heading(lo->circuit, its);
        if (its) heading = its;
        lower_unit(lo, unit);
    }
}

void bl_lower_feeds(struct bl_lowering *lo) {
    bl_circuit_heading(lo->circuit, "which stream feeds which, in which step");
    for (int i = 0; i < lo->route->feeds.count; i++) {
        bool first_to = true, first_from = true;
        for (int j = 0; j < i; j++) {
            first_to &= lo->route->feeds.items[j].to != lo->route->feeds.items[i].to;
            first_from &= lo->route->feeds.items[j].from != lo->route->feeds.items[i].from;
        }
        if (first_to && lo->route->feeds.items[i].to) lower_joint(lo, lo->route->feeds.items[i].to);
        if (first_from) lower_fork(lo, lo->route->feeds.items[i].from);
    }
    for (int i = 0; i < lo->route->units.count; i++) {
        const struct bl_unit *unit = lo->route->units.items[i];
        if (unit->row->look) unit->row->look(lo, unit);
    }
}
