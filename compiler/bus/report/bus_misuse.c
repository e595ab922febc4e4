#include "bus/report/bus_misuse.h"

#include "bus/report/bus_points.h"
#include "bus/report/bus_run.h"

bool bl_bus_is_new_ring(const struct bl_bus_points *points, int i) {
    const struct bl_rsb_load *load = &points->items[i].load,
                             *before = &points->items[i ? i - 1 : 0].load;
    return !i || load->domains != before->domains || load->wire_ps != before->wire_ps ||
           load->centralised != before->centralised;
}

/* Of those that change random traffic. */
static const char *for_traffic(const struct bl_bus *bus, const struct bl_bus_request *request) {
    const struct {
        bool given;
        const char *name;
    } options[] = {{request->domains.count, "--domains"},
                   {request->delays.count, "--delay"},
                   {request->gaps.count, "--gap"},
                   {request->arbitrations.count, "--arbitration"},
                   {request->gate > 0, "--gate"},
                   {request->words > 0, "--words"},
                   {request->transfers > 0, "--transfers"},
                   {request->seed >= 0, "--seed"},
                   {request->threads > 0, "--threads"},
                   {request->requests > 0, "--requests"},
                   {request->fault != BL_RSB_DAMAGE_NONE, "--fault"},
                   {request->csv, "--csv"},
                   {request->svg && bus->elements < 2, "--svg"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].given) return options[i].name;
    return NULL;
}

/* Why no waveform can be written of this bus, or NULL. */
static const char *no_trace(const struct bl_bus *bus) {
    if (bus->traffic.gap_ps)
        return "it shows transfers that are written down, and this bus has random traffic";
    if (bus->elements < 2 && bl_bus_is_centralised(bus))
        return "it shows the cells of a distributed arbiter, and this bus has a centralised one";
    return NULL;
}

static bool several_rings(struct bl_arena *arena, const struct bl_bus *bus,
                          const struct bl_bus_request *request) {
    struct bl_bus_points points = {0};
    bl_bus_points_list(arena, &points, bus, request);
    for (int i = 1; i < points.count; i++)
        if (bl_bus_is_new_ring(&points, i)) return true;
    return false;
}

const char *bl_bus_misused(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const char **why) {
    *why = NULL;
    if (request->twice) return request->twice;
    *why = "it changes random traffic, and this bus has transfers that are written down";
    if (bus->transfer_count && for_traffic(bus, request)) return for_traffic(bus, request);
    *why = no_trace(bus);
    if (*why && request->trace) return "--trace";
    *why = "it is for --sim icarus";
    if (!request->icarus && request->requests > 0) return "--requests";
    if (!request->icarus && request->keep) return "--keep";
    *why = "a run with a fault is not compared with the Verilog";
    if (request->icarus && request->fault != BL_RSB_DAMAGE_NONE) return "--sim icarus";
    *why = "it keeps one bus, and several are compared here";
    if (request->keep && several_rings(arena, bus, request)) return "--keep";
    return NULL;
}
