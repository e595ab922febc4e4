/* What every step of the plan does, which units that needs, and which streams feed which. */
#include <ctype.h>
#include <string.h>
#include "ir/pass.h"
#include "ir/plan.h"
#include "plan/route/cuts.h"
#include "plan/route/routing.h"

struct bl_lane_stream *bl_route_stream(struct bl_routing *r, const char *name, int lanes,
                                       struct bl_cut cut, int dest_bits) {
    struct bl_lane_stream *stream = BL_NEW(r->arena, struct bl_lane_stream, 1);
    *stream = (struct bl_lane_stream){name, lanes, cut, dest_bits};
    return stream;
}

static void add_feed(struct bl_routing *r, struct bl_feed wanted) {
    for (int i = 0; i < r->route->feeds.count; i++) {
        struct bl_feed *feed = &r->route->feeds.items[i];
        if (feed->from != wanted.from || feed->to != wanted.to || feed->turn != wanted.turn ||
            (wanted.dest && strcmp(feed->dest, wanted.dest)))
            continue;
        feed->steps |= bl_step_bit(r->step);
        return;
    }
    wanted.steps = bl_step_bit(r->step);
    *BL_APPEND(r->arena, &r->route->feeds) = wanted;
}

static const struct bl_pass *step_pass(const struct bl_routing *r) {
    return bl_step_pass(r->plan, &r->plan->steps[r->step]);
}

/* Of the stage that is led through: a table and its histogram come from the pass before. */
static const struct bl_pass *stage_pass(const struct bl_routing *r) {
    const struct bl_pass *first = &r->plan->passes[r->plan->steps[r->step].first_pass];
    for (int s = 0; s < first->stage_count; s++)
        if (&first->stages[s] == r->stage) return first;
    return step_pass(r);
}

struct bl_cut bl_route_cut(const struct bl_routing *r, const struct bl_stage *stage) {
    return bl_cut_behind(r->cluster, step_pass(r), stage);
}

/* The low bits of every element, where not all of its columns go on: a net; NULL where all do. */
static const char *fewer_columns(struct bl_routing *r, const struct bl_lane_stream *from,
                                 const struct bl_lane_stream *to) {
    int bits = to ? to->cut.elem_bits : from->cut.elem_bits;
    if (bits >= from->cut.elem_bits) return NULL;
    for (int i = 0; i < r->route->slices.count; i++) {
        const struct bl_slice_net *net = &r->route->slices.items[i];
        if (net->stream == from && !net->function && net->bits == bits) return net->name;
    }
    const char *name = bl_format(r->arena, "%s_tdata_%d", from->name, bits);
    *BL_APPEND(r->arena, &r->route->slices) = (struct bl_slice_net){
        .stream = from, .bits = bits, .width = bits, .name = name};
    return name;
}

void bl_route_feed(struct bl_routing *r, struct bl_lane_stream *from, struct bl_lane_stream *to,
                   const char *dest) {
    const char *data = fewer_columns(r, from, to);
    add_feed(r, (struct bl_feed){.from = from, .to = to, .data = data, .dest = dest});
}

void bl_route_turn(struct bl_routing *r, enum bl_turn turn, struct bl_lane_stream *to,
                   const char *dest) {
    r->route->strips = true;
    add_feed(r, (struct bl_feed){.from = r->stream, .to = to, .dest = dest, .turn = turn});
}

/* Of the columns that a stage of the user's own takes. */
static bool same_places(const struct bl_unit *a, const struct bl_unit *b) {
    for (int i = 0; a->own && i < a->own->take_count; i++)
        if (a->places[i] != b->places[i]) return false;
    return true;
}

static bool same_shape(const struct bl_unit *a, const struct bl_unit *b) {
    return a->cut.elems == b->cut.elems && a->cut.elem_bits == b->cut.elem_bits &&
           !memcmp(&a->crossbar, &b->crossbar, sizeof a->crossbar) && a->ways == b->ways &&
           a->own == b->own && same_places(a, b);
}

struct bl_unit *bl_route_unit(struct bl_routing *r, const struct bl_unit_row *row,
                              struct bl_unit shape) {
    for (int i = 0; i < r->route->units.count; i++) {
        struct bl_unit *unit = r->route->units.items[i];
        if (unit->row != row || !same_shape(unit, &shape) || unit->steps & bl_step_bit(r->step))
            continue;
        unit->steps |= bl_step_bit(r->step);
        return unit;
    }
    struct bl_unit *unit = *BL_APPEND(r->arena, &r->route->units) = BL_NEW(r->arena, struct bl_unit,
                                                                           1);
    *unit = shape;
    unit->row = row;
    unit->steps = bl_step_bit(r->step);
    return unit;
}

int bl_route_count(const struct bl_routing *r, const struct bl_unit_row *row) {
    int count = 0;
    for (int i = 0; i < r->route->units.count; i++) count += r->route->units.items[i]->row == row;
    return count;
}

int bl_route_count_of(const struct bl_routing *r, const struct bl_unit_row *row, int ways) {
    int count = 0;
    for (int i = 0; i < r->route->units.count; i++)
        count += r->route->units.items[i]->row == row && r->route->units.items[i]->ways == ways;
    return count;
}

void bl_route_name(struct bl_routing *r, struct bl_unit *unit, const char *name, struct bl_cut in,
                   struct bl_cut out) {
    unit->name = name;
    unit->in = bl_route_stream(r, bl_format(r->arena, "%s_in", name), r->lanes, in, 0);
    unit->out = bl_route_stream(r, bl_format(r->arena, "%s_out", name), r->lanes, out, 0);
}

void bl_route_through(struct bl_routing *r, struct bl_unit *unit, const char *dest) {
    bl_route_feed(r, r->stream, unit->in, dest);
    r->stream = unit->out;
}

static const char *slice_name(struct bl_routing *r, const struct bl_slice_net *net, int shift,
                              bool high) {
    const struct bl_function *function = net->function;
    const char *extended = net->bits < net->width ? bl_format(r->arena, "%dx", net->bits) : "";
    const char *mix = function->mix ? bl_format(r->arena, "mix%d_", function->mix) : "";
    if (!net->bits)
        return bl_format(r->arena, "%s_%s_none_%d", net->stream->name, function->column->name,
                         net->width);
    return bl_format(r->arena, "%s_%s_%s%d_%s%d%s", net->stream->name, function->column->name, mix,
                     function->lsb + shift, extended, net->width, high ? "_high" : "");
}

static bool is_named(const struct bl_routing *r, const struct bl_slice_net *wanted) {
    for (int i = 0; i < r->route->slices.count; i++) {
        const struct bl_slice_net *net = &r->route->slices.items[i];
        if (net != wanted && !strcmp(net->name, wanted->name)) return true;
    }
    return false;
}

const char *bl_route_slice(struct bl_routing *r, const struct bl_lane_stream *stream,
                           const struct bl_function *function, int shift, int wanted, int width) {
    int offset = bl_column_offset(r->cluster, stage_pass(r), r->stage, function->column);
    int bits = bl_max(0, bl_min(wanted, function->bits - shift)), mix = bits ? function->mix : 0,
        from = mix ? shift : 0, lsb = bits ? offset + function->lsb + (mix ? 0 : shift) : 0;
    for (int i = 0; i < r->route->slices.count; i++) {
        const struct bl_slice_net *net = &r->route->slices.items[i];
        if (!net->of_dest && net->function && net->stream == stream && net->lsb == lsb &&
            net->bits == bits && net->width == width && net->shift == from &&
            (net->bits ? net->function->mix : 0) == mix)
            return net->name;
    }
    struct bl_slice_net *net = BL_APPEND(r->arena, &r->route->slices);
    *net = (struct bl_slice_net){stream, false, function, lsb, from, bits, width, NULL};
    /* The column may come first in another step, or elsewhere. */
    net->name = slice_name(r, net, shift, offset > 0);
    if (is_named(r, net)) net->name = bl_format(r->arena, "%s_%d", net->name, lsb);
    return net->name;
}

/* A power of two takes bits, and so does a function that has no value beyond the modulus. */
static bool takes_bits(int bits, int modulus) {
    return !(modulus & (modulus - 1)) || bits < bl_log2(modulus);
}

const char *bl_route_residue(struct bl_routing *r, const struct bl_lane_stream *stream,
                             const struct bl_function *function, int shift, int modulus,
                             int width) {
    int bits = function->bits - shift;
    if (takes_bits(bits, modulus))
        return bl_route_slice(r, stream, function, shift, bl_log2(modulus), width);
    const char *numbers = bl_route_slice(r, stream, function, shift, bits, bits);
    for (int i = 0; i < r->route->residues.count; i++) {
        const struct bl_residue_net *net = &r->route->residues.items[i];
        if (!strcmp(net->numbers, numbers) && net->modulus == modulus) return net->name;
    }
    const char *name = bl_format(r->arena, "%s_mod%d", numbers, modulus);
    *BL_APPEND(r->arena, &r->route->residues) = (struct bl_residue_net){
        stream, function, numbers, bits, modulus, width, name};
    return name;
}

const char *bl_route_dest(struct bl_routing *r, const struct bl_lane_stream *stream,
                          const struct bl_function *function, int bits) {
    if (stream->dest_bits == bits) return bl_format(r->arena, "%s_tdest", stream->name);
    for (int i = 0; i < r->route->slices.count; i++) {
        const struct bl_slice_net *net = &r->route->slices.items[i];
        if (net->of_dest && net->stream == stream && net->bits == bits) return net->name;
    }
    const char *name = bl_format(r->arena, "%s_tdest_%d", stream->name, bits);
    *BL_APPEND(r->arena, &r->route->slices) = (struct bl_slice_net){stream, true, function, 0,
                                                                    0,      bits, bits,     name};
    return name;
}

const char *bl_route_identifier(struct bl_routing *r, const char *name) {
    char *text = bl_strdup(r->arena, name);
    for (char *byte = text; *byte; byte++)
        if (!isalnum((unsigned char)*byte)) *byte = '_';
    return text;
}

static struct bl_chain make_chain(const struct bl_plan *plan, const struct bl_step *step) {
    const struct bl_pass *first = &plan->passes[step->first_pass], *pass = bl_step_pass(plan, step);
    bool strips = first != pass;
    struct bl_chain chain = {
        .read = bl_stage_find(pass, BL_STAGE_READS),
        .histogram = bl_stage_find(first, BL_STAGE_COUNTS),
        .table_read = strips ? bl_stage_find(first, BL_STAGE_READS) : NULL,
        .table = strips ? bl_stage_find(first, BL_STAGE_STEERS) : NULL,
        .exchange = bl_stage_find(pass, BL_STAGE_TO_NODE),
        .write = bl_stage_find(pass, BL_STAGE_WRITES),
    };
    if (!chain.histogram) chain.histogram = bl_stage_find(pass, BL_STAGE_COUNTS);
    if (chain.exchange) chain.end = bl_exchange_end(&plan->program->cluster, pass);
    chain.planes = bl_stage_planes(&plan->program->cluster, chain.read);
    chain.cut = bl_cut_of_read(&plan->program->cluster, chain.read);
    return chain;
}

static void lead_through(struct bl_routing *r, const struct bl_stage *stage) {
    r->stage = stage;
    if (stage) stage->row->route(r, stage);
}

/* Strips of a table's column and of what it steers are read in turn: the table stands before all
   that the pass which uses it does. */
static void route_step(struct bl_routing *r) {
    const struct bl_pass *pass = step_pass(r);
    const struct bl_chain *chain = r->chain;
    r->stream = r->route->read;
    lead_through(r, chain->table ? chain->table : chain->read);
    if (chain->table) lead_through(r, chain->histogram);
    for (int s = 1; s < pass->stage_count; s++)
        if (pass->stages[s].row->role != BL_STAGE_STEERS &&
            (!chain->table || &pass->stages[s] != chain->histogram))
            lead_through(r, &pass->stages[s]);
    if (!chain->write && chain->histogram) bl_route_feed(r, r->stream, NULL, NULL);
}

/* What all steps share. */
static void take_together(struct bl_route *route, const struct bl_plan *plan) {
    for (int i = 0; i < plan->step_count; i++) {
        const struct bl_chain *chain = &route->chains[i];
        route->read_planes = bl_max(route->read_planes, chain->table ? 2 : chain->planes);
        int written = chain->write ? bl_stage_planes(&plan->program->cluster, chain->write) : 1;
        route->write_planes = bl_max(route->write_planes, written);
        route->swaps |= plan->steps[i].read_side != plan->steps[0].read_side;
    }
}

void bl_route_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_route *route = BL_NEW(plan->arena, struct bl_route, 1);
    struct bl_routing r = {.arena = plan->arena,
                           .plan = plan,
                           .cluster = cluster,
                           .route = route,
                           .nodes = cluster->nodes,
                           .lanes = bl_lanes(cluster),
                           .plain = bl_cut_of_plane(cluster)};
    route->read = bl_route_stream(&r, "read", r.lanes, r.plain, 0);
    route->counted_nets = bl_alloc(plan->arena,
                                   sizeof *route->counted_nets * (size_t)plan->step_count);
    route->counted = BL_NEW(plan->arena, const struct bl_lane_stream *, plan->step_count);
    route->unzips = BL_NEW(plan->arena, const char *, plan->step_count);
    route->chains = BL_NEW(plan->arena, struct bl_chain, plan->step_count);
    for (int i = 0; i < plan->step_count; i++) route->chains[i] = make_chain(plan, &plan->steps[i]);
    take_together(route, plan);
    for (r.step = 0; r.step < plan->step_count; r.step++) {
        r.chain = &route->chains[r.step];
        route_step(&r);
    }
    plan->route = route;
}
