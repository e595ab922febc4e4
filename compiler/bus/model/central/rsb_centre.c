/* Events of the centralised arbiter. What it decides is rsb_garb.h; the rules are asked of a map of
 * its own, from the answers alone. */
#include "bus/model/central/rsb_centre.h"

#include <stdlib.h>

#include "base/carried/checked.h"
#include "bus/model/central/rsb_garb.h"
#include "bus/model/rsb_watch.h"

enum kind {
    ASKED,    /* a request is at the arbiter */
    START,    /* the root has chosen: the delay begins */
    ANSWER,   /* the end of the delay */
    FALLEN,   /* the delay has fallen again */
    NOTIFIED, /* the answer is at the domain */
    DONE      /* the domain sees that it is no longer busy */
};

struct event {
    int64_t time;
    uint64_t order; /* of those of one time the first that was made goes first */
    enum kind kind;
    int domain, target; /* target of ASKED: -1 given up */
    bool notified;
    enum bl_rsb_way way;
};

enum { NODES = 2 * BL_RSB_CELLS };

struct centre {
    bool request, notified, asks;
    int target, waited;
    enum bl_rsb_way way;
}; /* of a domain, at the arbiter */
struct place {
    bool request, notified, busy;
    int target;
    enum bl_rsb_way way;
}; /* of a domain, at its own place */

struct bl_rsb_centre {
    struct bl_rsb_options options;
    struct bl_rsb_garb arbiter;
    struct centre centre[BL_RSB_CELLS];
    struct place place[BL_RSB_CELLS];
    int chosen[NODES]; /* of a node of the tree: its child that is chosen, 0: none; as of
                          bl_garb_tree */
    int64_t root_time; /* when the root's present choice asked */
    int serving;       /* from START to ANSWER, -1: none */
    bool line;         /* START is on its way, or the delay has not fallen */
    int64_t wire_ps;
    struct event *events;
    int count, size;
    uint64_t orders, event_count;
    int64_t patience, time, progress; /* last answer, or when nobody asked */
    int user[BL_RSB_CELLS],
        owner[BL_RSB_CELLS];   /* of segments and destinations, from the answers */
    struct bl_rsb_watch watch; /* at the domains */
    int bypass, forgotten;     /* the segment that always seems to be free, -1 */
    bool stopped;
    uint64_t errors[BL_RSB_ERROR_COUNT];
};

static void report(struct bl_rsb_centre *bus, enum bl_rsb_error error, int domain) {
    bus->errors[error]++;
    if (bus->options.error) bus->options.error(bus->options.user, error, domain);
}

static void push(struct bl_rsb_centre *bus, int64_t delay, struct event event) {
    if (bus->count == bus->size) {
        bus->size = bus->size ? 2 * bus->size : 64;
        bus->events = bl_zneeded(realloc(bus->events, (size_t)bus->size * sizeof *bus->events));
    }
    event.time = bus->time + delay;
    event.order = bus->orders++;
    bus->events[bus->count++] = event;
}

static int first_event(const struct bl_rsb_centre *bus) {
    int first = 0;
    for (int i = 1; i < bus->count; i++) {
        const struct event *a = &bus->events[i], *b = &bus->events[first];
        if (a->time < b->time || (a->time == b->time && a->order < b->order)) first = i;
    }
    return first;
}

/* Node i of the tree has the children 2i and 2i + 1; the domains are the children from `cells` on.
 */
static int depth(const struct bl_rsb_centre *bus, int domain) {
    int levels = 0;
    for (int node = bus->options.cells + domain; node > 1; node /= 2) levels++;
    return levels;
}

static bool asks(const struct bl_rsb_centre *bus, int node) {
    int cells = bus->options.cells;
    return node >= cells ? bus->centre[node - cells].asks : bus->chosen[node] != 0;
}

static int64_t gates(const struct bl_rsb_centre *bus, int count) {
    return count * bus->options.gate_ps;
}

/* The root asks and nothing else is under way. */
static void start_when_asked(struct bl_rsb_centre *bus) {
    if (bus->line || !bus->chosen[1]) return;
    int64_t wait = bus->root_time > bus->time ? bus->root_time - bus->time : 0;
    bus->line = true;
    push(bus, wait + gates(bus, 1), (struct event){.kind = START});
}

/* The first that asks is chosen in every node, up to one where another one was. */
static void enter(struct bl_rsb_centre *bus, int domain) {
    int node = bus->options.cells + domain;
    bool idle = !bus->chosen[1];
    if (idle) bus->progress = bus->time;
    bus->centre[domain].asks = true;
    bus->centre[domain].waited = 0;
    for (; node > 1 && !bus->chosen[node / 2]; node /= 2) bus->chosen[node / 2] = node;
    if (idle) bus->root_time = bus->time + gates(bus, depth(bus, domain));
    start_when_asked(bus);
}

/* In every node that had chosen it the side that has waited goes next. */
static void leave(struct bl_rsb_centre *bus, int domain) {
    bus->centre[domain].asks = false;
    for (int node = bus->options.cells + domain; node > 1 && bus->chosen[node / 2] == node;
         node /= 2)
        bus->chosen[node / 2] = asks(bus, node ^ 1) ? node ^ 1 : asks(bus, node) ? node : 0;
    bus->root_time = bus->time + gates(bus, depth(bus, domain));
}

static void asked(struct bl_rsb_centre *bus, const struct event *event) {
    struct centre *self = &bus->centre[event->domain];
    self->request = event->target >= 0;
    if (self->request) self->target = event->target;
    if (self->request != self->notified && !self->asks) enter(bus, event->domain);
    else if (self->request == self->notified && self->asks && bus->serving != event->domain)
        leave(bus, event->domain);
}

static void start(struct bl_rsb_centre *bus) {
    int node = 1, cells = bus->options.cells;
    if (bus->stopped) return;
    while (node < cells && bus->chosen[node]) node = bus->chosen[node];
    bus->line = node >= cells;
    if (!bus->line) return;
    bus->serving = node - cells;
    push(bus, gates(bus, bl_rsb_centre_delay(cells) + 10), (struct event){.kind = ANSWER});
}

/* Whether nothing of another domain is on the way to the target; with `mark` >= -1 the way is given
 * to that domain. */
static bool walk(struct bl_rsb_centre *bus, int source, enum bl_rsb_way way, int mark) {
    int cells = bus->options.cells, step = way == BL_RSB_CLOCKWISE ? 1 : cells - 1,
        target = bus->centre[source].target;
    bool free = bus->owner[target] < 0;
    for (int cell = source; cell != target; cell = (cell + step) % cells) {
        int segment = way == BL_RSB_CLOCKWISE ? cell : (cell + step) % cells;
        if (bus->user[segment] >= 0) free = false;
        if (mark >= -1) bus->user[segment] = mark;
    }
    if (mark >= -1) bus->owner[target] = mark;
    return free;
}

static void ask(struct bl_rsb_centre *bus, int domain) {
    struct centre *self = &bus->centre[domain];
    if (bus->forgotten >= 0) bus->arbiter.user[bus->forgotten] = -1;
    self->way = bl_rsb_garb_ask(&bus->arbiter, domain, self->target);
    bool clockwise = walk(bus, domain, BL_RSB_CLOCKWISE, -2),
         counter = walk(bus, domain, BL_RSB_COUNTER, -2);
    if (self->way == BL_RSB_NO_WAY) {
        if (clockwise || counter) report(bus, BL_RSB_ERROR_REFUSED, domain);
        return;
    }
    if (!(self->way == BL_RSB_CLOCKWISE ? clockwise : counter))
        report(bus, BL_RSB_ERROR_SHARED, domain);
    if (bus->arbiter.target[domain] != self->target) report(bus, BL_RSB_ERROR_WRONG, domain);
    walk(bus, domain, self->way, domain);
}

static void give_up(struct bl_rsb_centre *bus, int domain) {
    bl_rsb_garb_leave(&bus->arbiter, domain);
    if (bus->centre[domain].way != BL_RSB_NO_WAY) walk(bus, domain, bus->centre[domain].way, -1);
    bus->centre[domain].way = BL_RSB_NO_WAY;
}

/* One more operation for all others that ask; a domain that is passed over for ever would never be
 * answered. */
static void count_bypass(struct bl_rsb_centre *bus, int domain) {
    for (int i = 0; i < bus->options.cells; i++) {
        if (i == domain || !bus->centre[i].asks) continue;
        int waited = ++bus->centre[i].waited;
        if (waited > bus->bypass) bus->bypass = waited;
        if (waited == bl_rsb_centre_bound(bus->options.cells) + 1)
            report(bus, BL_RSB_ERROR_BYPASSED, i);
    }
}

static void answer(struct bl_rsb_centre *bus) {
    int domain = bus->serving, levels = depth(bus, domain);
    struct centre *self = &bus->centre[domain];
    bus->serving = -1;
    bus->progress = bus->time;
    self->notified = self->request;
    count_bypass(bus, domain);
    if (self->notified) ask(bus, domain);
    else give_up(bus, domain);
    leave(bus, domain);
    push(bus, bus->wire_ps,
         (struct event){
             .kind = NOTIFIED, .domain = domain, .notified = self->notified, .way = self->way});
    push(bus, bus->wire_ps + gates(bus, 2 * levels + 1),
         (struct event){.kind = DONE, .domain = domain});
    push(bus, gates(bus, levels + 1 + bl_rsb_centre_delay(bus->options.cells) + 10),
         (struct event){.kind = FALLEN});
}

static void watch(struct bl_rsb_centre *bus) {
    for (int domain; (domain = bl_rsb_watch_late(&bus->watch, bus->time)) >= 0;)
        report(bus, BL_RSB_ERROR_LATE, domain);
}

static void notified(struct bl_rsb_centre *bus, const struct event *event) {
    struct place *self = &bus->place[event->domain];
    if (event->notified != self->request) report(bus, BL_RSB_ERROR_UNASKED, event->domain);
    if (bl_rsb_watch_answer(&bus->watch, event->domain, bus->time))
        report(bus, BL_RSB_ERROR_LATE, event->domain);
    self->notified = event->notified;
    self->way = event->way;
    self->busy = true;
    if (bus->options.answer)
        bus->options.answer(bus->options.user, event->domain, event->notified, event->way);
}

static void step(struct bl_rsb_centre *bus) {
    int first = first_event(bus);
    struct event event = bus->events[first];
    bus->events[first] = bus->events[--bus->count];
    bus->time = event.time;
    watch(bus);
    bus->event_count++;
    switch (event.kind) {
    case ASKED: asked(bus, &event); break;
    case START: start(bus); break;
    case ANSWER: answer(bus); break;
    case FALLEN:
        bus->line = false;
        start_when_asked(bus);
        break;
    case NOTIFIED: notified(bus, &event); break;
    case DONE: bus->place[event.domain].busy = false; break;
    }
}

bool bl_rsb_centre_run(struct bl_rsb_centre *bus, int64_t until) {
    while (bus->count && bus->events[first_event(bus)].time <= until) step(bus);
    bus->time = until;
    if (!bus->chosen[1]) bus->progress = until;
    if (until - bus->progress > bus->patience) {
        report(bus, BL_RSB_ERROR_STANDS, 0);
        bus->progress = until;
    }
    watch(bus);
    return bus->count > 0;
}

bool bl_rsb_centre_is_ready(const struct bl_rsb_centre *bus, int domain) {
    const struct place *self = &bus->place[domain];
    return self->request == self->notified && !self->busy;
}

void bl_rsb_centre_request(struct bl_rsb_centre *bus, int domain, int target) {
    struct place *self = &bus->place[domain];
    if (self->request != self->notified) report(bus, BL_RSB_ERROR_WITHDRAWN, domain);
    self->request = target >= 0;
    if (self->request) self->target = target;
    if (self->request != self->notified) bl_rsb_watch_ask(&bus->watch, domain, bus->time);
    else bl_rsb_watch_drop(&bus->watch, domain);
    push(bus, bus->wire_ps, (struct event){.kind = ASKED, .domain = domain, .target = target});
}

struct bl_rsb_centre *bl_rsb_centre_new(const struct bl_rsb_options *options) {
    if (options->cells < 3 || options->cells > BL_RSB_CELLS || options->gate_ps < 1 ||
        options->wire_ps < 0)
        return NULL;
    struct bl_rsb_centre *bus = bl_zalloc(1, sizeof *bus);
    bus->options = *options;
    bus->serving = bus->forgotten = -1;
    bus->wire_ps = bl_rsb_centre_wire_ps(options->cells, options->wire_ps);
    bl_rsb_garb_start(&bus->arbiter, options->cells);
    bus->patience = 2 * bl_rsb_centre_operation_ps(options->cells, options->gate_ps);
    bl_rsb_watch_start(&bus->watch,
                       bl_rsb_centre_wait_ps(options->cells, options->wire_ps, options->gate_ps),
                       bus->patience);
    for (int i = 0; i < options->cells; i++) bus->user[i] = bus->owner[i] = -1;
    return bus;
}

void bl_rsb_centre_free(struct bl_rsb_centre *bus) {
    if (!bus) return;
    free(bus->events);
    free(bus);
}

enum bl_rsb_way bl_rsb_centre_path(const struct bl_rsb_centre *bus, int domain, int *hops) {
    const struct place *self = &bus->place[domain];
    int cells = bus->options.cells, clockwise = (self->target - domain + cells) % cells;
    if (hops)
        *hops = self->way == BL_RSB_NO_WAY      ? 0
                : self->way == BL_RSB_CLOCKWISE ? clockwise
                                                : cells - clockwise;
    return self->way;
}

int64_t bl_rsb_centre_time(const struct bl_rsb_centre *bus) { return bus->time; }
uint64_t bl_rsb_centre_events(const struct bl_rsb_centre *bus) { return bus->event_count; }
int bl_rsb_centre_bypass(const struct bl_rsb_centre *bus) { return bus->bypass; }
uint64_t bl_rsb_centre_error_count(const struct bl_rsb_centre *bus, enum bl_rsb_error error) {
    return bus->errors[error];
}
bool bl_rsb_centre_notified(const struct bl_rsb_centre *bus, int domain) {
    return bus->place[domain].notified;
}
bool bl_rsb_centre_busy(const struct bl_rsb_centre *bus, int domain) {
    return bus->place[domain].busy;
}
void bl_rsb_centre_forget(struct bl_rsb_centre *bus, int segment) { bus->forgotten = segment; }
void bl_rsb_centre_stop(struct bl_rsb_centre *bus) { bus->stopped = true; }
