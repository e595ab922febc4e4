/* How the words of a stream are cut: into elements of one column, or into records of columns that
   travel together. */
#ifndef BL_CUT_H
#define BL_CUT_H

#include "ir/program.h"

struct bl_cut {
    int elems, elem_bits;
};

/* The words in which `columns` columns of `bits` each travel through a node's stages. One column: a
   channel's words. Several: the least power of two of records, and at least two, that carries as
   much in a clock as the channel reads. */
struct bl_cut bl_cut_of(const struct bl_cluster *cluster, int bits, int columns);
/* Those of what a pass reads. */
struct bl_cut bl_cut_of_read(const struct bl_cluster *cluster, const struct bl_stage *read);
static inline int bl_cut_bits(struct bl_cut cut) { return cut.elems * cut.elem_bits; }

#endif
