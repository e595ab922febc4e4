/* The nodes of a pipeline in FPGAs of their own whose boards have the contacts for the ring: each
   top has the node, its arbiter cell and its data switch. */
#include <string.h>

#include "base/arena.h"
#include "bus/board/onboard.h"
#include "bus/board/onboard_cables.h"
#include "bus/board/onboard_ring.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/cell/arbiter.h"
#include "bus/emit/bus_signoff.h"
#include "network/rsb/rsb_network_inner.h"
#include "output/output.h"

/* ---- the top of a node */

/* The ring's part runs on the network's clock, whose reset follows the domain's. */
static void make_resets(struct bl_project *project, void *user) {
    struct bl_fpga *fpga = user;
    struct bl_circuit *top = project->top_circuit;
    int clock = project->node->network_clock;
    fpga->project = project;
    fpga->clk_net = project->clocks[clock].net;
    fpga->ring_rst = clock ? "ring_rst" : "domain_rst";
    bl_circuit_net(top, 1, NULL, "domain_rst");
    bl_circuit_net(top, 1, NULL, "fault");
    bl_onboard_reset(fpga);
    if (!clock) return;
    bl_circuit_net(top, 1, NULL, "ring_rst");
    struct bl_instance *inst = bl_circuit_instance(top, "bl_board_reset", "ring_reset", NULL,
                                                   (struct bl_range){0});
    bl_instance_connect(top, inst, "clk", "%s", fpga->clk_net);
    bl_instance_connect(top, inst, "request", "domain_rst");
    bl_instance_connect(top, inst, "rst", "ring_rst");
}

/* The node's pins of the bus are those of its connector toward the ring: m_bus_number, m_number. */
static const char *net_of(struct bl_project *project, void *user, const char *port) {
    (void)user;
    if (strncmp(port + 1, "_bus_", 5)) return NULL;
    return bl_onboard_net(bl_format(project->arena, "%c_%s", *port, port + 6));
}

static void add_ring(struct bl_project *project, void *user) {
    (void)project;
    bl_onboard_ring(user);
}

static bool add_node(struct bl_output *output, const struct bl_node *node,
                     const struct bl_circuit *circuit, const struct bl_home *home,
                     const struct bl_bus *bus, int domain) {
    struct bl_fpga fpga = {.bus = bus, .domain = domain};
    const struct bl_project_joint joint = {
        .top = bl_format(output->arena, "%s_fpga%d", circuit->name, domain + 1),
        .reset = make_resets,
        .node_rst = "domain_rst",
        .error = "fault",
        .net = net_of,
        .finish = add_ring,
        .without = bus->onboard->serial ? NULL : "g_serial",
        .gates = "ring",
        .user = &fpga};
    if (!bl_project_add(output, node, circuit, home, &joint)) return false;
    bl_onboard_place(&fpga);
    return true;
}

bool bl_bus_add_projects(struct bl_output *output, const struct bl_node *node,
                         const struct bl_circuit *circuit, const struct bl_home *home) {
    const struct bl_bus *bus = bl_rsb_network(node->cluster)->on_boards;
    if (!bus) return bl_project_add(output, node, circuit, home, NULL);
    if (bus->arbiter)
        bl_arbiter_verilog(output->arena, bl_output_add(output, "project/bl_rarb_cell.v"),
                           bus->arbiter);
    for (int d = 0; d < bus->domains; d++)
        if (!add_node(output, node, circuit, home, bus, d)) return false;
    bl_onboard_cables(bl_output_add(output, "project/cables.txt"), output->arena, bus);
    bl_bus_signoff(bl_output_add(output, "project/signoff.txt"), bus);
    return true;
}
