/* Inside the cluster: for cluster.c and describe.c only. */
#ifndef BL_CLUSTER_STATE_H
#define BL_CLUSTER_STATE_H

#include "simulation/device/cluster.h"
#include "simulation/core/pool.h"
#include "simulation/network/sim_bus.h"

struct bl_cluster_sim {
    int count;
    struct bl_sim_node *nodes; /* [count] */
    struct bl_link *links;     /* none when the models have no links */
    int link_count;
    struct bl_sim_bus *bus; /* in the place of links, or NULL */
    int64_t *next_ps;       /* [count] with a bus: each node's next clock edge */
    int64_t now_ps, patience_ps;
    int64_t window_ps, longest_ps; /* the links' shortest latency, and the longest */
    int64_t progress_ps;           /* end of the last window in which anything moved */
    struct bl_pool *pool;
};

#endif
