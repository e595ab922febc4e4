/* The top of one FPGA of a bus: the board's clock, the ring's part and the domain's connector,
 * whose streams are for the user's logic. */
#ifndef BL_ONBOARD_TOP_H
#define BL_ONBOARD_TOP_H

struct bl_fpga;

/* The parts: the top's circuit and its pins; the cables; the bench. */
void bl_onboard_top(struct bl_fpga *fpga);

#endif
