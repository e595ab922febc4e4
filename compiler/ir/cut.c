#include "ir/cut.h"

struct bl_cut bl_cut_of(const struct bl_cluster *cluster, int bits, int columns) {
    int elems = 8 * cluster->memory.width / bits, records = 2;
    if (columns < 2) return (struct bl_cut){elems, bits};
    while (records * columns < elems) records *= 2;
    return (struct bl_cut){records, columns * bits};
}

struct bl_cut bl_cut_of_read(const struct bl_cluster *cluster, const struct bl_stage *read) {
    return bl_cut_of(cluster, read->versions[0]->column->bits, read->version_count);
}
