/* Options of `bankloom run` for a bus that would do nothing. */
#ifndef BL_BUS_MISUSE_H
#define BL_BUS_MISUSE_H

#include <stdbool.h>

struct bl_arena;
struct bl_bus;
struct bl_bus_points;
struct bl_bus_request;

/* Whether point i is of another arbiter than the one before. */
bool bl_bus_is_new_ring(const struct bl_bus_points *points, int i);

/* An option that does nothing on this bus, beside those that are given, and why; NULL: there is
 * none. */
const char *bl_bus_misused(struct bl_arena *arena, const struct bl_bus *bus,
                           const struct bl_bus_request *request, const char **why);

#endif
