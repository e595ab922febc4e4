/* The Verilog of a cell that was made of graphs. */
#ifndef BL_CELL_EMIT_H
#define BL_CELL_EMIT_H

#include "bus/cell/cell_map.h"

struct bl_text;

/* Appends a module bl_rarb_cell, with the ports and parameters of that in rtl_templates/rsb, of the
   elements of both maps: of the first cell of a ring, with the token inverted, and of the others.
   `graphs` are the names of the files for its head, of each part. */
void bl_cell_emit(struct bl_text *text, const struct bl_cell_map *first,
                  const struct bl_cell_map *other, const char *const *graphs);

/* Appends the pins that a wire into the cell leads to, below the cell: "at_go_0/i[2]". Each has
   `prefix` in front, `separator` stands between them. The maps are those of bl_cell_emit. */
void bl_cell_readers(struct bl_text *text, const struct bl_cell_map *first,
                     const struct bl_cell_map *other, bool is_first, const char *wire,
                     const char *prefix, const char *separator);

/* Appends the vendor's primitive that a gate is with tables of six inputs (FABRIC 2), below the
   cell: "at_end_of_0/g_xilinx_2.table_2". */
void bl_cell_primitive(struct bl_text *text, const struct bl_cell_map *map, const char *gate);

#endif
