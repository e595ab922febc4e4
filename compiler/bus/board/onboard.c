/* The files of a bus with a domain a board. */
#include "bus/board/onboard.h"

#include <string.h>

#include "base/arena.h"
#include "bus/board/onboard_bench.h"
#include "bus/board/onboard_cables.h"
#include "bus/board/onboard_top.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/emit/bus_forks.h"
#include "output/output.h"
#include "templates/templates.h"

static double hertz_of(const struct bl_bus *bus, int domain) {
    return bus->own_hertz[domain] > 0 ? bus->own_hertz[domain] : bus->clock_hertz;
}

static struct bl_project *new_project(struct bl_output *output, const struct bl_bus *bus,
                                      int domain) {
    struct bl_project *project = BL_NEW(output->arena, struct bl_project, 1);
    struct bl_node *node = BL_NEW(output->arena, struct bl_node, 1);
    *node = (struct bl_node){
        .clocks = BL_NEW(output->arena, const char *, 1), .clock_count = 1, .memory_clock = -1};
    *project = (struct bl_project){
        .arena = output->arena,
        .output = output,
        .system = bus->symbol,
        .kind = bl_format(output->arena, "Bus %s,", bus->name),
        .name = bl_format(output->arena, "domain_%d", domain + 1),
        .board = bus->onboard->board,
        .top = bl_format(output->arena, "%s_fpga%d", bus->symbol, domain + 1),
        .clock_count = 1,
        .clocks = BL_NEW(output->arena, struct bl_project_clock, 1),
        .without = bus->onboard->serial ? NULL : "g_serial",
        .gates = "ring",
        .node = node};
    project->clocks[0] = (struct bl_project_clock){.name = "domain",
                                                   .hertz = hertz_of(bus, domain)};
    node->clocks[0] = "clk";
    return project;
}

void bl_onboard_place(const struct bl_fpga *fpga) {
    struct bl_project *project = fpga->project;
    const char *path = bl_format(project->arena, "project/%s.xdc", project->top);
    for (int i = 0; i < project->output->count; i++)
        if (!strcmp(project->output->items[i].path, path))
            bl_bus_mutex_place(&project->output->items[i].text, fpga->bus, fpga->domain,
                               "ring/rarb");
}

static bool add_fpga(struct bl_output *output, const struct bl_bus *bus, int domain,
                     struct bl_fpga *fpga, const struct bl_home *home) {
    *fpga = (struct bl_fpga){new_project(output, bus, domain), bus, domain, NULL, NULL};
    bl_onboard_top(fpga);
    if (!bl_project_write(fpga->project, home)) return false;
    bl_onboard_place(fpga);
    return true;
}

/* The vendor's cells, for the bench. */
static bool add_models(struct bl_output *output, const struct bl_home *home) {
    struct bl_templates models = {0};
    bl_templates_add(output->arena, &models,
                     bl_format(output->arena, "%s/boards/common/models", home->root));
    bool ok = bl_templates_use(&models, "vendor_models");
    for (int i = 0; i < models.count && ok; i++) {
        *bl_output_add(output, bl_format(output->arena, "sim/%s.v",
                                         models.items[i].name)) = models.items[i].text;
        models.items[i].text = (struct bl_text){0};
    }
    bl_templates_free(&models);
    return ok;
}

bool bl_onboard_output(struct bl_output *output, const struct bl_bus *bus,
                       const struct bl_home *home) {
    struct bl_arena *arena = output->arena;
    struct bl_fpga *fpgas = BL_NEW(arena, struct bl_fpga, bus->domains);
    for (int d = 0; d < bus->domains; d++)
        if (!add_fpga(output, bus, d, &fpgas[d], home)) return false;
    bl_onboard_cables(bl_output_add(output, "project/cables.txt"), arena, bus);
    bl_onboard_bench(bl_output_add(output, bl_format(arena, "sim/%s_boards_bench.v", bus->symbol)),
                     bus, fpgas);
    return add_models(output, home);
}
