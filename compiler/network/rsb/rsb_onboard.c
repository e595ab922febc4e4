/* The ring that joins the nodes of a cluster, as a bus of its own. */
#include <math.h>

#include "base/arena.h"
#include "board/board.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_onboard.h"
#include "bus/bus_onboard_wires.h"
#include "ir/program.h"
#include "network/rsb/rsb_network_inner.h"

/* Those of single nodes. */
static void set_clocks(const struct bl_cluster *cluster, struct bl_bus *bus) {
    for (int i = 0; cluster->node_clocks && i < cluster->nodes; i++) {
        bus->own_hertz[i] = cluster->node_clocks[i].hertz;
        bus->clocks.period_ps[i] = llround(1e12 / bus->own_hertz[i]);
        bus->clocks.phase_ps[i] = cluster->node_clocks[i].phase_ps;
    }
}

/* A domain for each node. */
static struct bl_bus *bus_of(struct bl_arena *arena, const struct bl_cluster *cluster) {
    const struct bl_rsb_network *network = bl_rsb_network(cluster);
    struct bl_bus *bus = BL_NEW(arena, struct bl_bus, 1);
    *bus = (struct bl_bus){.name = cluster->name,
                           .symbol = cluster->name,
                           .domains = cluster->nodes,
                           .elements = 1,
                           .connectors = 1,
                           .delay_ps = network->delay_ps,
                           .gate_ps = network->gate_ps,
                           .segments = network->segments,
                           .arbiter = network->arbiter,
                           .clock_hertz = cluster->clocks[cluster->network.clock].hertz,
                           .lines = network->lines};
    set_clocks(cluster, bus);
    bus->onboard = bl_onboard_decide(arena, bus, cluster->board, network->lines);
    return bus;
}

static bool has_contacts(struct bl_arena *arena, const struct bl_bus *bus) {
    const struct bl_onboard_wires wires = bl_onboard_wires(arena, bus);
    return wires.there[0] >= wires.needed[0] && wires.there[1] >= wires.needed[1];
}

const char *bl_rsb_find_boards(struct bl_arena *arena, const struct bl_cluster *cluster,
                               struct bl_rsb_network *network) {
    const struct bl_bus *bus = bus_of(arena, cluster);
    if (cluster->board->vendor != BL_VENDOR_XILINX || !has_contacts(arena, bus)) return NULL;
    network->on_boards = bus;
    network->boards = (struct bl_rsb_boards){bl_bus_token_ps(bus), bl_bus_stop_ps(bus),
                                             bus->onboard->path_ps, bus->onboard->frame_ps};
    return bl_onboard_fault(arena, bus->onboard);
}
