/* The network `full_mesh`. */
#ifndef BL_MESH_NETWORK_H
#define BL_MESH_NETWORK_H

#include "ir/network.h"

extern const struct bl_network_row bl_mesh_row;

#endif
