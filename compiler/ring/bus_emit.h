/* The folder of a bus: Verilog, a bench with requests and their answers, what a layout must keep
 * to.
 */
#ifndef BL_BUS_EMIT_H
#define BL_BUS_EMIT_H

#include <stdbool.h>

#include "ring/bus.h"
#include "simulation/ring/traffic/rsb_script.h"

struct bl_output;

/* Adds all files: rtl/NAME.v, the whole bus, rtl/NAME_arbiter.v, their templates and files.f;
   sim/NAME_bench.v, packets over the bus, sim/NAME_arbiter_bench.v with its requests; NAME.sdc,
   NAME.xdc, signoff.txt. `requests` have been answered by the model, with the bus's delays. `root`
   holds rtl_templates/. False after a message on stderr. */
bool bl_bus_output(struct bl_output *output, const struct bl_bus *bus,
                   const struct bl_rsb_request *requests, int count, const char *root);

/* Of a bus with elements and written transfers: the Verilog, and sim/NAME_bench.v, which makes the
 * transfers. */
bool bl_bus_domains_output(struct bl_output *output, const struct bl_bus *bus, const char *root);

/* The picture for `bankloom graph`, a source for Graphviz (bus_graph.c). */
void bl_bus_graph(struct bl_text *text, const struct bl_bus *bus);

/* The ring of cells for the event model. */
struct bl_rsb_options bl_bus_ring(const struct bl_bus *bus);

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

/* The parts (bus_emit.c, bus_emit_top.c, bus_emit_packets.c, bus_emit_bench.c, bus_signoff.c). */
void bl_bus_arbiter(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_top(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_packets(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_bench(struct bl_text *text, const struct bl_bus *bus);
/* For benches with WIDTH, DEST_W, DOMAINS and ENDS: the signals of all streams and the instance of
 * the whole bus. */
void bl_bus_ends(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_domains_bench(struct bl_text *text, const struct bl_bus *bus);
enum { BL_BUS_AFTER = 200 /* cycles that it goes on after the last word */ };
/* Macros of a simulation that say what each wire takes less than the longest; nothing where all are
   alike. Of the domains' own clocks, half their periods and their phases, in fs (bus_wires.c). */
void bl_bus_wires(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_clock_vectors(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_signoff(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_sdc(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_xdc(struct bl_text *text, const struct bl_bus *bus);

/* For these (bus_forks.c): the forks into each cell of a ring, the mutual exclusions; as lists, and
 * as constraints. */
void bl_bus_forks(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_mutexes(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_fork_bounds(struct bl_text *text, const struct bl_bus *bus, bool vivado);
void bl_bus_mutex_places(struct bl_text *text, const struct bl_bus *bus);
/* That of cell k alone, whose instance is `cell`. */
void bl_bus_mutex_place(struct bl_text *text, const struct bl_bus *bus, int k, const char *cell);

#endif
