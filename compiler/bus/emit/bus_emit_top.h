/* The whole bus as one module: the arbiter, a data switch for every cell, and what joins each
 * domain to them. */
#ifndef BL_BUS_EMIT_TOP_H
#define BL_BUS_EMIT_TOP_H

#include <stdint.h>

struct bl_bus;
struct bl_text;

/* What names its streams: domain, or domain and element, both counted from 1: "d3", "c32". */
void bl_bus_stream(struct bl_text *text, const struct bl_bus *bus, int domain, int element);
/* Bits of tdest: of the domain, then of the element, 0 on a flat bus. */
int bl_bus_domain_bits(const struct bl_bus *bus);
int bl_bus_element_bits(const struct bl_bus *bus);
/* From a domain to a centralised arbiter, 0 where there is none. */
int64_t bl_bus_centre_wire_ps(const struct bl_bus *bus);
/* REST and SETTLE of the connectors of a flat bus. */
int bl_bus_rest(const struct bl_bus *bus);
int bl_bus_settle(const struct bl_bus *bus);
/* How long the arbiter's reset lasts at least. */
int64_t bl_bus_reset_ps(const struct bl_bus *bus);

/* Appends the module of the whole bus. */
void bl_bus_top(struct bl_text *text, const struct bl_bus *bus);

#endif
