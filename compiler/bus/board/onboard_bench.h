/* The bench that joins all boards of a bus. */
#ifndef BL_ONBOARD_BENCH_H
#define BL_ONBOARD_BENCH_H

struct bl_bus;
struct bl_fpga;
struct bl_text;

/* Appends the bench, a file of Verilog; `fpgas` [domains]. */
void bl_onboard_bench(struct bl_text *text, const struct bl_bus *bus, const struct bl_fpga *fpgas);

#endif
