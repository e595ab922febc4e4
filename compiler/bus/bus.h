/* A ring segmented bus and what is sent over it: what the checker makes of `bus`, `traffic` and
 * `transfer`. Times are whole picoseconds. */
#ifndef BL_BUS_H
#define BL_BUS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"
#include "bus/bus_cells.h"
#include "bus/model/rsb.h"
#include "ir/names/naming.h"
#include "settings/setting.h"

struct bl_arbiter;
struct bl_body_type;
struct bl_onboard;
struct bl_program;

enum bl_arbitration { BL_DISTRIBUTED, BL_CENTRALISED };

/* Both counted from 1, as in the source. */
struct bl_bus_place {
    int domain, element;
}; /* element 0: the bus is flat */

struct bl_bus_transfer {
    struct bl_bus_place from, to;
    int words;
    int64_t at_ps;
    struct bl_range range;
};

struct bl_bus_traffic {
    int64_t gap_ps, last_gap_ps; /* mean gaps to run: the first, then always twice as long up to the
                                    last; equal: one. 0: no traffic */
    int words;
    int64_t transfers, seed;
};

struct bl_bus {
    const char *name;
    const char *symbol;        /* as the written files call it, and are called after it */
    struct bl_renames renames; /* empty when that is its name */
    struct bl_range range;
    enum bl_arbitration arbitration;
    int domains;
    int elements;                     /* of a domain, on a synchronous bus inside; 1: flat */
    int connectors;                   /* of a domain to the ring between the domains, a cell each */
    int64_t delay_ps, gate_ps;        /* of a segment, the longest; of a look-up table */
    struct bl_rsb_segments segments;  /* as of bl_rsb_options */
    double clock_hertz;               /* of the domains, of the fastest */
    struct bl_rsb_clocks clocks;      /* where domains have clocks of their own */
    double own_hertz[BL_RSB_CELLS];   /* then theirs */
    const struct bl_arbiter *arbiter; /* the cell made of graphs (bus/cell/arbiter.h); NULL:
                                         bankloom's own */
    int lines;                        /* data lines of a segment each way; 0: not said */
    const struct bl_onboard *onboard; /* each domain in an FPGA of its own (bus/bus_onboard.h);
                                         NULL: not */
    struct bl_bus_traffic traffic;
    struct bl_bus_transfer *transfers;
    int transfer_count;
};

/* What is kept of a program that is a bus; and it, NULL: the program is of another kind. */
extern const struct bl_body_type bl_bus_body;
const struct bl_bus *bl_program_bus(const struct bl_program *program);

/* Cells of the ring between the domains. */
static inline int bl_bus_cells(const struct bl_bus *bus) { return bus->domains * bus->connectors; }
/* What an arbiter has one of for each cell, in the plural. */
static inline const char *bl_bus_cell_word(const struct bl_bus *bus) {
    return bus->connectors > 1 ? "connectors" : "domains";
}
/* Bits of a cell's number. */
int bl_bus_number_bits(const struct bl_bus *bus);
static inline int64_t bl_bus_token_ps(const struct bl_bus *bus) {
    return bl_bus_token_tables(bus) * bus->gate_ps;
}
/* What a domain needs from an answer to its next request: two cycles of its clock, for its
 * synchronisers. */
int64_t bl_bus_react_ps(const struct bl_bus *bus);
static inline bool bl_bus_is_centralised(const struct bl_bus *bus) {
    return bus->arbitration == BL_CENTRALISED;
}
const char *bl_arbitration_word(enum bl_arbitration arbitration);

/* Of struct bl_bus and struct bl_bus_traffic, settings/setting.h: bus_settings.c. */
extern const struct bl_setting bl_bus_settings[], bl_traffic_settings[];

/* The clock of the domains. */
int64_t bl_bus_clock_ps(const struct bl_bus *bus);

#endif
