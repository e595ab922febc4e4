/* How far a sweep is, on a terminal. */
#ifndef BL_SWEEP_PROGRESS_H
#define BL_SWEEP_PROGRESS_H

#include "sweep/sweep.h"

/* One line on stderr, rewritten; nothing when it is not a terminal. */
struct bl_sweep_progress {
    int total, done, failed, running;
    double spent[BL_SWEEP_KINDS]; /* seconds, by finished tasks of a kind */
    int finished[BL_SWEEP_KINDS], left[BL_SWEEP_KINDS];
    int jobs;
    bool shown;
};
double bl_sweep_now(void);
/* Seconds that the rest will take, or -1 as long as nothing is known. */
double bl_sweep_time_left(const struct bl_sweep_progress *progress);
void bl_sweep_progress_show(struct bl_sweep_progress *progress);
void bl_sweep_progress_end(struct bl_sweep_progress *progress);

#endif
