/* The bus as a medium, with events in C or the Verilog behind it. */
#include "base/carried/checked.h"
#include "network/rsb/carried/sim_bus.h"

enum { ADVANCE_PS = 1000 * 1000 /* at once, in many windows */ };

struct bus {
    struct bl_sim_bus *bus;
    int nodes;
    int64_t window_ps; /* no node has two edges in it */
};

static void *open_bus(const struct bl_sim_bus_kind *kind, const struct bl_medium_config *config,
                      struct bl_medium_times *times) {
    struct bus *bus = bl_zalloc(1, sizeof *bus);
    bus->bus = bl_sim_bus_new(kind, config->own);
    bus->nodes = config->nodes;
    bus->window_ps = bl_sim_bus_window(bus->bus);
    for (int i = 0; i < config->nodes; i++)
        if (config->clocks[i].period_ps < bus->window_ps)
            bus->window_ps = config->clocks[i].period_ps;
    *times = (struct bl_medium_times){.window_ps = ADVANCE_PS, .reset_ps = -1};
    return bus;
}

static void *create_events(const struct bl_medium_config *config, struct bl_medium_times *times) {
    return open_bus(&bl_sim_bus_events, config, times);
}
static void *create_icarus(const struct bl_medium_config *config, struct bl_medium_times *times) {
    return open_bus(&bl_sim_bus_icarus, config, times);
}

static void destroy(void *medium) {
    bl_sim_bus_free(((struct bus *)medium)->bus);
    bl_zfree(medium);
}

/* Behind the first edge of a node. */
static int64_t window(const void *medium, const int64_t *edges, int64_t until) {
    const struct bus *bus = medium;
    int64_t first = edges[0];
    for (int i = 1; i < bus->nodes; i++)
        if (edges[i] < first) first = edges[i];
    return first < until - bus->window_ps ? first + bus->window_ps : until;
}

static void prepare(void *medium, const int64_t *edges, int64_t end_ps) {
    bl_sim_bus_prepare(((struct bus *)medium)->bus, edges, end_ps);
}

static unsigned present(void *medium, int node, int64_t now, void *in) {
    (void)now;
    *(struct bl_sim_bus_in *)in = *bl_sim_bus_pins(((struct bus *)medium)->bus, node);
    return 0;
}

static unsigned clock(void *medium, int node, int64_t now, const void *in, const void *out) {
    (void)in;
    return bl_sim_bus_put(((struct bus *)medium)->bus, node, now, out);
}

static void publish(void *medium) { bl_sim_bus_collect(((struct bus *)medium)->bus); }

static uint64_t broken(const void *medium, FILE *file) {
    return bl_sim_bus_faults(((const struct bus *)medium)->bus, file);
}

#define KIND(WORD, CREATE)                                                                         \
    {                                                                                              \
        .word = (WORD), .in_bytes = sizeof(struct bl_sim_bus_in),                                  \
        .out_bytes = sizeof(struct bl_sim_bus_out), .create = (CREATE), .destroy = destroy,        \
        .window = window, .open = prepare, .present = present, .clock = clock, .publish = publish, \
        .broken = broken                                                                           \
    }
const struct bl_medium_kind bl_medium_bus_events = KIND("events", create_events);
const struct bl_medium_kind bl_medium_bus_icarus = KIND("icarus", create_icarus);
