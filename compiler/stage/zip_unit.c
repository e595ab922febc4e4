#include "lower/lower_memory.h"
#include "lower/lower_nets.h"
#include "stage/zip_unit.h"
#include "lower/lowering.h"

/* One per lane. The number of a word's plane has bits for the most planes that a step has. */
static struct bl_instance *lower_lane(struct bl_lowering *lo, const struct bl_unit *unit,
                                      const char *module, struct bl_cut records, int most,
                                      int lane) {
    struct bl_instance *inst = bl_lower_instance(
        lo, module, bl_format(lo->arena, "%s_lane%d", unit->name, lane), "columns of a record",
        lo->program->record.range);
    bl_instance_set(lo->circuit, inst, "DATA_W", lo->word_bits);
    bl_instance_set(lo->circuit, inst, "ELEM_W", lo->plain.elem_bits);
    bl_instance_set(lo->circuit, inst, "COLUMNS", unit->ways);
    bl_instance_set(lo->circuit, inst, "RECORDS", records.elems);
    bl_instance_set(lo->circuit, inst, "TID_W", bl_tid_bits(most));
    bl_instance_set(lo->circuit, inst, "LOG_QUEUE", BL_PLANE_LOG_QUEUE);
    bl_lower_connect(lo, inst, "s_axis", unit->in, lane, 1);
    bl_lower_connect(lo, inst, "m_axis", unit->out, lane, 1);
    return inst;
}

static void lower_zip(struct bl_lowering *lo, const struct bl_unit *unit) {
    int most = lo->route->read_planes;
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = lower_lane(lo, unit, "bl_zip", unit->out->cut, most, lane);
        bl_instance_connect(lo->circuit, inst, "s_axis_tid", "%s",
                            bl_lower_tid(lo, "read", most, lane));
    }
}

static void lower_unzip(struct bl_lowering *lo, const struct bl_unit *unit) {
    int most = lo->route->write_planes;
    bl_circuit_net(lo->circuit, lo->lanes * bl_tid_bits(most), NULL, "%s_tid", unit->name);
    for (int lane = 0; lane < lo->lanes; lane++) {
        struct bl_instance *inst = lower_lane(lo, unit, "bl_unzip", unit->in->cut, most, lane);
        bl_instance_set(lo->circuit, inst, "BURST_BEATS", lo->plan->accesses.turn_words);
        bl_instance_connect(lo->circuit, inst, "m_axis_tid", "%s",
                            bl_lower_tid(lo, unit->name, most, lane));
    }
}

enum { ZIP_CYCLES = 2, UNZIP_CYCLES = 1 };
/* Words of a plane wait for the turns of the others. */
static double turns(const struct bl_plan *plan, const struct bl_unit *unit) {
    return (unit->ways - 1) * plan->accesses.turn_words;
}

static double zip_way(const struct bl_plan *plan, const struct bl_unit *unit) {
    return ZIP_CYCLES + turns(plan, unit);
}

static double unzip_way(const struct bl_plan *plan, const struct bl_unit *unit) {
    return UNZIP_CYCLES + turns(plan, unit);
}

static const struct bl_unit_row zips = {NULL, lower_zip, NULL, zip_way},
                                unzips = {NULL, lower_unzip, NULL, unzip_way};

static const char *name_of(struct bl_routing *r, const char *word, int planes) {
    return planes == 2 ? word : bl_format(r->arena, "%s%d", word, planes);
}

void bl_route_zip(struct bl_routing *r, int planes) {
    struct bl_unit *unit = bl_route_unit(r, &zips, (struct bl_unit){.ways = planes});
    if (!unit->name) bl_route_name(r, unit, name_of(r, "zip", planes), r->plain, r->chain->cut);
    bl_route_through(r, unit, NULL);
}

void bl_route_unzip(struct bl_routing *r, int planes) {
    struct bl_cut cut = {r->stream->cut.elems, planes * r->plain.elem_bits};
    struct bl_unit *unit = bl_route_unit(r, &unzips, (struct bl_unit){.cut = cut, .ways = planes});
    const char *name = name_of(r, "unzip", planes);
    int alike = bl_route_count_of(r, &unzips, planes);
    if (!unit->name && alike > 1) name = bl_format(r->arena, "%s_%c", name, 'a' + alike - 1);
    if (!unit->name) bl_route_name(r, unit, name, cut, r->plain);
    r->route->unzips[r->step] = unit->name;
    bl_route_through(r, unit, NULL);
}
