#include "plan/cut.h"
#include "ir/pass.h"

struct bl_cut bl_cut_of(const struct bl_cluster *cluster, int bits, int columns) {
    int elems = 8 * cluster->memory.width / bits, records = 2;
    if (columns < 2) return (struct bl_cut){elems, bits};
    while (records * columns < elems) records *= 2;
    return (struct bl_cut){records, columns * bits};
}

struct bl_cut bl_cut_of_read(const struct bl_cluster *cluster, const struct bl_stage *read) {
    return bl_cut_of(cluster, read->versions[0]->column->bits, read->version_count);
}

struct bl_cut bl_cut_of_exchange(const struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    for (int p = 0; p < plan->pass_count; p++)
        if (bl_stage_find(&plan->passes[p], BL_ALLTOALLV))
            return bl_cut_of_read(cluster, bl_stage_find(&plan->passes[p], BL_READ));
    return bl_cut_of(cluster, plan->program->record.columns[0].bits, 1);
}
