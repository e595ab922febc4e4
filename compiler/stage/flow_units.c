#include "stage/flow_units.h"
#include <string.h>
#include "lower/lower_control.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"

static bool joins_in(const struct bl_lowering *lo, const struct bl_unit *unit, int step) {
    const char *join = lo->route->chains[step].join;
    return join && !strcmp(join, unit->name);
}

/* The counts of the lanes that are joined by one unit, in the steps that use it. */
static const char *counts_to_join(struct bl_lowering *lo, const struct bl_unit *unit) {
    const char **values = BL_NEW(lo->arena, const char *, lo->plan->step_count), *any = NULL;
    for (int s = 0; s < lo->plan->step_count; s++)
        if (joins_in(lo, unit, s))
            any = values[s] = bl_lower_count(lo, lo->route->chains[s].read->versions[0]);
    for (int s = 0; s < lo->plan->step_count; s++) values[s] = values[s] ? values[s] : any;
    return bl_circuit_net(lo->circuit, lo->lanes * BL_COUNT_W, bl_lower_by_step(lo, values),
                          "%s_counted", unit->name);
}

/* Some exchange behind the unit takes its sizes from what the lanes count. */
static bool gives_sizes(const struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int s = 0; s < lo->plan->step_count; s++)
        if (lo->route->chains[s].end == BL_END_WRITTEN && joins_in(lo, unit, s)) return true;
    return false;
}

/* Lanes first, first + values, ... of a group. */
static void join_lanes(struct bl_lowering *lo, const struct bl_unit *unit, int first, int joined,
                       const char *counted, const char *count) {
    struct bl_instance *inst = bl_lower_instance(
        lo, "bl_lane_join", bl_format(lo->arena, "%s_lane%d", unit->name, first),
        "lanes with the records of one node", unit->stage->range);
    bl_instance_set(lo->circuit, inst, "LANES", joined);
    bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
    bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
    bl_instance_set(lo->circuit, inst, "COUNT_W", BL_COUNT_W);
    bl_instance_connect(lo->circuit, inst, "count", "%s",
                        bl_lower_apart(lo, counted, first, joined, unit->ways, BL_COUNT_W));
    bl_instance_connect(lo->circuit, inst, "m_count", "%s",
                        bl_lower_apart(lo, count, first, joined, unit->ways, BL_COUNT_W));
    bl_lower_connect_apart(lo, inst, "s_axis", unit->in, first, joined, unit->ways);
    bl_lower_connect_apart(lo, inst, "m_axis", unit->out, first, joined, unit->ways);
}

/* One instance for each value in each group of lanes. */
static void lower_join(struct bl_lowering *lo, const struct bl_unit *unit) {
    int reach = bl_reach(&lo->program->cluster);
    const char *counted = counts_to_join(lo, unit);
    const char *unused = gives_sizes(lo, unit) ? "" : "unused_";
    const char *count = bl_circuit_net(lo->circuit, lo->lanes * BL_COUNT_W, NULL, "%s%s_count",
                                       unused, unit->name);
    for (int first = 0; first < lo->lanes; first++)
        if (first % reach < unit->ways)
            join_lanes(lo, unit, first, reach / unit->ways, counted, count);
}

static void lower_pack(struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = bl_lower_instance(
            lo, "bl_packer", bl_format(lo->arena, "%s_lane%d", unit->name, lane), "pack",
            lo->program->cluster.network.range);
        bl_instance_set(lo->circuit, inst, "ELEMS", unit->cut.elems);
        bl_instance_set(lo->circuit, inst, "ELEM_W", unit->cut.elem_bits);
        bl_lower_connect(lo, inst, "s_axis", unit->in, lane, 1);
        bl_lower_connect(lo, inst, "m_axis", unit->out, lane, 1);
    }
}

enum { JOIN_CYCLES = 4, PACKER_CYCLES = 3 };
static double join_way(const struct bl_plan *plan, const struct bl_unit *unit) {
    (void)plan;
    return JOIN_CYCLES + (bl_log2(unit->cut.elems) + 1) / 2;
}

static double packer_way(const struct bl_plan *plan, const struct bl_unit *unit) {
    (void)plan;
    return PACKER_CYCLES + (bl_log2(unit->cut.elems) + 1) / 2;
}

static const struct bl_unit_row joins = {NULL, lower_join, NULL, join_way},
                                packers = {"words with gaps are made full again", lower_pack, NULL,
                                           packer_way};

void bl_route_join(struct bl_routing *r, const struct bl_stage *stage, int values) {
    const struct bl_cut cut = r->stream->cut;
    struct bl_unit *unit = bl_route_unit(r, &joins, (struct bl_unit){.cut = cut, .ways = values});
    if (!unit->name) {
        unit->stage = stage;
        bl_route_name(r, unit,
                      bl_format(r->arena, "join%d_%s", bl_route_count(r, &joins) - 1,
                                bl_route_identifier(r, stage->functions[0]->name)),
                      cut, cut);
    }
    r->chain->join = unit->name;
    bl_route_through(r, unit, NULL);
}

void bl_route_pack(struct bl_routing *r) {
    const struct bl_cut cut = r->stream->cut;
    struct bl_unit *unit = bl_route_unit(r, &packers, (struct bl_unit){.cut = cut});
    int count = bl_route_count(r, &packers);
    const char *name = count > 1 ? bl_format(r->arena, "pack%d", count) : "pack";
    if (!unit->name) bl_route_name(r, unit, name, cut, cut);
    bl_route_through(r, unit, NULL);
}
