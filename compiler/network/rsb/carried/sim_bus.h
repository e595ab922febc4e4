/* A ring segmented bus between the nodes, in the place of links: arbiter cells without a clock, and
   data lines whose bundles arrive a delay for every segment later.

   A node's pins are looked at and driven at the edges of its clock only. What it drives reaches the
   bus one gate later, and what the bus shows reaches it one gate later: so what a node does in a
   window of two gates changes nothing that another node, or itself, sees in that window.
   bl_sim_bus_prepare, before a window, brings the pins of all edges in it; the nodes may then run
   in any order or at once, and bl_sim_bus_collect, after it, brings what they drove to the bus. The
   result does not depend on who runs first. */
#ifndef BL_SIM_BUS_H
#define BL_SIM_BUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/carried/medium.h"

enum { BL_MAX_LINES = 512 /* data lines */, BL_LINE_WORDS = (BL_MAX_LINES + 2 + 31) / 32 };
/* Widths of its pins that depend on the ring: of a domain's number, of a bundle. */
enum { BL_WIDTH_NUMBER = 0, BL_WIDTH_LINES = -1 };

/* A node's pins, as of ir/carried/axi.h: of the domain's arbiter cell and of its data switch.
   It asks for a path to the domain `number`; notified, busy and path are the cell's answer. A
   bundle is {strobe, last, data lines}, data in the low bits. Inputs go by no clock. */
#define BL_BUS_PINS(IN, OUT)                                          \
    OUT(uint8_t, number, , BL_WIDTH_NUMBER, )                         \
    OUT(uint8_t, request, , 1, )                                      \
    IN(uint8_t, notified, , 1, )                                      \
    IN(uint8_t, busy, , 1, )                                          \
    IN(uint8_t, path, , 1, )                                          \
    OUT(uint32_t, line, [BL_LINE_WORDS], BL_WIDTH_LINES, ) /* sent */ \
    IN(uint8_t, ack, , 1, )                                           \
    IN(uint32_t, line, [BL_LINE_WORDS], BL_WIDTH_LINES, )             \
    OUT(uint8_t, ack, , 1, ) /* of what it receives */

struct bl_sim_bus_in {
    BL_BUS_PINS(BL_FIELD, BL_NO_FIELD)
};
struct bl_sim_bus_out {
    BL_BUS_PINS(BL_NO_FIELD, BL_FIELD)
};

/* All of bus/model/rsb.h. */
struct bl_rsb_boards;
struct bl_rsb_cells;
struct bl_rsb_segments;

struct bl_sim_bus_config {
    int nodes, lines;          /* 3..16 domains; data lines each way, 1..BL_MAX_LINES */
    int64_t delay_ps, gate_ps; /* of a segment, the longest, 0 or more; of a look-up table, 1 or
                                  more */
    const struct bl_rsb_segments *segments; /* NULL: every wire takes delay_ps */
    const struct bl_rsb_cells *made;        /* NULL: the present cells */
    const struct bl_rsb_boards *boards;     /* NULL: all cells in one device */
};

/* How it is simulated. Time is that of the cluster; it only goes on. */
struct bl_sim_bus_kind {
    const char *word;
    void *(*create)(const struct bl_sim_bus_config *config);
    void (*destroy)(void *bus);
    void (*run)(void *bus, int64_t until_ps);
    /* now, at the time that it has been run to */
    void (*drive)(void *bus, int node, const struct bl_sim_bus_out *out);
    void (*sample)(void *bus, int node, struct bl_sim_bus_in *in);
    uint64_t (*faults)(
        const void *bus,
        FILE *file); /* rules of the bus that were broken; with a file, a line on each kind */
};

extern const struct bl_sim_bus_kind bl_sim_bus_events; /* events in C: compiler/bus/model/rsb.h */
extern const struct bl_sim_bus_kind
    bl_sim_bus_icarus; /* the Verilog of the ring, in a vvp process: icarus.h */

/* The media over them; what their row writes is a struct bl_sim_bus_config. */
extern const struct bl_medium_kind bl_medium_bus_events, bl_medium_bus_icarus;

struct bl_sim_bus;

/* The bus of a simulation, with the model that `kind` names; to be freed. */
struct bl_sim_bus *bl_sim_bus_new(const struct bl_sim_bus_kind *kind,
                                  const struct bl_sim_bus_config *config);
void bl_sim_bus_free(struct bl_sim_bus *bus);
/* The longest window. */
int64_t bl_sim_bus_window(const struct bl_sim_bus *bus);

/* Before a window: the pins of each node at its next edge, edges[node], where that is before
 * `end_ps`. */
void bl_sim_bus_prepare(struct bl_sim_bus *bus, const int64_t *edges, int64_t end_ps);
/* In a window, by the node: what it sees in its edge, and what it drives from then on; true when
 * that is a new strobe. */
const struct bl_sim_bus_in *bl_sim_bus_pins(const struct bl_sim_bus *bus, int node);
bool bl_sim_bus_put(struct bl_sim_bus *bus, int node, int64_t now,
                    const struct bl_sim_bus_out *out);
/* After a window. */
void bl_sim_bus_collect(struct bl_sim_bus *bus);

/* Rules of the bus that were broken; with a file, a line on each kind. */
uint64_t bl_sim_bus_faults(const struct bl_sim_bus *bus, FILE *file);

/* The strobe of a bundle of so many lines. */
static inline bool bl_sim_bus_strobe(const uint32_t *line, int lines) {
    return line[(lines + 1) / 32] >> ((lines + 1) % 32) & 1;
}

#endif
