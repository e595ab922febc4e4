/* The bus as events in C: the model of the arbiter's cells, and bundles on the lines of its paths.
 */
#include <string.h>

#include "base/carried/checked.h"
#include "bus/model/rsb.h"
#include "network/rsb/carried/sim_bus.h"

/* A bundle or an acknowledge on its way to a node. */
struct moving {
    int64_t time;
    int node;
    bool is_ack, ack;
    uint32_t line[BL_LINE_WORDS];
};

enum { MOST_MOVING = 256 };

struct domain {
    struct bl_sim_bus_out out;
    bool ack;
    uint32_t line[BL_LINE_WORDS];
    int target;
    int64_t trained_ps; /* when its path has been trained, if it is serial */
};

struct events {
    struct bl_sim_bus_config config;
    struct bl_rsb_options options;
    struct bl_rsb_boards boards;
    struct bl_rsb *ring;
    struct domain domains[BL_RSB_CELLS];
    struct moving moving[MOST_MOVING]; /* the earliest first */
    int moving_count;
    uint64_t pathless; /* changes of a strobe or an acknowledge where no path is */
};

/* Where no path is, the lines are 0. */
static void answer(void *user, int node, bool notified, enum bl_rsb_way way) {
    struct events *bus = user;
    struct domain *source = &bus->domains[node];
    if (notified && way != BL_RSB_NO_WAY)
        source->trained_ps = bl_rsb_time(bus->ring) + bus->boards.path_ps;
    if (notified || way != BL_RSB_NO_WAY || source->target < 0) return;
    memset(bus->domains[source->target].line, 0, sizeof source->line);
    source->ack = false;
    source->target = -1;
}

static void *create(const struct bl_sim_bus_config *config) {
    struct events *bus = bl_zalloc(1, sizeof *bus);
    bus->options = (struct bl_rsb_options){.cells = config->nodes,
                                           .made = config->made,
                                           .gate_ps = config->gate_ps,
                                           .wire_ps = config->delay_ps,
                                           .token_ps = bl_rsb_token_tables(config->nodes) *
                                                       config->gate_ps,
                                           .answer = answer,
                                           .user = bus};
    if (config->segments) bus->options.segments = *config->segments;
    if (config->boards) bus->boards = *config->boards;
    if (config->boards) bus->options.token_ps = bus->boards.token_ps;
    bus->options.stop_ps = bus->boards.stop_ps;
    bus->config = *config;
    bus->ring = bl_rsb_new(&bus->options);
    for (int i = 0; i < BL_RSB_CELLS; i++) bus->domains[i].target = -1;
    if (!bus->ring) bl_zfatal("a ring segmented bus joins 3 to 16 nodes");
    return bus;
}

static void destroy(void *state) {
    struct events *bus = state;
    bl_rsb_free(bus->ring);
    bl_zfree(bus);
}

static void arrive(struct events *bus, const struct moving *moving) {
    struct domain *domain = &bus->domains[moving->node];
    if (moving->is_ack) domain->ack = moving->ack;
    else memcpy(domain->line, moving->line, sizeof domain->line);
}

static void run(void *state, int64_t until) {
    struct events *bus = state;
    int done = 0;
    for (; done < bus->moving_count && bus->moving[done].time <= until; done++) {
        bl_rsb_run(bus->ring, bus->moving[done].time);
        arrive(bus, &bus->moving[done]);
    }
    bus->moving_count -= done;
    memmove(bus->moving, bus->moving + done, sizeof *bus->moving * (size_t)bus->moving_count);
    bl_rsb_run(bus->ring, until);
}

static enum bl_rsb_way other(enum bl_rsb_way way) {
    return way == BL_RSB_CLOCKWISE ? BL_RSB_COUNTER : BL_RSB_CLOCKWISE;
}

/* Over the wires of direction `over` of the segments that a path from the node takes on its way. */
static int64_t wires_ps(const struct events *bus, int node, enum bl_rsb_way way, int hops,
                        enum bl_rsb_way over) {
    int n = bus->config.nodes, first = way == BL_RSB_CLOCKWISE ? node : node + n - hops;
    int64_t sum = 0;
    for (int i = 0; i < hops; i++) sum += bl_rsb_segment_ps(&bus->options, (first + i) % n, over);
    return sum;
}

/* Sends along a path of so many segments over wires that take `wires`, and each switch on the way,
   both ends included, a gate. */
static void move(struct events *bus, struct moving moving, int hops, int64_t wires) {
    int at = bus->moving_count++;
    if (at == MOST_MOVING)
        bl_zfatal("more changes under way on the lines of a bus than its protocol allows");
    moving.time = bl_rsb_time(bus->ring) + wires + (hops + 1) * bus->config.gate_ps;
    for (; at && bus->moving[at - 1].time > moving.time; at--)
        bus->moving[at] = bus->moving[at - 1];
    bus->moving[at] = moving;
}

/* Until a serial beat has left, behind the training. In parallel the sender itself waits. */
static int64_t sent_ps(const struct events *bus, const struct domain *source) {
    int64_t trains = source->trained_ps - bl_rsb_time(bus->ring);
    if (!bus->boards.path_ps) return 0;
    return bus->boards.frame_ps + (trains > 0 ? trains : 0);
}

static void drive_line(struct events *bus, int node, const uint32_t *line, bool strobe) {
    struct domain *source = &bus->domains[node];
    struct moving moving = {.node = source->out.number};
    int hops;
    enum bl_rsb_way way = bl_rsb_path(bus->ring, node, &hops);
    if (way == BL_RSB_NO_WAY) {
        bus->pathless += strobe;
        return;
    }
    memcpy(moving.line, line, sizeof moving.line);
    source->target = moving.node;
    move(bus, moving, hops, wires_ps(bus, node, way, hops, way) + sent_ps(bus, source));
}

/* Back to the domain whose path ends here, over the wires of the other direction. */
static void drive_ack(struct events *bus, int node, bool ack) {
    for (int source = 0; source < bus->config.nodes; source++) {
        int hops;
        enum bl_rsb_way way = bl_rsb_path(bus->ring, source, &hops);
        if (bus->domains[source].target != node || way == BL_RSB_NO_WAY) continue;
        move(bus, (struct moving){.node = source, .is_ack = true, .ack = ack}, hops,
             wires_ps(bus, source, way, hops, other(way)));
        return;
    }
    bus->pathless++;
}

static void drive(void *state, int node, const struct bl_sim_bus_out *out) {
    struct events *bus = state;
    struct bl_sim_bus_out before = bus->domains[node].out;
    int lines = bus->config.lines;
    bus->domains[node].out = *out;
    if (out->request != before.request)
        bl_rsb_request(bus->ring, node, out->request ? out->number : -1);
    if (memcmp(out->line, before.line, sizeof out->line))
        drive_line(bus, node, out->line,
                   bl_sim_bus_strobe(out->line, lines) != bl_sim_bus_strobe(before.line, lines));
    if (out->ack != before.ack) drive_ack(bus, node, out->ack);
}

/* `path` is seen with `notified`: nobody looks at it before. */
static void sample(void *state, int node, struct bl_sim_bus_in *in) {
    struct events *bus = state;
    in->notified = bl_rsb_gate_value(bus->ring, node, BL_RSB_NOTIFIED);
    in->busy = bl_rsb_gate_value(bus->ring, node, BL_RSB_BUSY);
    in->path = bl_rsb_path(bus->ring, node, NULL) != BL_RSB_NO_WAY;
    in->ack = bus->domains[node].ack;
    memcpy(in->line, bus->domains[node].line, sizeof in->line);
}

static uint64_t faults(const void *state, FILE *file) {
    const struct events *bus = state;
    uint64_t sum = bus->pathless;
    if (file && sum)
        fprintf(file, "bus: %llu strobes or acknowledges without a path\n",
                (unsigned long long)sum);
    for (int i = 0; i < BL_RSB_ERROR_COUNT; i++) {
        uint64_t count = bl_rsb_error_count(bus->ring, (enum bl_rsb_error)i);
        if (file && count)
            fprintf(file, "bus: %s, %llu times\n", bl_rsb_error_word((enum bl_rsb_error)i),
                    (unsigned long long)count);
        sum += count;
    }
    return sum;
}

const struct bl_sim_bus_kind bl_sim_bus_events = {
    .word = "events",
    .create = create,
    .destroy = destroy,
    .run = run,
    .drive = drive,
    .sample = sample,
    .faults = faults,
};
