/* A bus in the language's own words. */
#ifndef BL_BUS_PRINT_H
#define BL_BUS_PRINT_H

#include <stdbool.h>
#include <stdint.h>

struct bl_bus;
struct bl_text;

/* Whether the segments have delays of their own. */
bool bl_bus_is_uneven(const struct bl_bus *bus);
/* Whether domains have clocks of their own. */
bool bl_bus_has_clocks(const struct bl_bus *bus);
/* "125 MHz phase 1.3 ns", of a domain with its own. */
void bl_bus_clock(struct bl_text *text, const struct bl_bus *bus, int domain);
/* The period of a domain's clock, and that of the slowest. */
int64_t bl_bus_period_ps(const struct bl_bus *bus, int domain);
int64_t bl_bus_slowest_ps(const struct bl_bus *bus);
/* "4.45 ns, 5 ns, 6.1 ns", one for each segment, then those the other way where they differ; or one
   for all. */
void bl_bus_delays(struct bl_text *text, const struct bl_bus *bus);
/* "4.45 ns", into `text` of at least 32 bytes, which is returned. */
const char *bl_bus_time(char *text, int64_t picoseconds);

/* The bus and what is sent over it, in the language itself. */
void bl_bus_print(struct bl_text *text, const struct bl_bus *bus);

#endif
