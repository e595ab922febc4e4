/* The table of C by which the device interface knows the network between the nodes. */
#ifndef BL_EMIT_NETWORK_H
#define BL_EMIT_NETWORK_H

#include <stdbool.h>

#include "ir/node.h"

struct bl_text;

/* A constant `network`, a struct bl_device_network; false, and nothing is added, where the network
   has neither causes, session, counters nor a table. */
bool bl_emit_network(struct bl_text *text, const struct bl_node *node);

#endif
