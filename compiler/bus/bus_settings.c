/* The settings of a bus and of its traffic. */
#include "bus/bus.h"
#include "settings/setting.h"

const struct bl_setting bl_bus_settings[] = {
    BL_SETTING("domains", NUMBER, 3, BL_RSB_CELLS, BL_NEEDED, INT, bl_bus, domains,
               .help = "clock domains, each with a place on the ring"),
    BL_SETTING("delay", TIME, 0, 1e-6, BL_NEEDED, PS, bl_bus, delay_ps, .listed = true,
               .help = "of a segment of the ring, between two neighbours"),
    BL_SETTING("gate", TIME, 1e-12, 1e-7, 0.6e-9, PS, bl_bus, gate_ps,
               .help = "of a LUT of the arbiter"),
    BL_SETTING("connectors", NUMBER, 1, 2, 1, INT, bl_bus, connectors,
               .help = "of a domain to the ring, a cell each"),
    BL_SETTING("elements", NUMBER, 1, 8, 1, INT, bl_bus, elements,
               .help = "of a domain, on a synchronous bus inside"),
    BL_SETTING("lines", NUMBER, 1, 512, 0, INT, bl_bus, lines,
               .help = "data lines of a segment, each way"),
    BL_SETTING("clock", FREQUENCY, 1e6, 2e9, 100e6, REAL, bl_bus, clock_hertz, .numbered = true,
               .help = "of the domains"),
    {0}};

const struct bl_setting bl_traffic_settings[] = {
    BL_SETTING("gap", TIME, 1e-12, 1, BL_NEEDED, PS, bl_bus_traffic, gap_ps, .ranged = true,
               .help = "from the end of a transfer to the next request of a domain, in the mean"),
    BL_SETTING("words", NUMBER, 1, 1e6, 16, INT, bl_bus_traffic, words,
               .help = "words of a transfer"),
    BL_SETTING("transfers", NUMBER, 1, 1e12, 100000, LONG, bl_bus_traffic, transfers,
               .help = "of all domains together, for each gap"),
    BL_SETTING("seed", NUMBER, 0, 1e15, 1, LONG, bl_bus_traffic, seed,
               .help = "of the random numbers"),
    {0}};
