/* A cell's header.
   compiler/layout/layouts made it of rtl_templates/cells/cell.def. */
#ifndef BL_CELL_HEADER_H
#define BL_CELL_HEADER_H

/* First bits and widths of fields. */
enum {
    BL_CELL_HEADER_NUMBER_AT = 0,
    BL_CELL_HEADER_NUMBER_W = 4,
    BL_CELL_HEADER_VC_AT = 4,
    BL_CELL_HEADER_VC_W = 2,
    BL_CELL_HEADER_DEST_AT = 6,
};

/* Bits of a cell's header. */
static inline int bl_cell_header_width(int node_w, int elems, int chan_w) {
    return node_w + chan_w + node_w + elems + 25;
}

#endif
