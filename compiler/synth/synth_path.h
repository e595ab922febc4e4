/* The longest path of a mapped circuit, in levels of look-up tables, with names of the source. */
#ifndef BL_SYNTH_PATH_H
#define BL_SYNTH_PATH_H

#include "synth/netlist/synth_netlist.h"
#include "synth/synthesis.h"

/* From a register, memory or input port to one of these or an output port. Names lie in `arena`. A
 * loop of logic counts once. */
void bl_path_longest(struct bl_synth_path *path, struct bl_arena *arena,
                     struct bl_netlist *netlist);

#endif
