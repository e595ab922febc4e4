/* The simulated cluster: nodes with their memories, joined by a medium (simulation/medium), in
   integer picoseconds. Time advances in windows that the medium sets; within a window the nodes run
   in parallel, and the result is the same for any number of threads. */
#ifndef BL_CLUSTER_H
#define BL_CLUSTER_H

#include <stdio.h>

#include "ir/carried/medium.h"
#include "simulation/device/node.h"

enum { BL_USUAL_PATIENCE_PS = 100 * 1000 * 1000 };

struct bl_cluster_sim_config {
    int nodes;
    const struct bl_node_model *const *models; /* [nodes] */
    const struct bl_sim_clock *const *clocks;  /* [nodes], of each node [models[node]->clocks] */
    const struct bl_memory_kind *memory;       /* of all channels */
    const struct bl_faults *faults;            /* NULL: the channels are the memories themselves */
    const struct bl_edges *edges; /* of the network, and what its row has written for the medium: */
    const void *medium;           /* bl_medium_config */
    const struct bl_medium_faults *medium_faults; /* NULL: none are injected */
    const struct bl_host_settings *host; /* beyond the nodes' host ports; NULL: they have none */
    const struct bl_host_faults *host_faults; /* there; NULL: none are injected */
    int threads;                              /* 0: one per processor; never more than nodes */
    int64_t patience_ps; /* without any progress for this long the cluster counts as stuck; 0: the
                            usual; at least what the medium asks for */
};

struct bl_cluster_sim;

/* A cluster at time 0; to be freed. That it cannot start, and that it cannot go on when it is
   advanced, is a failure (base/carried/checked.h); behind one it can be freed. What `config` points
   to stays the caller's. */
struct bl_cluster_sim *bl_cluster_sim_new(const struct bl_cluster_sim_config *config);
void bl_cluster_sim_free(struct bl_cluster_sim *sim);

/* What it was made of: nodes, threads that run them, one of the nodes. */
int bl_cluster_sim_nodes(const struct bl_cluster_sim *sim);
int bl_cluster_sim_threads(const struct bl_cluster_sim *sim);
struct bl_sim_node *bl_cluster_sim_node(struct bl_cluster_sim *sim, int node);

/* All edges before this time have been simulated. */
int64_t bl_cluster_sim_now(const struct bl_cluster_sim *sim);
/* The longest time to advance at once. */
int64_t bl_cluster_sim_window(const struct bl_cluster_sim *sim);
/* Runs all nodes for min(ps, the longest window), ps > 0. */
void bl_cluster_sim_advance(struct bl_cluster_sim *sim, int64_t ps);

/* What goes wrong from now on, with beats counted from 0; only where there were faults from the
 * beginning. */
void bl_cluster_sim_arm(struct bl_cluster_sim *sim, const struct bl_faults *faults);
/* The same of the medium, with rates from now on; nothing where it has none. */
void bl_cluster_sim_arm_medium(struct bl_cluster_sim *sim, const struct bl_medium_faults *faults);
/* Resets all nodes at once, for so long that nothing is left between them, and advances until all
 * are out of it. False: the medium cannot be reset. */
bool bl_cluster_sim_reset(struct bl_cluster_sim *sim);

/* The memories' back door, in no simulated time. */
void bl_cluster_sim_write(struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                          const void *bytes, size_t size);
void bl_cluster_sim_read(const struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                         void *bytes, size_t size);

/* The last write response on any node, -1: none yet. */
int64_t bl_cluster_sim_last_response(const struct bl_cluster_sim *sim);
/* Cycles of the cores simulated, all nodes together. */
int64_t bl_cluster_sim_node_cycles(const struct bl_cluster_sim *sim);

/* Whether nothing has moved on any memory channel or in the medium for the configured time, counted
   from `since_ps` on (true also when there is nothing left to do). */
bool bl_cluster_sim_stuck(const struct bl_cluster_sim *sim, int64_t since_ps);
/* A line on each fault with a time that has not happened so far. */
void bl_cluster_sim_unmet(const struct bl_cluster_sim *sim, FILE *file);
/* Rules of the medium that were broken; with a file, a line on each kind. */
uint64_t bl_cluster_sim_broken(const struct bl_cluster_sim *sim, FILE *file);
/* Count number i of the medium; false: there is none. */
bool bl_cluster_sim_count(const struct bl_cluster_sim *sim, int i, struct bl_medium_count *count);
/* What the medium carries, to a file: as in bl_medium_kind, whose kind can do so. The end of none
   is 0. */
bool bl_cluster_sim_capture(struct bl_cluster_sim *sim, const char *file, int node);
int bl_cluster_sim_end_capture(struct bl_cluster_sim *sim);
/* What every node waits for, a few lines per node, from the signals of its last cycle. */
void bl_cluster_sim_describe(const struct bl_cluster_sim *sim, FILE *file);

#endif
