/* Prints the circuit as one Verilog-2001 module, and the JSON side file that maps its lines to
 * source lines. */
#ifndef BL_EMIT_VERILOG_H
#define BL_EMIT_VERILOG_H

struct bl_circuit;
struct bl_sources;
struct bl_text;

/* The Verilog of the top module; `map` receives the JSON side file that maps its lines to source
 * lines. */
void bl_emit_verilog(struct bl_text *verilog, struct bl_text *map, const struct bl_circuit *circuit,
                     const struct bl_sources *sources);

#endif
