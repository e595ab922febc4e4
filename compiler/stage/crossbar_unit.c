#include "lower/lower_nets.h"
#include "stage/crossbar_unit.h"
#include "lower/lowering.h"

/* The lanes of one group's outputs. A splitter per lane (one input) makes flow lane + lanes *
 * output of its outputs: not adjacent lanes. */
static void connect_outputs(struct bl_lowering *lo, struct bl_instance *inst,
                            const struct bl_unit *unit, int group) {
    int inputs = unit->crossbar.inputs, outputs = unit->crossbar.outputs;
    if (inputs > 1 || outputs == 1 || lo->lanes == 1)
        bl_lower_connect(lo, inst, "m_axis", unit->out, group * outputs, outputs);
    else bl_lower_connect_apart(lo, inst, "m_axis", unit->out, group, outputs, lo->lanes);
}

static void lower_group(struct bl_lowering *lo, const struct bl_unit *unit, int group) {
    const struct bl_crossbar_shape *shape = &unit->crossbar;
    const char *name = shape->groups == 1 ? unit->name
                                          : bl_format(lo->arena, "%s_%d", unit->name, group);
    struct bl_instance *inst = bl_lower_instance(
        lo, "bl_crossbar", name,
        bl_format(lo->arena, "crossbar(%s)", unit->stage->functions[0]->name), unit->stage->range);
    bl_instance_set(lo->circuit, inst, "INPUTS", shape->inputs);
    bl_instance_set(lo->circuit, inst, "OUTPUTS", shape->outputs);
    bl_instance_set(lo->circuit, inst, "ELEMS", shape->elems);
    bl_instance_set(lo->circuit, inst, "ELEM_W", shape->elem_bits);
    bl_instance_set(lo->circuit, inst, "DEST_W", unit->in->dest_bits);
    bl_instance_set(lo->circuit, inst, "ORDERED", unit->ordered);
    bl_lower_connect(lo, inst, "s_axis", unit->in, group * shape->inputs, shape->inputs);
    connect_outputs(lo, inst, unit, group);
}

static void lower(struct bl_lowering *lo, const struct bl_unit *unit) {
    for (int group = 0; group < unit->crossbar.groups; group++) lower_group(lo, unit, group);
}

/* One cycle more than its words take: a beat with `last` follows when all inputs have ended. */
enum { CROSSBAR_CYCLES = 7, LAST_CYCLES = 1 };
static double way(const struct bl_plan *plan, const struct bl_unit *unit) {
    const struct bl_crossbar_shape *shape = &unit->crossbar;
    int ports = shape->elems * (shape->inputs > 1 ? 2 : 1);
    (void)plan;
    return CROSSBAR_CYCLES + LAST_CYCLES + (bl_log2(ports) + 1) / 2;
}

static const struct bl_unit_row crossbars = {"crossbars", lower, NULL, way};

static struct bl_unit *crossbar_unit(struct bl_routing *r, const struct bl_stage *stage,
                                     const struct bl_crossbar_shape *shape) {
    struct bl_unit *unit = bl_route_unit(r, &crossbars, (struct bl_unit){.crossbar = *shape});
    struct bl_cut cut = {shape->elems, shape->elem_bits};
    if (unit->name) return unit;
    int count = bl_route_count(r, &crossbars);
    const char *function = bl_route_identifier(r, stage->functions[0]->name);
    unit->stage = stage;
    bl_route_name(r, unit,
                  count == 1 ? bl_format(r->arena, "crossbar_%s", function)
                             : bl_format(r->arena, "crossbar%d_%s", count, function),
                  cut, cut);
    unit->in->dest_bits = bl_max(1, bl_log2(shape->outputs));
    unit->out->lanes = shape->groups * shape->outputs;
    return unit;
}

static struct bl_unit *enter(struct bl_routing *r, const struct bl_stage *stage,
                             const struct bl_crossbar_shape *shape) {
    struct bl_unit *unit = crossbar_unit(r, stage, shape);
    unit->ordered |= r->plan->steps[r->step].ordered;
    return unit;
}

void bl_route_crossbar(struct bl_routing *r, const struct bl_stage *stage,
                       struct bl_crossbar_shape shape) {
    const struct bl_function *function = stage->functions[0];
    struct bl_unit *unit = enter(r, stage, &shape);
    int bits = bl_log2(shape.outputs), width = unit->in->dest_bits;
    bl_route_through(r, unit,
                     r->stream->dest_bits ? bl_route_dest(r, r->stream, function, width)
                                          : bl_route_slice(r, r->stream, function, 0, bits, width));
}

void bl_route_splitter(struct bl_routing *r, const struct bl_stage *stage,
                       struct bl_crossbar_shape shape) {
    const struct bl_function *function = stage->functions[0];
    struct bl_unit *unit = enter(r, stage, &shape);
    int shift = bl_log2(bl_reach(r->cluster)), width = unit->in->dest_bits;
    bl_route_through(r, unit,
                     bl_route_residue(r, r->stream, function, shift, shape.outputs, width));
}
