/* The cells of a bus's ring: bankloom's own, or those that its graphs make. */
#ifndef BL_BUS_CELLS_H
#define BL_BUS_CELLS_H

#include "bus/model/rsb.h"

struct bl_bus;
struct bl_text;

/* The ring of cells for the event model. */
struct bl_rsb_options bl_bus_ring(const struct bl_bus *bus);

/* Look-up tables of all arbiter cells, by how many one has. */
int bl_bus_cell_tables(const struct bl_bus *bus);

/* Of which graphs the cells were made; nothing for bankloom's own. */
void bl_bus_made_explain(struct bl_text *text, const struct bl_bus *bus);

/* The cells of its ring for the model of events; NULL: bankloom's own. */
const struct bl_rsb_cells *bl_bus_made(const struct bl_bus *bus);
/* Tables that delay the token into a cell, and what it takes longer over a segment. */
int bl_bus_token_tables(const struct bl_bus *bus);
/* What it takes longer still into a cell with something to do, where each is in an FPGA of its own.
 */
int64_t bl_bus_stop_ps(const struct bl_bus *bus);
/* How words go over a path. */
struct bl_rsb_data bl_bus_data(const struct bl_bus *bus);

#endif
