/* The tables of a node's ports. */
#ifndef BL_PORTS_H
#define BL_PORTS_H

#include "ir/node.h"

/* Adds all ports but clocks and reset, in the order of the top module: registers, channels, the
   host's, those to the medium. */
void bl_node_add_ports(struct bl_node *node);
/* The pins of the registers, and whether they are a port: where the host port is one of TLPs, they
   are reached through it alone. */
struct bl_pins bl_node_registers(struct bl_arena *arena);
bool bl_node_has_register_port(const struct bl_node *node);
/* Those of all ports to the medium, none where the node is alone. */
struct bl_pins bl_node_medium_pins(const struct bl_node *node);

/* Appends the pins of a port of TLPs, m_tlp_PORT_* and s_tlp_PORT_*; its place in the simulation is
   `path`. */
void bl_pins_add_tlp(struct bl_arena *arena, struct bl_pins *pins, const char *port,
                     const char *path);

/* Bits of a signal of ir/carried/axi.h, whose width may be one of bl_signal_width. */
int bl_axi_width(int width, int address_bits, int word_bytes);

#endif
