/* table(f) as NAME: keeps where each record of a strip goes; the pass that uses the table reads its
   column strip by strip in turn with it, and each word leaves with its destinations. */
#include "check/pipeline/check_pass.h"
#include "lower/lower_nets.h"
#include "lower/lowering.h"
#include "plan/route/routing.h"
#include "stage/stages.h"

static void lower_lane(struct bl_lowering *lo, const struct bl_unit *unit, int lane) {
    int elems = unit->in->cut.elems, dest_bits = unit->in->dest_bits, width = elems * dest_bits;
    struct bl_instance *inst = bl_lower_instance(
        lo, "bl_table", bl_format(lo->arena, "table_lane%d", lane), "table", unit->stage->range);
    bl_instance_set(lo->circuit, inst, "ELEMS", elems);
    bl_instance_set(lo->circuit, inst, "DEST_W", dest_bits);
    bl_instance_set(lo->circuit, inst, "LOG_STRIP", bl_log2(lo->program->cluster.memory.strip));
    bl_instance_set(lo->circuit, inst, "WORD_W", lo->word_bits);
    static const char *const signals[] = {"tvalid", "tready", "tlast"};
    for (int i = 0; i < 3; i++)
        bl_instance_connect(
            lo->circuit, inst, bl_format(lo->arena, "s_table_%s", signals[i]), "%s",
            bl_lower_bit(lo, bl_format(lo->arena, "%s_%s", unit->in->name, signals[i]), lane));
    bl_instance_connect(lo->circuit, inst, "s_table_dest", "%s_tdest[%d:%d]", unit->in->name,
                        (lane + 1) * width - 1, lane * width);
    bl_lower_connect(lo, inst, "s_data", unit->beside, lane, 1);
    bl_lower_connect(lo, inst, "m_axis", unit->out, lane, 1);
}

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int lane = 0; lane < lo->lanes; lane++) lower_lane(lo, unit, lane);
    bl_circuit_net(
        lo->circuit, 1,
        bl_format(lo->arena, "&{1'b0, %s_tdata, %s_tkeep}", unit->in->name, unit->in->name),
        "unused_%s", unit->in->name);
}

enum { TABLE_CYCLES = 3 };
static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    (void)plan;
    (void)unit;
    return TABLE_CYCLES;
}

static const struct bl_unit_row tables = {"destination tables, one a lane", lower, NULL, way};

/* Bits of a destination in the tables, which all steps share: those of the function with most
 * values. */
static int destination_bits(const struct bl_routing *r) {
    int bits = 1;
    for (int i = 0; i < r->plan->step_count; i++) {
        const struct bl_stage *table = r->route->chains[i].table;
        if (table) bits = bl_max(bits, bl_log2(bl_function_places(table->functions[0], r->lanes)));
    }
    return bits;
}

static struct bl_unit *table_unit(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_unit *unit = bl_route_unit(r, &tables, (struct bl_unit){.cut = r->plain});
    if (unit->name) return unit;
    int bits = destination_bits(r);
    unit->name = "table";
    unit->stage = stage;
    unit->in = bl_route_stream(r, "table_in", r->lanes, r->plain, bits);
    unit->beside = bl_route_stream(r, "table_data", r->lanes, r->plain, 0);
    unit->out = bl_route_stream(r, "table_out", r->lanes, r->plain, bits);
    return unit;
}

static void route(struct bl_routing *r, const struct bl_stage *stage) {
    struct bl_unit *unit = table_unit(r, stage);
    const struct bl_function *function = stage->functions[0];
    int bits = unit->in->dest_bits, wanted = bl_function_places(function, r->lanes) > 1 ? bits : 0;
    bl_route_turn(r, BL_TURN_FIRST, unit->in,
                  bl_route_slice(r, r->stream, function, 0, wanted, bits));
    bl_route_turn(r, BL_TURN_SECOND, unit->beside, NULL);
    r->stream = unit->out;
}

static void check(struct bl_walk *walk, const struct bl_stage_tree *tree, struct bl_stage *stage) {
    if (bl_walk_count(walk, tree, 1, 1, "one function"))
        bl_walk_functions(walk, tree, stage, 1, "");
    bl_walk_purpose(walk, tree, stage);
    bl_walk_product(walk, tree, stage);
}

static const char *follow(struct bl_between *between) {
    if (between->moved || between->computed) return "it looks at records as they are read";
    between->ended = true;
    return NULL;
}

const struct bl_stage_row bl_table_row = {
    .kind = BL_TABLE,
    .role = BL_STAGE_STEERS,
    .follow = follow,
    .check = check,
    .route = route,
};
