/* The simulated cluster as a device. */
#ifndef BL_DEVICE_SIM_H
#define BL_DEVICE_SIM_H

#include <stdbool.h>

#include "bl_device_backend.h"
#include "simulation/device/cluster.h"

struct bl_device_sim_hooks {
    void *user;
    bool (*stop)(void *user); /* asked after every window; true: the waiting call returns
                                 BL_DEVICE_INTERRUPTED. May be NULL */
    void (*progress)(void *user, int64_t now_ps); /* called after every window. May be NULL */
    bool reported; /* in place of that: now and then a line on stderr */
};

/* Builds the cluster and brings it out of reset. `hooks` may be NULL. Every model has the same
   number of channels. The state is that of the back end below. That the simulation cannot start is
   a failure (base/carried/checked.h); one that cannot go on is a code of each later call. */
void *bl_device_sim_new(const struct bl_cluster_sim_config *config,
                        const struct bl_device_sim_hooks *hooks);
extern const struct bl_device_backend bl_device_sim_backend;
/* Both as a device. NULL: no memory left. */
struct bl_device *bl_device_open_sim(const struct bl_cluster_sim_config *config,
                                     const struct bl_device_sim_hooks *hooks);

/* The cluster behind the device, for what only a simulation can tell. */
struct bl_cluster_sim *bl_device_sim_cluster(struct bl_device *device);
/* The same of what bl_device_sim_new has made. */
struct bl_cluster_sim *bl_device_sim_of(void *state);
/* The cycle in which a node took the last start, and the first of all nodes' ones; -1: none yet. */
int64_t bl_device_sim_started(struct bl_device *device, int node);
int64_t bl_device_sim_first_start(struct bl_device *device);

#endif
