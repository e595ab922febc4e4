/* A flit.
   compiler/layout/layouts made it of rtl_templates/network/flit.def. */
#ifndef BL_FLIT_H
#define BL_FLIT_H

/* Bits of a flit. */
static inline int bl_flit_width(int elems, int elem_w, int chan_w) {
    return elems * elem_w + elems + chan_w + 3;
}

#endif
