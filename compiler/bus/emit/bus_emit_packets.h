/* The bench of a whole bus: every end sends packets to others, every word is checked. */
#ifndef BL_BUS_EMIT_PACKETS_H
#define BL_BUS_EMIT_PACKETS_H

struct bl_bus;
struct bl_text;

/* Appends the bench, a file of Verilog. */
void bl_bus_packets(struct bl_text *text, const struct bl_bus *bus);
/* For benches with WIDTH, DEST_W, DOMAINS and ENDS: the signals of all streams and the instance of
 * the whole bus. */
void bl_bus_ends(struct bl_text *text, const struct bl_bus *bus);

#endif
