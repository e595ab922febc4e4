/* The wires and clocks of a bus in a simulation. */
#ifndef BL_BUS_WIRES_H
#define BL_BUS_WIRES_H

struct bl_bus;
struct bl_text;

/* Macros of a simulation that say what each wire takes less than the longest; nothing where all are
   alike. Of the domains' own clocks, half their periods and their phases, in fs. */
void bl_bus_wires(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_clock_vectors(struct bl_text *text, const struct bl_bus *bus);

#endif
