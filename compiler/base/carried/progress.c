#define _POSIX_C_SOURCE 200809L
#include "base/carried/progress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 40 /* characters of the bar */, FIRST = 2, BETWEEN = 10 /* seconds */ };

double bl_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct bl_progress bl_progress_begin(bool shown) {
    return (struct bl_progress){.shown = shown, .began = bl_seconds()};
}

void bl_progress_show(struct bl_progress *progress, double share) {
    if (!progress->shown) return;
    double now = bl_seconds(), spent = now - progress->began;
    if (now - progress->printed < 0.2) return;
    progress->printed = now;
    if (share > 0.999) share = 0.999;
    char bar[WIDTH + 1] = {0};
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)(share * WIDTH));
    fprintf(stderr, "\rsimulating [%s] %3.0f %%", bar, share * 100);
    if (share > 0.01 && spent > 0.5) fprintf(stderr, ", %.0f s left ", spent * (1 - share) / share);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void bl_progress_report(struct bl_progress *progress, int64_t now_ps) {
    if (!progress->shown) return;
    const double now = bl_seconds(), last = progress->printed;
    if (now < (last > 0 ? last + BETWEEN : progress->began + FIRST)) return;
    progress->printed = now;
    fprintf(stderr, "simulated %.3f us in %.0f s\n", 1e-6 * (double)now_ps, now - progress->began);
}

void bl_progress_end(struct bl_progress *progress) {
    if (progress->shown && progress->printed > 0) fputs("\r\033[K", stderr);
    progress->shown = false;
}
