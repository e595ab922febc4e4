/* A sweep as an array job for Slurm: member i does the tasks on the lines i, i + members, i + 2
 * members ... of a list. */
#ifndef BL_SWEEP_SLURM_H
#define BL_SWEEP_SLURM_H

#include <stdbool.h>

struct bl_sweep;
struct bl_sweep_tasks;

/* Writes FOLDER/sweep.slurm, an array job of so many members, which share the tasks.
 * False after a message on stderr. */
bool bl_sweep_slurm_write(const struct bl_sweep *sweep, const struct bl_sweep_tasks *tasks);
int bl_sweep_slurm_members(const struct bl_sweep_tasks *tasks);
/* Whether the members of an array job have left logs in the folder. */
bool bl_sweep_slurm_logs(const struct bl_sweep *sweep);

#endif
