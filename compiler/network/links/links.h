/* Ports of a link to every node, for networks that join their nodes so: mesh, and others with edges
   between nodes. Simulated by the medium `links`. */
#ifndef BL_NETWORK_LINKS_H
#define BL_NETWORK_LINKS_H

#include "ir/network.h"

/* Fields of a carrier's row for such ports: pins of a link to every peer, m_link0_* and s_link0_*
   on. */
extern const struct bl_network_port bl_links_ports[];
#define BL_LINKS_PORT .links = bl_links_to_all, .ports = bl_links_ports, .medium = "bl_medium_links"

/* bl_carrier_row.links of a network in which each node has a link to every node. */
int bl_links_to_all(const struct bl_cluster *cluster);
/* A signal of all of them side by side, the highest peer first, as the carrier's vectors have it:
   "m_link", "tdata". */
const char *bl_link_bundle(struct bl_lowering *lowering, const char *prefix, const char *signal);

#endif
