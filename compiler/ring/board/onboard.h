/* A bus with a domain a board, as files: for every FPGA its top with a project, the list of cables,
 * and a bench of all boards. */
#ifndef BL_ONBOARD_H
#define BL_ONBOARD_H

#include <stdbool.h>

#include "project/project.h"
#include "ring/bus_onboard.h"

struct bl_bus;
struct bl_home;
struct bl_output;

/* The FPGA of one domain. */
struct bl_fpga {
    struct bl_project *project;
    const struct bl_bus *bus;
    int domain;                     /* from 0 on */
    const char *clk_net, *ring_rst; /* of the connector, in the top: a clock, its reset */
};

/* Adds project/, with BUS_fpgaK.v and what the board's tool needs for each K from 1 on,
   project/cables.txt, sim/BUS_boards_bench.v and sim/vendor_models.v. The templates are in
   `output`. False after a message on stderr. */
bool bl_onboard_output(struct bl_output *output, const struct bl_bus *bus,
                       const struct bl_home *home);

/* Of any top. The nets cell_rst and, in the clock `clk` of the first of the project's clocks,
   domain_rst; the wires and their pins, the nets between connector and ring (bl_onboard_net), the
   ring's part and its probes. */
void bl_onboard_reset(const struct bl_fpga *fpga);
void bl_onboard_ring(const struct bl_fpga *fpga);
/* Clock, reset and all nets of these to a bl_rsb_connector, or to a bl_rsb_board. */
void bl_onboard_connect(const struct bl_fpga *fpga, struct bl_instance *inst, bool ring);
/* The net at a port of the connector toward the ring: "m_number"; NULL: it is none. */
const char *bl_onboard_net(const char *port);
/* The mutual exclusion of its cell in one slice, where the project has constraints for Vivado. */
void bl_onboard_place(const struct bl_fpga *fpga);

/* The parts: the top's circuit and its pins; the cables; the bench. */
void bl_onboard_top(struct bl_fpga *fpga);
void bl_onboard_cables(struct bl_text *text, struct bl_arena *arena, const struct bl_bus *bus);
void bl_onboard_bench(struct bl_text *text, const struct bl_bus *bus, const struct bl_fpga *fpgas);

#endif
