/* The tables of a node's ports. */
#ifndef BL_PORTS_H
#define BL_PORTS_H

#include "ir/port.h"

struct bl_plan;

/* All ports of the node but clocks and reset, in the order of the top module: registers, channels,
   the network. */
struct bl_node_ports bl_node_ports(const struct bl_plan *plan);
/* The pins of the network's alone; a node that is alone has none. */
struct bl_pins bl_network_pins(const struct bl_plan *plan);

/* Bits of a signal of ir/carried/axi.h, whose width may be one of bl_signal_width. */
int bl_axi_width(int width, int address_bits, int word_bytes);

#endif
