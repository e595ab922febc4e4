/* The AXI4-Lite master of a node's register accesses, called by the node in every cycle. */
#ifndef BL_REGISTER_MASTER_H
#define BL_REGISTER_MASTER_H

#include "simulation/device/node.h"

/* After a reset of the node: the access that is under way is made again. */
void bl_registers_restart(struct bl_register_master *master);
/* Before the node settles; a function of the master's state alone. */
void bl_registers_present(const struct bl_register_master *master, struct bl_reg_in *in);
/* After it: looks at the handshakes of the cycle at `now`. */
void bl_registers_clock(struct bl_register_master *master, const struct bl_reg_out *out,
                        int64_t now);

#endif
