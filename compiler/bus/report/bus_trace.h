/* Waveform (VCD) of the cells of a flat bus while its written transfers are played: a scope for
 * each domain, and one with a wire for each transfer. */
#ifndef BL_BUS_TRACE_H
#define BL_BUS_TRACE_H

struct bl_bus;
struct bl_rsb_script;

/* Plays a script of a flat bus and writes what moves in its cells as a waveform, complete or not at
 * all. The exit status, after a message when that is not 0. */
int bl_bus_trace(struct bl_rsb_script *script, const struct bl_bus *bus, const char *path);

#endif
