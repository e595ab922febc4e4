/* The prediction: T = N * min(W * M * C / A, B / m), the published model of the counting sort, in bytes of what is counted.
   N nodes, W bytes a channel a clock, M channels read at a time, C the core's clock, B = N * payload rate of a link (a node's own traffic
   is a link), A passes, m crossings of the network. Counted are the bytes of the record's first column, or of all columns where all travel
   together. A pass that moves more or fewer bytes of a record than are counted weighs as many passes: that is how 4-byte keys with 4-byte
   values that are zipped in one of their passes only are predicted with the same formula. */
#include "fuse.h"
#include "steps.h"

static int bytes_moved(const struct bl_pass *pass) {
    const struct bl_stage *read = bl_stage_find(pass, BL_READ);
    int bits = 0;
    for (int i = 0; i < read->version_count; i++) bits += read->versions[i]->column->bits;
    return bits / 8;
}

/* Record bytes if every pass that writes moves the same two columns or more; else the bytes of the first column. */
static int bytes_counted(const struct bl_plan *plan) {
    int together = 0;
    for (int p = 0; p < plan->pass_count; p++) {
        if (!bl_stage_find(&plan->passes[p], BL_WRITE)) continue;
        if (bl_stage_find(&plan->passes[p], BL_READ)->version_count < 2) return plan->program->record.columns[0].bits / 8;
        together = bytes_moved(&plan->passes[p]);
    }
    return together ? together : plan->program->record.columns[0].bits / 8;
}

void bl_prediction_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_prediction *to = &plan->prediction;
    int moved = 0, crossed = 0;
    to->counted_bytes = bytes_counted(plan);
    for (int p = 0; p < plan->pass_count; p++) {
        int bytes = bytes_moved(&plan->passes[p]);
        moved += bytes;
        if (bl_stage_find(&plan->passes[p], BL_ALLTOALLV)) crossed += bytes;
        if (bytes > to->moved_bytes) to->moved_bytes = bytes;
    }
    double node_rate = (double)cluster->memory.width * bl_lanes(cluster) * cluster->clocks[0].hertz;
    double injection = cluster->nodes * cluster->network.link_bytes_per_second;
    to->core_hertz = cluster->clocks[0].hertz;
    to->crossings = (crossed + to->counted_bytes - 1) / to->counted_bytes;
    to->effective_passes = (double)moved / to->counted_bytes;
    to->memory_bytes_per_second = cluster->nodes * node_rate / to->effective_passes;
    to->network_bytes_per_second = crossed ? cluster->nodes * injection * to->counted_bytes / crossed : 0;
    to->bytes_per_second = to->memory_bytes_per_second;
    if (crossed && to->network_bytes_per_second < to->bytes_per_second) to->bytes_per_second = to->network_bytes_per_second;
    to->link_load = crossed ? node_rate / injection : 0;
    if (to->link_load > 1) to->link_load = 1;
}
