/* The wires of a bus whose branches must not differ, and the gates of its mutual exclusions, by
 * their names below the bus. */
#ifndef BL_BUS_FORKS_H
#define BL_BUS_FORKS_H

#include <stdbool.h>

struct bl_bus;
struct bl_text;

/* For these: the forks into each cell of a ring, the mutual exclusions; as lists, and
 * as constraints. */
void bl_bus_forks(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_mutexes(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_fork_bounds(struct bl_text *text, const struct bl_bus *bus, bool vivado);
void bl_bus_mutex_places(struct bl_text *text, const struct bl_bus *bus);
/* That of cell k alone, whose instance is `cell`. */
void bl_bus_mutex_place(struct bl_text *text, const struct bl_bus *bus, int k, const char *cell);

#endif
