/* Random rings of the ring segmented bus with a delay for each segment and way: the event model
   against a search that counts segments, gates and standing paths.
   usage: rsb_uneven [RINGS] [SEED] [SPREAD]     10000 rings, seed 1, 0 ps
   Each ring has 3 to 16 cells and up to four requests, one after the other, at edges of clocks of
   their own. Of each the path and the time from taking the token (`open` rises) to the answer
   (`notified` rises) have to be equal, to the picosecond. Requests that reach their destination on
   both ways within a gate of each other are ties: counted, not compared. With a SPREAD the model's
   gates take up to so many ps longer, which has to be found. Prints the counts; exit status 1 when
   one differs. */
#include <stdio.h>
#include <stdlib.h>

#include "base/carried/random.h"
#include "bus/model/rsb.h"

enum { REQUESTS = 4 };

struct path {
    int source, target;
    enum bl_rsb_way way;
};

struct ring {
    struct bl_rsb_options options;
    struct bl_rsb_clocks clocks;
    struct bl_rsb *bus;
    struct path paths[REQUESTS]; /* that stand */
    int count;
    int64_t open, notified;
    enum bl_rsb_way got;
};

/* One way of a request: when it is answered, and when a free destination has it. */
struct course {
    bool arrives;
    int64_t arrival,
        answer; /* after `open`; the answer without one: when "not available" is back */
};

static int64_t draw(struct bl_random *random, int64_t low, int64_t high) {
    return low + (int64_t)(bl_random_next(random) % (uint64_t)(high - low + 1));
}

static int step(const struct ring *ring, int cell, enum bl_rsb_way way) {
    int count = ring->options.cells;
    return (cell + (way == BL_RSB_CLOCKWISE ? 1 : count - 1)) % count;
}

/* The segment from a cell on a way. */
static int segment(const struct ring *ring, int cell, enum bl_rsb_way way) {
    return way == BL_RSB_CLOCKWISE ? cell : step(ring, cell, way);
}

static bool is_used(const struct ring *ring, int wanted) {
    for (int i = 0; i < ring->count; i++) {
        const struct path *path = &ring->paths[i];
        for (int cell = path->source; cell != path->target; cell = step(ring, cell, path->way))
            if (segment(ring, cell, path->way) == wanted) return true;
    }
    return false;
}

static bool is_end(const struct ring *ring, int cell) {
    for (int i = 0; i < ring->count; i++)
        if (ring->paths[i].target == cell) return true;
    return false;
}

static enum bl_rsb_way other(enum bl_rsb_way way) {
    return way == BL_RSB_CLOCKWISE ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE;
}

/* Out: own, drive, go; at each cell pass and go. A cell that cannot hand on, and a destination that
   is taken, answers by pass and na; at each cell back na. */
static struct course follow(const struct ring *ring, int source, int target, enum bl_rsb_way way) {
    const struct bl_rsb_options *o = &ring->options;
    int64_t g = o->gate_ps, there = 3 * g, back = 0;
    int cell = source;
    if (is_used(ring, segment(ring, source, way))) return (struct course){false, 0, 0};
    for (;;) {
        int at = segment(ring, cell, way);
        if (cell != source && is_used(ring, at)) break;
        if (cell != source) there += 2 * g, back += g;
        there += bl_rsb_segment_ps(o, at, way);
        back += bl_rsb_segment_ps(o, at, other(way));
        cell = step(ring, cell, way);
        if (cell == target) break;
    }
    bool arrives = cell == target && !is_end(ring, target);
    return (struct course){arrives, there, there + 2 * g + back};
}

/* The grant: end, drive, go at the destination; pass and go at each cell back. */
static int64_t granted(const struct ring *ring, int source, int target, enum bl_rsb_way way,
                       int64_t arrival) {
    int64_t time = arrival + 3 * ring->options.gate_ps;
    for (int cell = source; cell != target; cell = step(ring, cell, way)) {
        time += bl_rsb_segment_ps(&ring->options, segment(ring, cell, way), other(way));
        if (cell != source) time += 2 * ring->options.gate_ps;
    }
    return time;
}

struct verdict {
    bool tie;
    enum bl_rsb_way way;
    int64_t time;
};

static struct verdict search(const struct ring *ring, int source, int target) {
    struct course right = follow(ring, source, target, BL_RSB_CLOCKWISE),
                  left = follow(ring, source, target, BL_RSB_COUNTER);
    struct verdict v = {false, BL_RSB_NO_WAY, 0};
    int64_t g = ring->options.gate_ps, apart = right.arrival - left.arrival;
    v.tie = right.arrives && left.arrives && apart <= g && -apart <= g;
    if (right.arrives && (!left.arrives || right.arrival < left.arrival)) v.way = BL_RSB_CLOCKWISE;
    else if (left.arrives) v.way = BL_RSB_COUNTER;
    if (v.way == BL_RSB_CLOCKWISE)
        right.answer = granted(ring, source, target, v.way, right.arrival);
    if (v.way == BL_RSB_COUNTER) left.answer = granted(ring, source, target, v.way, left.arrival);
    int64_t last = right.answer > left.answer ? right.answer : left.answer;
    v.time = last ? last + 2 * g : g; /* two tables, unless the first has settled before */
    return v;
}

static void answered(void *user, int domain, bool notified, enum bl_rsb_way way) {
    struct ring *ring = user;
    (void)domain, (void)notified;
    ring->notified = bl_rsb_time(ring->bus);
    ring->got = way;
}

static void start(struct ring *ring, struct bl_random *random, int64_t spread) {
    int cells = (int)draw(random, 3, BL_RSB_CELLS);
    *ring = (struct ring){.options = {.cells = cells,
                                      .gate_ps = draw(random, 100, 1000),
                                      .wire_ps = draw(random, 1000, 20500)}};
    for (int i = 0; i < cells; i++) {
        ring->options.segments.clockwise_ps[i] = draw(random, 0, ring->options.wire_ps * 9 / 10);
        ring->options.segments.counter_ps[i] = draw(random, 0, ring->options.wire_ps * 9 / 10);
        ring->clocks.period_ps[i] = draw(random, 2000, 20000);
        ring->clocks.phase_ps[i] = draw(random, 0, 20000);
    }
    ring->options.token_ps = bl_rsb_token_tables(cells) * ring->options.gate_ps;
    ring->options.spread_ps = spread;
    ring->options.answer = answered;
    ring->options.user = ring;
    ring->bus = bl_rsb_new(&ring->options);
}

/* Event by event, until the answer is there. */
static void play(struct ring *ring, int source, int target) {
    ring->open = ring->notified = -1;
    bl_rsb_request(ring->bus, source, target);
    while (ring->notified < 0 && bl_rsb_run(ring->bus, bl_rsb_next_time(ring->bus)))
        if (ring->open < 0 && bl_rsb_gate_value(ring->bus, source, BL_RSB_OPEN))
            ring->open = bl_rsb_time(ring->bus);
}

/* A domain that has no path, and asks at an edge of its clock. */
static int choose(struct ring *ring, struct bl_random *random) {
    int source;
    bool busy;
    do {
        source = (int)draw(random, 0, ring->options.cells - 1);
        busy = bl_rsb_gate_value(ring->bus, source, BL_RSB_NOTIFIED);
    } while (busy);
    bl_rsb_run(ring->bus, bl_rsb_acts(&ring->clocks, source,
                                      bl_rsb_time(ring->bus) + draw(random, 0, 400000), 0));
    return source;
}

struct counts {
    long compared, ties, paths, refused, wrong;
};

static void compare(struct ring *ring, int source, int target, struct counts *counts) {
    struct verdict v = search(ring, source, target);
    int64_t took = ring->notified - ring->open;
    counts->ties += v.tie;
    counts->compared += !v.tie;
    counts->paths += ring->got != BL_RSB_NO_WAY;
    counts->refused += ring->got == BL_RSB_NO_WAY;
    if (ring->got != BL_RSB_NO_WAY)
        ring->paths[ring->count++] = (struct path){source, target, ring->got};
    if (v.tie || (v.way == ring->got && v.time == took)) return;
    if (counts->wrong++ < 10)
        printf("%d cells, %d to %d: way %d in %lld ps, counted %d in %lld ps\n",
               ring->options.cells, source, target, (int)ring->got, (long long)took, (int)v.way,
               (long long)v.time);
}

int main(int argc, char **argv) {
    long rings = argc > 1 ? atol(argv[1]) : 10000;
    struct bl_random random = bl_random_at(argc > 2 ? strtoull(argv[2], NULL, 10) : 1, 0);
    int64_t spread = argc > 3 ? atoll(argv[3]) : 0;
    struct counts counts = {0, 0, 0, 0, 0};
    static struct ring ring;
    for (long i = 0; i < rings; i++) {
        start(&ring, &random, spread);
        int requests = (int)draw(&random, 1, REQUESTS);
        if (requests >= ring.options.cells) requests = ring.options.cells - 1;
        for (int k = 0; k < requests; k++) {
            int source = choose(&ring, &random);
            int away = (int)draw(&random, 1, ring.options.cells - 1);
            int target = (source + away) % ring.options.cells;
            play(&ring, source, target);
            compare(&ring, source, target, &counts);
        }
        bl_rsb_free(ring.bus);
    }
    printf(
        "%ld rings: %ld answers compared, %ld differ; %ld paths, %ld refused; %ld ties, %.2f %%\n",
        rings, counts.compared, counts.wrong, counts.paths, counts.refused, counts.ties,
        100.0 * (double)counts.ties / (double)(counts.compared + counts.ties));
    return counts.wrong ? 1 : 0;
}
