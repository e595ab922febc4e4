#include "network/rsb/carried/sim_bus.h"

#include <string.h>

#include "base/carried/checked.h"

struct drive {
    int64_t time;
    int node;
    struct bl_sim_bus_out out;
};

struct pins {
    struct bl_sim_bus_in in;
    struct bl_sim_bus_out out; /* driven last */
    bool changed;              /* in this window, in its edge at `time` */
    int64_t time;
};

struct bl_sim_bus {
    struct bl_sim_bus_config config;
    const struct bl_sim_bus_kind *kind;
    void *state;
    struct pins *pins;    /* [nodes] */
    struct drive *drives; /* [nodes], the earliest first: not at the bus yet */
    int drive_count;
    int *order; /* [nodes] */
};

struct bl_sim_bus *bl_sim_bus_new(const struct bl_sim_bus_kind *kind,
                                  const struct bl_sim_bus_config *config) {
    struct bl_sim_bus *bus = bl_zalloc(1, sizeof *bus);
    bus->config = *config;
    bus->kind = kind;
    bus->state = kind->create(config);
    bus->pins = bl_zalloc((size_t)config->nodes, sizeof *bus->pins);
    bus->drives = bl_zalloc((size_t)config->nodes, sizeof *bus->drives);
    bus->order = bl_zalloc((size_t)config->nodes, sizeof *bus->order);
    return bus;
}

void bl_sim_bus_free(struct bl_sim_bus *bus) {
    if (!bus) return;
    bus->kind->destroy(bus->state);
    bl_zfree(bus->pins);
    bl_zfree(bus->drives);
    bl_zfree(bus->order);
    bl_zfree(bus);
}

int64_t bl_sim_bus_window(const struct bl_sim_bus *bus) { return 2 * bus->config.gate_ps; }

/* Runs to `until`; what was driven before reaches the bus in its turn. */
static void run(struct bl_sim_bus *bus, int64_t until) {
    int done = 0;
    for (; done < bus->drive_count && bus->drives[done].time <= until; done++) {
        bus->kind->run(bus->state, bus->drives[done].time);
        bus->kind->drive(bus->state, bus->drives[done].node, &bus->drives[done].out);
    }
    bus->drive_count -= done;
    memmove(bus->drives, bus->drives + done, sizeof *bus->drives * (size_t)bus->drive_count);
    bus->kind->run(bus->state, until);
}

/* Nodes by the time of their edge, the lowest number first of those at one time. */
static int sort(struct bl_sim_bus *bus, const int64_t *edges, int64_t end) {
    int count = 0;
    for (int node = 0; node < bus->config.nodes; node++) {
        if (edges[node] >= end) continue;
        int at = count++;
        for (; at && edges[bus->order[at - 1]] > edges[node]; at--)
            bus->order[at] = bus->order[at - 1];
        bus->order[at] = node;
    }
    return count;
}

void bl_sim_bus_prepare(struct bl_sim_bus *bus, const int64_t *edges, int64_t end_ps) {
    int count = sort(bus, edges, end_ps);
    for (int i = 0; i < count; i++) {
        int node = bus->order[i];
        if (edges[node] > bus->config.gate_ps) run(bus, edges[node] - bus->config.gate_ps);
        bus->kind->sample(bus->state, node, &bus->pins[node].in);
    }
}

const struct bl_sim_bus_in *bl_sim_bus_pins(const struct bl_sim_bus *bus, int node) {
    return &bus->pins[node].in;
}

bool bl_sim_bus_put(struct bl_sim_bus *bus, int node, int64_t now,
                    const struct bl_sim_bus_out *out) {
    struct pins *pins = &bus->pins[node];
    if (!memcmp(&pins->out, out, sizeof *out)) return false;
    bool strobe = bl_sim_bus_strobe(out->line, bus->config.lines) !=
                  bl_sim_bus_strobe(pins->out.line, bus->config.lines);
    pins->out = *out;
    pins->changed = true;
    pins->time = now;
    return strobe;
}

static void add_drive(struct bl_sim_bus *bus, int node) {
    int at = bus->drive_count++;
    int64_t time = bus->pins[node].time + bus->config.gate_ps;
    for (; at && bus->drives[at - 1].time > time; at--) bus->drives[at] = bus->drives[at - 1];
    bus->drives[at] = (struct drive){time, node, bus->pins[node].out};
    bus->pins[node].changed = false;
}

/* A node's earlier drive is at the bus by now: its next edge is at least a window later. */
void bl_sim_bus_collect(struct bl_sim_bus *bus) {
    for (int node = 0; node < bus->config.nodes; node++)
        if (bus->pins[node].changed) add_drive(bus, node);
}

uint64_t bl_sim_bus_faults(const struct bl_sim_bus *bus, FILE *file) {
    return bus->kind->faults(bus->state, file);
}
