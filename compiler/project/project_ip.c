#include "project/project_ip.h"

#include <string.h>
#include "base/arena.h"
#include "project/project.h"
#include "project/project_top.h"

static const struct bl_project_ip *const rows[] = {&bl_project_arria10, &bl_project_stratix4};
enum { ROWS = sizeof rows / sizeof *rows };

const struct bl_project_ip *bl_project_ip_of(const struct bl_project *project) {
    for (int i = 0; project->node && project->node->cluster && i < ROWS; i++)
        if (rows[i]->has(project)) return rows[i];
    return NULL;
}

bool bl_project_ip_module(const char *module) {
    for (int i = 0; i < ROWS; i++)
        for (int m = 0; rows[i]->modules[m]; m++)
            if (!strcmp(rows[i]->modules[m], module)) return true;
    return false;
}

void bl_project_ip_pin(struct bl_project *project, struct bl_instance *inst, const char *port,
                       enum bl_direction direction, int width, const char *of_ip, double clock_ns) {
    bl_circuit_port(project->top_circuit, direction, width, "%s", port);
    struct bl_project_pin *item = bl_project_pin(project, port, -1, NULL, NULL);
    item->is_clock = clock_ns > 0;
    item->clock_ns = clock_ns;
    item->width = width;
    if (inst) bl_instance_connect(project->top_circuit, inst, of_ip, "%s", port);
}

bool bl_project_ip_clock(const struct bl_project *project, int number) {
    const struct bl_project_ip *ip = bl_project_ip_of(project);
    return ip && ip->makes_clock(project, number);
}

bool bl_project_pin_clock(const struct bl_project *project, int number) {
    bool memory = project->node->memory.channels && number == project->node->memory_clock;
    return !number && !memory && bl_project_ip_of(project) && !bl_project_ip_clock(project, number);
}

void bl_project_clock_on_pin(struct bl_project *project, struct bl_project_clock *clock) {
    clock->net = bl_format(project->arena, "pin_clk_%s", clock->name);
    bl_project_ip_pin(project, NULL, clock->net, BL_INPUT, 1, NULL, 1e9 / clock->hertz);
    project->pins.items[project->pins.count - 1].clock_ns = 0; /* it is the node's own */
}
