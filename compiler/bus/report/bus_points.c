#include "bus/report/bus_points.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/tools/toolchain.h"
#include "bus/bus.h"
#include "bus/bus_cells.h"
#include "bus/bus_print.h"
#include "base/carried/checked.h"
#include "base/carried/progress.h"
#include "bus/report/bus_run.h"

enum { MOST_THREADS = 64 };

static int64_t picoseconds(double seconds) { return llround(seconds * 1e12); }

struct bl_bus bl_bus_changed(const struct bl_bus *bus, const struct bl_bus_request *request) {
    struct bl_bus changed = *bus;
    if (request->domains.count) changed.domains = (int)request->domains.items[0];
    if (request->delays.count) {
        changed.delay_ps = picoseconds(request->delays.items[0]);
        changed.segments = (struct bl_rsb_segments){{0}, {0}};
    }
    if (request->gate > 0) changed.gate_ps = picoseconds(request->gate);
    if (request->arbitrations.count)
        changed.arbitration = (enum bl_arbitration)request->arbitrations.items[0];
    return changed;
}

/* The gaps of the source: the first, then always twice as long. */
static struct bl_bus_list source_gaps(const struct bl_bus *bus) {
    struct bl_bus_list list = {0};
    for (int64_t gap = bus->traffic.gap_ps;
         gap <= bus->traffic.last_gap_ps && list.count < BL_BUS_LIST; gap *= 2)
        list.items[list.count++] = (double)gap * 1e-12;
    return list;
}

static void add_point(struct bl_arena *arena, struct bl_bus_points *points,
                      const struct bl_bus *bus, const struct bl_bus_request *request,
                      double domains, double delay, bool centralised, double gap) {
    const struct bl_bus_traffic *traffic = &bus->traffic;
    int64_t gate = request->gate > 0 ? picoseconds(request->gate) : bus->gate_ps;
    struct bl_bus_point *point = BL_APPEND(arena, points);
    point->load = (struct bl_rsb_load){
        .domains = (int)domains,
        .elements = bus->elements,
        .connectors = bus->connectors,
        .centralised = centralised,
        .made = centralised ? NULL : bl_bus_made(bus),
        .gate_ps = gate,
        .wire_ps = picoseconds(delay),
        .token_ps = (bus->onboard ? bl_bus_token_tables(bus) : bl_rsb_token_tables((int)domains)) *
                    gate,
        .stop_ps = bl_bus_stop_ps(bus),
        .data = bl_bus_data(bus),
        .react_ps = bl_bus_react_ps(bus),
        .clock_ps = bl_bus_clock_ps(bus),
        .gap_ps = picoseconds(gap),
        .words = request->words > 0 ? (int)request->words : traffic->words,
        .transfers = (uint64_t)(request->transfers > 0 ? request->transfers : traffic->transfers),
        .seed = (uint64_t)(request->seed >= 0 ? request->seed : traffic->seed),
        .damage = request->fault};
    if (!request->delays.count) point->load.segments = bus->segments;
    memcpy(point->load.without, request->without, sizeof request->without);
    if (!bl_bus_has_clocks(bus) || (int)domains != bus->domains) return;
    point->load.clocks = bus->clocks;
    point->load.react_ps = bl_bus_clock_ps(bus);
}

void bl_bus_points_list(struct bl_arena *arena, struct bl_bus_points *points,
                        const struct bl_bus *bus, const struct bl_bus_request *request) {
    struct bl_bus_list domains = request->domains, delays = request->delays,
                       gaps = request->gaps.count ? request->gaps : source_gaps(bus);
    struct bl_bus_list arbitrations = request->arbitrations;
    if (!domains.count) domains = (struct bl_bus_list){{bus->domains}, 1};
    if (!delays.count) delays = (struct bl_bus_list){{(double)bus->delay_ps * 1e-12}, 1};
    if (!arbitrations.count) arbitrations = (struct bl_bus_list){{bus->arbitration}, 1};
    for (int w = 0; w < delays.count; w++)
        for (int d = 0; d < domains.count; d++)
            for (int a = 0; a < arbitrations.count; a++)
                for (int g = 0; g < gaps.count; g++)
                    add_point(arena, points, bus, request, domains.items[d], delays.items[w],
                              arbitrations.items[a] == BL_CENTRALISED, gaps.items[g]);
}

/* What the threads share. */
struct pool {
    struct bl_bus_points *points;
    atomic_int next, running;
    atomic_ullong done; /* transfers of points that are complete */
    atomic_bool bad, stop;
};

/* What a point tells of itself while it runs. */
struct teller {
    struct pool *pool;
    uint64_t reported;
    bool stopped;
};

static bool tick(void *user, uint64_t transfers) {
    struct teller *teller = user;
    atomic_fetch_add(&teller->pool->done, transfers - teller->reported);
    teller->reported = transfers;
    teller->stopped = atomic_load(&teller->pool->stop);
    return !teller->stopped;
}

static void take_points(void *user) {
    struct pool *pool = user;
    for (int i; (i = atomic_fetch_add(&pool->next, 1)) < pool->points->count &&
                !atomic_load(&pool->stop);) {
        struct bl_bus_point *point = &pool->points->items[i];
        struct teller teller = {.pool = pool};
        struct bl_rsb_load load = point->load;
        load.tick = tick;
        load.user = &teller;
        bool taken = bl_rsb_monte_carlo(&load, &point->yield);
        if (!taken) atomic_store(&pool->bad, true);
        point->complete = taken && !teller.stopped;
        atomic_fetch_add(&pool->done, load.transfers - teller.reported);
    }
}

/* A model that fails ends the share of its thread. */
static void *work(void *user) {
    struct pool *pool = user;
    struct bl_failure failure;
    if (!bl_guarded(take_points, pool, &failure)) {
        fprintf(stderr, "error: %s\n", failure.text);
        atomic_store(&pool->bad, true);
    }
    atomic_fetch_sub(&pool->running, 1);
    return NULL;
}

/* Looks after the bar, and for interrupts, until all threads are at their end. */
static void watch(struct pool *pool, bool shown) {
    const struct timespec pause = {.tv_nsec = 20000000};
    struct bl_progress progress = bl_progress_begin(shown);
    double all = 0;
    for (int i = 0; i < pool->points->count; i++)
        all += (double)pool->points->items[i].load.transfers;
    while (atomic_load(&pool->running)) {
        nanosleep(&pause, NULL);
        bl_progress_show(&progress, (double)atomic_load(&pool->done) / all);
        if (bl_interrupted()) atomic_store(&pool->stop, true);
    }
    bl_progress_end(&progress);
}

static int thread_count(const struct bl_bus_points *points, int64_t requested) {
    long count = requested > 0 ? (long)requested : sysconf(_SC_NPROCESSORS_ONLN);
    if (count > points->count) count = points->count;
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}

static void drop_incomplete(struct bl_bus_points *points) {
    int kept = 0;
    for (int i = 0; i < points->count; i++)
        if (points->items[i].complete) points->items[kept++] = points->items[i];
    points->left_out = points->count - kept;
    points->count = kept;
}

bool bl_bus_points_run(struct bl_bus_points *points, const struct bl_bus_request *request) {
    struct pool pool = {.points = points};
    pthread_t threads[MOST_THREADS];
    int count = thread_count(points, request->threads), started = 0;
    bl_interrupts_hold();
    atomic_store(&pool.running, count);
    while (started < count && !pthread_create(&threads[started], NULL, work, &pool)) started++;
    if (!started) work(&pool);
    atomic_fetch_sub(&pool.running, count - (started ? started : 1));
    watch(&pool, isatty(STDERR_FILENO) && !request->quiet && !request->json);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    if (atomic_load(&pool.stop)) drop_incomplete(points);
    return !atomic_load(&pool.bad);
}
