/* The tables of a node's ports. */
#ifndef BL_PORTS_H
#define BL_PORTS_H

#include "ir/node.h"

#define BL_PORT_REGISTERS "registers"
#define BL_PORT_NETWORK "network"

/* Adds all ports but clocks and reset, in the order of the top module: registers, channels, the
   host's, the network's. */
void bl_node_add_ports(struct bl_node *node);
/* The pins of the port of this word; none where the node has no such port. */
struct bl_pins bl_node_pins(const struct bl_node *node, const char *word);

/* Bits of a signal of ir/carried/axi.h, whose width may be one of bl_signal_width. */
int bl_axi_width(int width, int address_bits, int word_bytes);

#endif
