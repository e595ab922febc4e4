/* The prediction: T = N * min(W * M * C / A, B / m), the published model of the counting sort, in bytes of what is counted.
   N nodes, W bytes a channel a clock, M channels read at a time, C the core's clock or the memory's where that is slower, B = N * payload
   rate of a link (a node's own traffic is a link; a network with a clock of its own carries at most a word of every link and of every lane
   in a clock of the slower one, its own or the core's), A passes, m crossings of the network. Counted are the bytes of the record's first
   column, or of all columns where all travel together. A pass that moves more or fewer bytes of a record than are counted weighs as many
   passes: that is how 4-byte keys with 4-byte values that are zipped in one of their passes only are predicted with the same formula. */
#include "crossings.h"
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

/* The slower of core and another clock. */
static int slower(const struct bl_cluster *cluster, int clock) {
    return cluster->clocks[clock].hertz < cluster->clocks[0].hertz ? clock : 0;
}

/* What a node sends into the network at most, and the clock that sets it: -1 for the links' payload rate. */
static double injection_of(const struct bl_plan *plan, int *clock) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    int network = bl_network_clock(plan), ports = cluster->nodes < bl_lanes(cluster) ? cluster->nodes : bl_lanes(cluster);
    double payload = cluster->nodes * cluster->network.link_bytes_per_second;
    double words = (double)cluster->memory.width * ports * cluster->clocks[slower(cluster, network)].hertz;
    *clock = network && words < payload ? slower(cluster, network) : -1;
    return *clock < 0 ? payload : words;
}

/* Bytes of a record that all passes move, those that cross the network, and those that are written. */
static void count_bytes(struct bl_plan *plan, int *moved, int *crossed, int *written) {
    *moved = *crossed = *written = 0;
    for (int p = 0; p < plan->pass_count; p++) {
        int bytes = bytes_moved(&plan->passes[p]);
        *moved += bytes;
        if (bl_stage_find(&plan->passes[p], BL_ALLTOALLV)) *crossed += bytes;
        if (bl_stage_find(&plan->passes[p], BL_WRITE)) *written += bytes;
        if (bytes > plan->prediction.moved_bytes) plan->prediction.moved_bytes = bytes;
    }
}

void bl_prediction_make(struct bl_plan *plan) {
    const struct bl_cluster *cluster = &plan->program->cluster;
    struct bl_prediction *to = &plan->prediction;
    int moved, crossed, written, network;
    to->counted_bytes = bytes_counted(plan);
    count_bytes(plan, &moved, &crossed, &written);
    bool shared = bl_plan_shares_memory(plan);
    to->clock = slower(cluster, bl_memory_clock(plan));
    to->word_hertz = cluster->clocks[to->clock].hertz;
    double node_rate = (double)cluster->memory.width * bl_lanes(cluster) * to->word_hertz;
    to->crossings = (crossed + to->counted_bytes - 1) / to->counted_bytes;
    to->effective_passes = (double)moved / to->counted_bytes;
    to->memory_passes = to->effective_passes + (shared ? (double)written / to->counted_bytes : 0);
    to->memory_bytes_per_second = cluster->nodes * node_rate / to->memory_passes;
    to->bytes_per_second = to->memory_bytes_per_second;
    if (!crossed) return;
    to->injection_bytes_per_second = injection_of(plan, &network);
    to->network_bytes_per_second = cluster->nodes * to->injection_bytes_per_second * to->counted_bytes / crossed;
    if (shared) node_rate /= 2; /* while it sends, it writes */
    double used = node_rate < to->injection_bytes_per_second ? node_rate : to->injection_bytes_per_second;
    to->link_load = used / (cluster->nodes * cluster->network.link_bytes_per_second);
    if (to->network_bytes_per_second >= to->bytes_per_second) return;
    to->bytes_per_second = to->network_bytes_per_second;
    to->clock = network;
}
