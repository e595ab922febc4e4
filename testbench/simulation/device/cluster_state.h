/* Inside the cluster: for cluster.c and describe.c only. */
#ifndef BL_CLUSTER_STATE_H
#define BL_CLUSTER_STATE_H

#include "simulation/device/cluster.h"
#include "simulation/core/pool.h"

struct bl_cluster_sim {
    int count;
    struct bl_sim_node *nodes;         /* [count] */
    struct bl_sim_clock **clocks;      /* [count], of each node */
    const struct bl_medium_kind *kind; /* of medium; NULL: none */
    void *medium;
    struct bl_medium_times times;
    int64_t *next_ps; /* [count]: the next edge of each node's network */
    int64_t now_ps, patience_ps;
    int64_t progress_ps; /* end of the last window in which anything moved */
    struct bl_pool *pool;
};

#endif
