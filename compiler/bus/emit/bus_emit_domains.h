/* The bench of a whole bus with elements: the domains' clocks at the model's phases, and the
 * written transfers. */
#ifndef BL_BUS_EMIT_DOMAINS_H
#define BL_BUS_EMIT_DOMAINS_H

struct bl_bus;
struct bl_text;

/* Appends the bench, a file of Verilog. */
void bl_bus_domains_bench(struct bl_text *text, const struct bl_bus *bus);

#endif
