/* The points of a curve: listing them, running them side by side. */
#ifndef BL_BUS_POINTS_H
#define BL_BUS_POINTS_H

#include "bus/bus.h"

struct bl_bus_points;
struct bl_bus_request;

/* The bus with the first value of each list, where there is one. */
struct bl_bus bl_bus_changed(const struct bl_bus *bus, const struct bl_bus_request *request);

/* Every combination of domains, delay, arbitration and gap, by delay, then domains, then
 * arbitration, then gap. */
void bl_bus_points_list(struct bl_arena *arena, struct bl_bus_points *points,
                        const struct bl_bus *bus, const struct bl_bus_request *request);
/* Runs them all, side by side, with a bar on a terminal; after an interrupt the complete ones
 * remain. False: a load is out of range. */
bool bl_bus_points_run(struct bl_bus_points *points, const struct bl_bus_request *request);

#endif
