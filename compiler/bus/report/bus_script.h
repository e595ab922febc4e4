/* Transfers over a flat bus that are written down: which paths they got, on which way, beside which
 * others. */
#ifndef BL_BUS_SCRIPT_H
#define BL_BUS_SCRIPT_H

struct bl_arena;
struct bl_bus;
struct bl_bus_request;

/* Transfers that are written down: plays them and reports. The exit
 * status. */
int bl_bus_script(struct bl_arena *arena, const struct bl_bus *bus,
                  const struct bl_bus_request *request);

#endif
