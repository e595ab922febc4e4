/* A progress bar with the time left, on one line of a terminal. */
#ifndef BL_PROGRESS_H
#define BL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct bl_progress {
    bool shown;            /* false: nothing is printed at all */
    double began, printed; /* seconds */
};

double bl_seconds(void); /* since some moment, monotonic */
/* Prints nothing at all unless `shown`. */
struct bl_progress bl_progress_begin(bool shown);
/* `share` of the work is done, 0..1; prints a few times a second to stderr. */
void bl_progress_show(struct bl_progress *progress, double share);
/* In place of the bar where nobody knows how much there is to do, and others write lines too: how
   far the simulation is, on a line of its own after two seconds, and after each ten more. */
void bl_progress_report(struct bl_progress *progress, int64_t now_ps);
/* Takes the line away. */
void bl_progress_end(struct bl_progress *progress);

#endif
