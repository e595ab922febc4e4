/* The line that says how far a sweep is. */
#include "sweep/sweep_progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "sweep/sweep.h"


enum { BAR = 24 };

double bl_sweep_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What is left of a kind is taken to last as its finished tasks did on average; a kind of which
   none has finished, as the other. Pictures take too little to count. */
double bl_sweep_time_left(const struct bl_sweep_progress *progress) {
    static const enum bl_sweep_task_kind counted[] = {BL_SWEEP_RUN, BL_SWEEP_SYNTH};
    double spent = 0, left = 0;
    int finished = 0;
    for (int i = 0; i < 2; i++) {
        spent += progress->spent[counted[i]];
        finished += progress->finished[counted[i]];
    }
    for (int i = 0; i < 2; i++) {
        enum bl_sweep_task_kind k = counted[i];
        if (!progress->left[k]) continue;
        if (!finished) return -1;
        left += progress->left[k] * (progress->finished[k]
                                         ? progress->spent[k] / progress->finished[k]
                                         : spent / finished);
    }
    return left / progress->jobs;
}

static void say_time(double seconds) {
    if (seconds < 0) fprintf(stderr, "  time left not yet known");
    else if (seconds < 90) fprintf(stderr, "  about %.0f s left", seconds);
    else if (seconds < 5400) fprintf(stderr, "  about %.0f min left", seconds / 60);
    else fprintf(stderr, "  about %.1f h left", seconds / 3600);
}

void bl_sweep_progress_show(struct bl_sweep_progress *progress) {
    if (!isatty(STDERR_FILENO)) return;
    int full = progress->total ? BAR * progress->done / progress->total : BAR;
    fputs("\r[", stderr);
    for (int i = 0; i < BAR; i++) fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %d of %d tasks", progress->done, progress->total);
    if (progress->failed) fprintf(stderr, ", %d failed", progress->failed);
    say_time(bl_sweep_time_left(progress));
    fputs("\033[K", stderr);
    progress->shown = true;
}

void bl_sweep_progress_end(struct bl_sweep_progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}
