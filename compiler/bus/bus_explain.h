/* What a bus consists of and how long it takes. */
#ifndef BL_BUS_EXPLAIN_H
#define BL_BUS_EXPLAIN_H

#include "bus/bus.h"

/* In the bus's ring without other paths, for a destination `hops` away on the shorter way: from the
   moment when the token has been taken for a request to the answer, and until the token goes on. By
   the event model, whose gates are a look-up table or two each; with cells that were made of graphs
   at most. */
int64_t bl_bus_build_ps(const struct bl_bus *bus, int hops);
int64_t bl_bus_hold_ps(const struct bl_bus *bus, int hops);
/* The same of a path that is given up, until it is gone. */
int64_t bl_bus_release_ps(const struct bl_bus *bus, int hops);
/* A lap of the token that rises and falls, without requests. */
int64_t bl_bus_lap_ps(const struct bl_bus *bus);
/* The longest that a domain can wait for the answer to a request: two laps, in which every other
 * cell is served twice. */
int64_t bl_bus_wait_ps(const struct bl_bus *bus);

/* With a centralised arbiter: from a request to its answer while nobody else asks, and the longest.
 */
int64_t bl_bus_alone_ps(int cells, int64_t delay_ps, int64_t gate_ps);
int64_t bl_bus_centre_wait_ps(int cells, int64_t delay_ps, int64_t gate_ps);

/* Look-up tables of up to four inputs, those of one input aside: docs/rsb.md. Of a centralised
 * arbiter with its flip-flops. */
int bl_bus_tables(const struct bl_bus *bus);

/* What `bankloom explain` says of a bus, for people and as one JSON document. */
void bl_bus_explain(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_explain_json(struct bl_text *text, const struct bl_bus *bus);

#endif
