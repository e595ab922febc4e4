/* Transfers between the elements of a hierarchical bus: their steps, one line each. */
#ifndef BL_BUS_HIERARCHY_H
#define BL_BUS_HIERARCHY_H

struct bl_arena;
struct bl_bus;
struct bl_bus_request;

/* Transfers that are written down: plays them and reports. The exit
 * status. */
int bl_bus_hierarchy(struct bl_arena *arena, const struct bl_bus *bus,
                     const struct bl_bus_request *request);

#endif
