/* What a run shows beside its report: a waveform of one node, the frames between the nodes. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/carried/checked.h"
#include "simulation/run/bench_state_inner.h"

static struct bl_sim_node *traced_node(struct bl_bench_run *run) {
    return bl_cluster_sim_node(bl_device_sim_cluster(run->device), run->options.trace.node);
}

bool bl_bench_stop_views(void *user) {
    struct bl_bench_run *run = user;
    if (run->device && run->options.trace.path && traced_node(run)->trace_error)
        run->trace_lost = true;
    return bl_bench_stop(run) || run->trace_lost;
}

bool bl_bench_create_trace(const struct bl_bench_run *run) {
    const char *path = run->options.trace.path;
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (path && !file)
        fprintf(run->problems, "%s: cannot write the trace: %s\n", path, strerror(errno));
    if (file) fclose(file);
    return !path || file;
}

void bl_bench_begin_trace(struct bl_bench_run *run) {
    struct bl_cluster_sim *cluster = bl_device_sim_cluster(run->device);
    int64_t now = bl_cluster_sim_now(cluster), period = bl_bench_period_ps(run->program),
            most = (INT64_MAX - now) / period - 1;
    int64_t from = run->options.trace.from < most ? run->options.trace.from : most,
            to = run->options.trace.to < most ? run->options.trace.to : most;
    if (!run->options.trace.path) return;
    run->trace_began_ps = now;
    traced_node(run)->trace = (struct bl_trace_window){.path = run->options.trace.path,
                                                       .from_ps = now + from * period,
                                                       .to_ps = now + to * period};
}

/* What there is of a waveform that could not be written to its end is of no use. */
static void remove_trace(const char *path) {
    struct stat status;
    char *beside = bl_zalloc(strlen(path) + sizeof ".hier", 1);
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode)) unlink(path);
    strcat(strcpy(beside, path), ".hier");
    if (strcmp(bl_trace_kind(path), "fst") == 0) unlink(beside);
    bl_zfree(beside);
}

/* A window behind the end of the run leaves an empty file, which goes too. */
static void note_empty_trace(struct bl_bench_run *run) {
    const struct bl_trace_window *window = &traced_node(run)->trace;
    int64_t now = bl_cluster_sim_now(bl_device_sim_cluster(run->device));
    if (run->interrupted || !window->path || now >= window->from_ps) return;
    run->trace_cycles = (now - run->trace_began_ps) / bl_bench_period_ps(run->program);
    remove_trace(window->path);
}

static bool end_trace(struct bl_bench_run *run) {
    const char *path = run->options.trace.path;
    int error = path ? bl_node_end_trace(traced_node(run)) : 0;
    run->trace_lost = error != 0;
    if (path && !error) note_empty_trace(run);
    if (!error) return true;
    fprintf(run->problems, "%s: cannot write the trace: %s; nothing of it is kept\n", path,
            strerror(error));
    remove_trace(path);
    return false;
}

void bl_bench_warn_trace(const struct bl_bench_run *run) {
    if (run->trace_cycles < 0) return;
    fprintf(stderr,
            "warning: %s: nothing was traced: the window begins at cycle %" PRId64
            ", and the run ended after %" PRId64 "\n",
            run->options.trace.path, run->options.trace.from, run->trace_cycles);
}

static bool is_captured(struct bl_bench_run *run, int error) {
    if (error)
        fprintf(run->problems, "%s: cannot write the frames: %s\n", run->options.pcap.path,
                strerror(error));
    return !error;
}

bool bl_bench_begin_capture(struct bl_bench_run *run) {
    const char *path = run->options.pcap.path;
    return !path ||
           bl_cluster_sim_capture(bl_device_sim_cluster(run->device), path,
                                  run->options.pcap.node) ||
           is_captured(run, errno);
}

static bool end_capture(struct bl_bench_run *run) {
    return !run->options.pcap.path ||
           is_captured(run, bl_cluster_sim_end_capture(bl_device_sim_cluster(run->device)));
}

bool bl_bench_end_views(struct bl_bench_run *run) {
    bool traced = end_trace(run);
    return end_capture(run) && traced;
}
