/* From the documents that the tasks have written to a table: one result per point. */
#ifndef BL_SWEEP_RESULTS_H
#define BL_SWEEP_RESULTS_H

struct bl_sweep;
struct bl_sweep_result;

/* [points.count]. */
struct bl_sweep_result *bl_sweep_results(const struct bl_sweep *sweep);
/* Points of which a task has failed; others of which one is not done yet. */
int bl_sweep_failures(const struct bl_sweep *sweep, const struct bl_sweep_result *results);
int bl_sweep_open(const struct bl_sweep *sweep, const struct bl_sweep_result *results);

#endif
