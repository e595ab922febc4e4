/* A bus with a domain a board, as files: for every FPGA its top with a project, the list of cables,
 * and a bench of all boards. */
#ifndef BL_ONBOARD_H
#define BL_ONBOARD_H

#include <stdbool.h>

#include "project/project.h"

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

/* The mutual exclusion of its cell in one slice, where the project has constraints for Vivado. */
void bl_onboard_place(const struct bl_fpga *fpga);

#endif
