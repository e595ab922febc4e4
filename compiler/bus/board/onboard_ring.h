/* What the top of every FPGA has of the ring: its reset, the wires to the other boards with their
 * pins, bl_rsb_board and the probes. */
#ifndef BL_ONBOARD_RING_H
#define BL_ONBOARD_RING_H

#include <stdbool.h>

struct bl_fpga;
struct bl_instance;

/* Of any top. The nets cell_rst and, in the clock `clk` of the first of the project's clocks,
   domain_rst; the wires and their pins, the nets between connector and ring (bl_onboard_net), the
   ring's part and its probes. */
void bl_onboard_reset(const struct bl_fpga *fpga);
void bl_onboard_ring(const struct bl_fpga *fpga);
/* Clock, reset and all nets of these to a bl_rsb_connector, or to a bl_rsb_board. */
void bl_onboard_connect(const struct bl_fpga *fpga, struct bl_instance *inst, bool ring);
/* The net at a port of the connector toward the ring: "m_number"; NULL: it is none. */
const char *bl_onboard_net(const char *port);

#endif
