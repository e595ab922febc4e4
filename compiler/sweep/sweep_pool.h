/* The children of a sweep: so many at a time, each in a process group of its own, so that one
   signal ends a task with all that it has started. */
#ifndef BL_SWEEP_POOL_H
#define BL_SWEEP_POOL_H

#include <stdbool.h>

struct bl_sweep;
struct bl_sweep_tasks;

/* Does the tasks, `jobs` at a time, with a progress bar on a terminal. False when an
   interrupt ended it; the children have ended too. A task that fails is for the results to tell. */
bool bl_sweep_pool(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks, int jobs);

#endif
