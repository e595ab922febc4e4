/* The bench of an arbiter: plays requests one by one and compares the answers with those of the
 * event model. */
#ifndef BL_BUS_EMIT_BENCH_H
#define BL_BUS_EMIT_BENCH_H

struct bl_bus;
struct bl_text;

/* Appends the bench, a file of Verilog. */
void bl_bus_bench(struct bl_text *text, const struct bl_bus *bus);

#endif
