/* How the words of a stream are cut: into elements of one plane, or into records of planes that
   travel together. A column has one plane, or several where a narrower one is moved as well. */
#ifndef BL_CUT_H
#define BL_CUT_H

#include "ir/program.h"

struct bl_cut {
    int elems, elem_bits;
};

/* Planes that a column is kept in, and those of all columns that a stage reads or writes. */
int bl_column_planes(const struct bl_cluster *cluster, const struct bl_column *column);
int bl_stage_planes(const struct bl_cluster *cluster, const struct bl_stage *stage);

/* The words that travel through a node's stages: those of one plane, and those of what a pass
   reads. Of several planes a word has the least power of two of records, and at least two, that
   carries as much in a cycle as the channel reads. */
struct bl_cut bl_cut_of_plane(const struct bl_cluster *cluster);
struct bl_cut bl_cut_of_read(const struct bl_cluster *cluster, const struct bl_stage *read);
/* Bits of the widest plane: half a word of a channel, for a word holds two records and more. */
static inline int bl_widest_plane(const struct bl_cluster *cluster) {
    return 8 * cluster->memory.width / 2;
}
static inline int bl_cut_bits(struct bl_cut cut) { return cut.elems * cut.elem_bits; }

#endif
