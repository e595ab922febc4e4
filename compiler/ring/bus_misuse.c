/* Options of `bankloom run` for a bus that would do nothing. */
#include "ring/bus_run.h"

bool bl_bus_is_new_ring(const struct bl_bus_points *points, int i) {
    const struct bl_rsb_load *load = &points->items[i].load,
                             *before = &points->items[i ? i - 1 : 0].load;
    return !i || load->domains != before->domains || load->wire_ps != before->wire_ps ||
           load->centralised != before->centralised;
}

/* Of those that change random traffic. */
static const char *for_traffic(const struct bl_bus_wish *wish) {
    const struct {
        bool given;
        const char *name;
    } options[] = {{wish->domains.count, "--domains"},
                   {wish->delays.count, "--delay"},
                   {wish->gaps.count, "--gap"},
                   {wish->arbitrations.count, "--arbitration"},
                   {wish->gate > 0, "--gate"},
                   {wish->words > 0, "--words"},
                   {wish->transfers > 0, "--transfers"},
                   {wish->seed >= 0, "--seed"},
                   {wish->threads > 0, "--threads"},
                   {wish->wishes > 0, "--wishes"},
                   {wish->fault != BL_RSB_DAMAGE_NONE, "--fault"},
                   {wish->csv, "--csv"},
                   {wish->svg, "--svg"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].given) return options[i].name;
    return NULL;
}

static bool several_rings(struct bl_arena *arena, const struct bl_bus *bus,
                          const struct bl_bus_wish *wish) {
    struct bl_bus_points points = {0};
    bl_bus_points_list(arena, &points, bus, wish);
    for (int i = 1; i < points.count; i++)
        if (bl_bus_is_new_ring(&points, i)) return true;
    return false;
}

const char *bl_bus_misused(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_wish *wish, const char **why) {
    *why = NULL;
    if (wish->twice) return wish->twice;
    *why = "it changes random traffic, and this bus has transfers that are written down";
    if (bus->transfer_count && for_traffic(wish)) return for_traffic(wish);
    *why = "it is for --sim icarus";
    if (!wish->icarus && wish->wishes > 0) return "--wishes";
    if (!wish->icarus && wish->keep) return "--keep";
    *why = "a run with a fault is not compared with the Verilog";
    if (wish->icarus && wish->fault != BL_RSB_DAMAGE_NONE) return "--sim icarus";
    *why = "it keeps one bus, and several are compared here";
    if (wish->keep && several_rings(arena, bus, wish)) return "--keep";
    return NULL;
}
