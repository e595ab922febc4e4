#include "bus/board/onboard_top.h"

#include "base/arena.h"
#include "board/board.h"
#include "bus/board/onboard.h"
#include "bus/board/onboard_ring.h"
#include "bus/bus.h"
#include "bus/bus_onboard.h"
#include "bus/emit/bus_emit_top.h"
#include "project/project_top.h"

/* The domain's streams, its clock and its reset are for the user's logic. A width of 0 is a
 * number's. */
static const struct {
    const char *name;
    enum bl_direction direction;
    int width;
} STREAMS[] = {{"s_tvalid", BL_INPUT, 1},
               {"s_tready", BL_OUTPUT, 1},
               {"s_tdata", BL_INPUT, BL_ONBOARD_WORD},
               {"s_tdest", BL_INPUT, 0},
               {"s_tlast", BL_INPUT, 1},
               {"m_tvalid", BL_OUTPUT, 1},
               {"m_tready", BL_INPUT, 1},
               {"m_tdata", BL_OUTPUT, BL_ONBOARD_WORD},
               {"m_tlast", BL_OUTPUT, 1}};
enum { STREAM_PORTS = sizeof STREAMS / sizeof *STREAMS };

static void add_streams(const struct bl_fpga *fpga) {
    struct bl_project *project = fpga->project;
    bl_project_open(project, BL_OUTPUT, 1, "domain_clk", -1, true);
    bl_project_open(project, BL_OUTPUT, 1, "domain_rst", 0, false);
    bl_project_open(project, BL_OUTPUT, 1, "fault", 0, false);
    for (int i = 0; i < STREAM_PORTS; i++)
        bl_project_open(project, STREAMS[i].direction,
                        STREAMS[i].width ? STREAMS[i].width : bl_bus_number_bits(fpga->bus),
                        STREAMS[i].name, 0, false);
    bl_circuit_assign(project->top_circuit, "domain_clk", "%s", fpga->clk_net);
}

static void add_connector(const struct bl_fpga *fpga) {
    struct bl_circuit *top = fpga->project->top_circuit;
    struct bl_instance *inst = bl_circuit_instance(top, "bl_rsb_connector", "connector", NULL,
                                                   (struct bl_range){0});
    bl_instance_set(top, inst, "NUMBER", bl_bus_number_bits(fpga->bus));
    bl_instance_set(top, inst, "WIDTH", BL_ONBOARD_WORD);
    bl_instance_set(top, inst, "LINES", fpga->bus->onboard->lines);
    bl_instance_set(top, inst, "REST", bl_bus_rest(fpga->bus));
    bl_instance_set(top, inst, "SETTLE", bl_bus_settle(fpga->bus));
    bl_instance_set(top, inst, "EARLY", fpga->bus->onboard->early);
    bl_onboard_connect(fpga, inst, false);
    for (int i = 0; i < STREAM_PORTS; i++)
        bl_instance_connect(top, inst, STREAMS[i].name, "%s", STREAMS[i].name);
}

void bl_onboard_top(struct bl_fpga *fpga) {
    struct bl_project *project = fpga->project;
    project->top_circuit = bl_circuit_new(
        project->arena, project->top,
        bl_format(project->arena,
                  "Domain %d of bus %s on %s: the streams, without pins, are for the user's logic.",
                  fpga->domain + 1, fpga->bus->name, project->board->word));
    bl_project_clocks(project);
    fpga->clk_net = project->clocks[0].net;
    fpga->ring_rst = "domain_rst";
    bl_onboard_reset(fpga);
    add_streams(fpga);
    bl_onboard_ring(fpga);
    add_connector(fpga);
    bl_project_lights(project, "~cell_rst", "fault", "domain_rst");
}
