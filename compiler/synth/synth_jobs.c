#include "synth/synth_jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/arena.h"
#include "base/tools/cache.h"
#include "base/tools/toolchain.h"

enum { BAR = 30 };

struct progress {
    struct timespec begin;
    double all, done;
    int count, ended, running;
    bool shown;
};

static int by_work(const void *a, const void *b) {
    double x = ((const struct bl_job *)a)->work, y = ((const struct bl_job *)b)->work;
    return (x < y) - (x > y);
}

static double seconds_since(const struct timespec *begin) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) / 1e9;
}

static void show(struct progress *progress, const char *title) {
    int filled = progress->all > 0 ? (int)(BAR * progress->done / progress->all) : BAR;
    fprintf(stderr, "\r%s  [%.*s%.*s] %d of %d  %.0f s ", title, filled,
            "==============================", BAR - filled, "                              ",
            progress->ended, progress->count, seconds_since(&progress->begin));
    progress->shown = true;
}

/* Puts what a job has made in its place in the cache. */
static void keep(struct bl_job *job) {
    if (job->status || !job->place) return;
    struct bl_arena *arena = bl_arena_new();
    int error = bl_cache_put(arena, job->made, job->place);
    if (error)
        fprintf(stderr, "bankloom: cannot keep %s as %s: %s\n", job->made, job->place,
                strerror(error));
    if (error) job->status = -1;
    bl_arena_free(arena);
}

/* Collects those that have ended. Whether all of these were well. */
static bool collect(struct bl_job *jobs, int started, struct progress *progress) {
    bool ok = true;
    for (int i = 0; i < started; i++) {
        if (jobs[i].process <= 0 || !bl_tool_ended(jobs[i].process, &jobs[i].status)) continue;
        jobs[i].process = 0;
        keep(&jobs[i]);
        progress->running--;
        progress->ended++;
        progress->done += jobs[i].work;
        ok &= !jobs[i].status;
    }
    return ok;
}

static void report(const struct bl_job *jobs, int started) {
    for (int i = 0; i < started; i++) {
        if (!jobs[i].status) continue;
        fprintf(stderr, "bankloom: %s failed on %s (status %d). The end of what it said:\n",
                jobs[i].arguments[0], jobs[i].what, jobs[i].status);
        bl_log_tail(jobs[i].log, 20);
        return;
    }
}

bool bl_jobs_run(struct bl_job *jobs, int count, int at_once, bool bar, const char *title) {
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    struct progress progress = {.count = count};
    int started = 0;
    bool ok = true;
    clock_gettime(CLOCK_MONOTONIC, &progress.begin);
    for (int i = 0; i < count; i++) progress.all += jobs[i].work;
    if (count) qsort(jobs, (size_t)count, sizeof *jobs, by_work);
    while (progress.running || (ok && started < count)) {
        while (ok && started < count && progress.running < at_once) {
            jobs[started].process = bl_tool_start(jobs[started].arguments, jobs[started].folder,
                                                  jobs[started].log);
            ok &= jobs[started].process > 0;
            progress.running += ok;
            started += ok;
        }
        ok &= collect(jobs, started, &progress) && !bl_interrupted();
        if (bar) show(&progress, title);
        nanosleep(&pause, NULL);
    }
    if (progress.shown) fprintf(stderr, "\r%78s\r", "");
    if (!ok && !bl_interrupted()) report(jobs, started);
    return ok;
}
