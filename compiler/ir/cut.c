#include "ir/cut.h"

/* The words in which `planes` planes of `bits` each travel through a node's stages. One: a
   channel's words. Several: the least power of two of records, and at least two, that carries as
   much in a cycle as the channel reads. */
static struct bl_cut cut_of(const struct bl_cluster *cluster, int bits, int planes) {
    int elems = 8 * cluster->memory.width / bits, records = 2;
    if (planes < 2) return (struct bl_cut){elems, bits};
    while (records * planes < elems) records *= 2;
    return (struct bl_cut){records, planes * bits};
}

int bl_column_planes(const struct bl_cluster *cluster, const struct bl_column *column) {
    return column->bits / cluster->memory.plane_bits;
}

int bl_stage_planes(const struct bl_cluster *cluster, const struct bl_stage *stage) {
    int planes = 0;
    for (int i = 0; i < stage->version_count; i++)
        planes += bl_column_planes(cluster, stage->versions[i]->column);
    return planes;
}

struct bl_cut bl_cut_of_plane(const struct bl_cluster *cluster) {
    return cut_of(cluster, cluster->memory.plane_bits, 1);
}

struct bl_cut bl_cut_of_read(const struct bl_cluster *cluster, const struct bl_stage *read) {
    return cut_of(cluster, cluster->memory.plane_bits, bl_stage_planes(cluster, read));
}
