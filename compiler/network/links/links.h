/* Ports of a link to every node, for networks that join their nodes so: mesh, and others with edges
   between nodes. Simulated by the medium `links`. */
#ifndef BL_NETWORK_LINKS_H
#define BL_NETWORK_LINKS_H

#include "ir/network.h"

/* Fields of a network's row for such ports. */
extern const struct bl_port_face bl_links_face;
#define BL_LINKS_PORT \
    .links = true, .pins = bl_link_pins, .face = &bl_links_face, .medium = "bl_medium_links"

/* Pins of a link to every peer, m_link0_* and s_link0_* on. */
void bl_link_pins(struct bl_arena *arena, const struct bl_cluster *cluster, int flit_bits,
                  struct bl_pins *pins);
/* A signal of all of them side by side, the highest peer first, as the carrier's vectors have it:
   "m_link", "tdata". */
const char *bl_link_bundle(struct bl_lowering *lowering, const char *prefix, const char *signal);

#endif
