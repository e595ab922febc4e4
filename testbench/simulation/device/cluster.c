#include "simulation/device/cluster.h"

#include <math.h>
#include <string.h>

#include "simulation/core/checked.h"
#include "simulation/device/cluster_state.h"

enum { BUS_ADVANCE_PS = 1000 * 1000, SOLE_ADVANCE_PS = 1000 * 1000 /* of a node without links */ };

/* The time that one word of payload occupies a link, rounded up, so that the stated rate is never
 * exceeded. */
static int64_t interval(const struct bl_cluster_sim_config *config, const struct bl_edge *edge) {
    if (edge->bytes_per_second <= 0) return 0;
    return (int64_t)ceil(config->models[edge->from]->payload_bytes * 1e12 / edge->bytes_per_second -
                         1e-6);
}

/* Of the clock that a node's links run with. */
static int64_t link_period(const struct bl_cluster_sim_config *config, int node) {
    return config->clocks[node][config->models[node]->link_clock].period_ps;
}

static int64_t shortest_period(const struct bl_cluster_sim_config *config) {
    int64_t shortest = link_period(config, 0);
    for (int i = 1; i < config->nodes; i++)
        if (link_period(config, i) < shortest) shortest = link_period(config, i);
    return shortest;
}

/* Two latencies there and back and two windows that the other side has not seen yet. */
static void connect(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config,
                    const struct bl_edge *edge) {
    const struct bl_link_config link = {
        .latency_ps = edge->latency_ps,
        .interval_ps = interval(config, edge),
        .carry_ps = link_period(config, edge->from),
        .flit_bytes = config->models[edge->from]->flit_bytes,
        .capacity = (int)(3 * edge->latency_ps / shortest_period(config)) + 64,
    };
    struct bl_link *made = &sim->links[sim->link_count++];
    bl_link_init(made, &link);
    sim->nodes[edge->from].to[edge->to] = made;
    sim->nodes[edge->to].from[edge->from] = made;
}

static bool is_link(const struct bl_edges *edges, const struct bl_edge *edge) {
    return edge->from < edges->nodes && edge->to < edges->nodes;
}

/* The links among the edges: the shortest latency is the longest window, and all of what they carry
   may be on its way while nothing else moves. */
static void join_links(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config) {
    const struct bl_edges *edges = config->edges;
    sim->links = bl_zalloc((size_t)edges->count, sizeof *sim->links);
    sim->window_ps = INT64_MAX;
    for (int i = 0; i < edges->count; i++) {
        const struct bl_edge *edge = &edges->items[i];
        if (!is_link(edges, edge)) continue;
        connect(sim, config, edge);
        if (edge->latency_ps < sim->window_ps) sim->window_ps = edge->latency_ps;
        if (sim->patience_ps < 4 * edge->latency_ps) sim->patience_ps = 4 * edge->latency_ps;
        if (sim->longest_ps < edge->latency_ps) sim->longest_ps = edge->latency_ps;
    }
}

static void join_bus(struct bl_cluster_sim *sim, const struct bl_cluster_sim_config *config) {
    const struct bl_sim_bus_config bus = {.nodes = config->nodes,
                                          .lines = config->models[0]->bus_lines,
                                          .delay_ps = config->bus_delay_ps,
                                          .gate_ps = config->bus_gate_ps,
                                          .segments = config->bus_segments,
                                          .made = config->bus_made,
                                          .boards = config->bus_boards};
    sim->bus = bl_sim_bus_new(config->models[0]->bus, &bus);
    sim->next_ps = bl_zalloc((size_t)config->nodes, sizeof *sim->next_ps);
    sim->window_ps = BUS_ADVANCE_PS;
    for (int i = 0; i < config->nodes; i++) sim->nodes[i].bus = sim->bus;
}

struct bl_cluster_sim *bl_cluster_sim_new(const struct bl_cluster_sim_config *config) {
    struct bl_cluster_sim *sim = bl_zalloc(1, sizeof *sim);
    sim->count = config->nodes;
    sim->window_ps = sim->longest_ps = SOLE_ADVANCE_PS;
    sim->patience_ps = config->patience_ps > 0 ? config->patience_ps : BL_USUAL_PATIENCE_PS;
    sim->nodes = bl_zalloc((size_t)config->nodes, sizeof *sim->nodes);
    for (int i = 0; i < config->nodes; i++) {
        bool same = i > 0 && config->models[i] == config->models[0];
        bl_node_init(&sim->nodes[i], i, config->models[i], config->clocks[i], config->memory,
                     same ? &sim->nodes[0] : NULL);
    }
    if (config->models[0]->links) join_links(sim, config);
    if (config->models[0]->bus) join_bus(sim, config);
    if (config->faults) bl_cluster_sim_arm(sim, config->faults);
    sim->pool = bl_pool_new(config->threads);
    return sim;
}

void bl_cluster_sim_free(struct bl_cluster_sim *sim) {
    if (!sim) return;
    bl_pool_free(sim->pool);
    for (int i = 0; i < sim->count; i++) bl_node_destroy(&sim->nodes[i]);
    for (int i = 0; i < sim->link_count; i++) bl_link_destroy(&sim->links[i]);
    bl_sim_bus_free(sim->bus);
    bl_zfree(sim->next_ps);
    bl_zfree(sim->nodes);
    bl_zfree(sim->links);
    bl_zfree(sim);
}

int bl_cluster_sim_nodes(const struct bl_cluster_sim *sim) { return sim->count; }
int bl_cluster_sim_threads(const struct bl_cluster_sim *sim) { return bl_pool_threads(sim->pool); }
struct bl_sim_node *bl_cluster_sim_node(struct bl_cluster_sim *sim, int node) {
    return &sim->nodes[node];
}
int64_t bl_cluster_sim_now(const struct bl_cluster_sim *sim) { return sim->now_ps; }
int64_t bl_cluster_sim_window(const struct bl_cluster_sim *sim) { return sim->window_ps; }

static void run_node(void *argument, int index) {
    struct bl_cluster_sim *sim = argument;
    bl_node_run(&sim->nodes[index], sim->now_ps);
}

static uint64_t progress(const struct bl_cluster_sim *sim) {
    uint64_t sum = 0;
    for (int i = 0; i < sim->count; i++) sum += sim->nodes[i].progress;
    return sum;
}

static void run_links(struct bl_cluster_sim *sim, int64_t until) {
    sim->now_ps = until;
    bl_pool_run(sim->pool, sim->count, run_node, sim);
    for (int i = 0; i < sim->link_count; i++) bl_link_publish(&sim->links[i]);
}

/* Up to the bus's window behind the first edge of a node; no node has two edges in it. */
static int64_t bus_window(struct bl_cluster_sim *sim, int64_t until) {
    int64_t first = INT64_MAX, window = bl_sim_bus_window(sim->bus);
    for (int i = 0; i < sim->count; i++) {
        const struct bl_sim_edges *clock = &sim->nodes[i].clocks[sim->nodes[i].model->link_clock];
        sim->next_ps[i] = clock->next_ps;
        if (clock->next_ps < first) first = clock->next_ps;
        if (clock->clock.period_ps < window) window = clock->clock.period_ps;
    }
    return first < until - window ? first + window : until;
}

static void run_bus(struct bl_cluster_sim *sim, int64_t until) {
    while (sim->now_ps < until) {
        sim->now_ps = bus_window(sim, until);
        bl_sim_bus_prepare(sim->bus, sim->next_ps, sim->now_ps);
        bl_pool_run(sim->pool, sim->count, run_node, sim);
        bl_sim_bus_collect(sim->bus);
    }
}

void bl_cluster_sim_advance(struct bl_cluster_sim *sim, int64_t ps) {
    uint64_t before = progress(sim);
    int64_t until = sim->now_ps + (ps < sim->window_ps ? ps : sim->window_ps);
    if (sim->bus) run_bus(sim, until);
    else run_links(sim, until);
    if (progress(sim) != before) sim->progress_ps = sim->now_ps;
}

void bl_cluster_sim_arm(struct bl_cluster_sim *sim, const struct bl_faults *faults) {
    for (int i = 0; i < sim->count; i++) bl_node_arm(&sim->nodes[i], faults);
}

static bool any_in_reset(const struct bl_cluster_sim *sim) {
    for (int i = 0; i < sim->count; i++)
        if (sim->nodes[i].reset) return true;
    return false;
}

/* A flit or a credit that left at the last edge before the reset takes a latency, and a window more
 * until the link has told of it. */
bool bl_cluster_sim_reset(struct bl_cluster_sim *sim) {
    if (sim->bus) return false;
    for (int i = 0; i < sim->count; i++)
        bl_node_reset(&sim->nodes[i], sim->now_ps + 3 * sim->longest_ps);
    while (any_in_reset(sim)) bl_cluster_sim_advance(sim, sim->window_ps);
    return true;
}

void bl_cluster_sim_write(struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                          const void *bytes, size_t size) {
    sim->nodes[node].memory->write(sim->nodes[node].channels[channel].memory, address, bytes, size);
}

void bl_cluster_sim_read(const struct bl_cluster_sim *sim, int node, int channel, uint64_t address,
                         void *bytes, size_t size) {
    sim->nodes[node].memory->read(sim->nodes[node].channels[channel].memory, address, bytes, size);
}

int64_t bl_cluster_sim_last_response(const struct bl_cluster_sim *sim) {
    int64_t last = -1;
    for (int i = 0; i < sim->count; i++)
        if (sim->nodes[i].last_response_ps > last) last = sim->nodes[i].last_response_ps;
    return last;
}

int64_t bl_cluster_sim_node_cycles(const struct bl_cluster_sim *sim) {
    int64_t sum = 0;
    for (int i = 0; i < sim->count; i++) sum += sim->nodes[i].clocks[0].count;
    return sum;
}

uint64_t bl_cluster_sim_bus_faults(const struct bl_cluster_sim *sim, FILE *file) {
    return sim->bus ? bl_sim_bus_faults(sim->bus, file) : 0;
}

bool bl_cluster_sim_stuck(const struct bl_cluster_sim *sim, int64_t since_ps) {
    return sim->now_ps - (sim->progress_ps > since_ps ? sim->progress_ps : since_ps) >=
           sim->patience_ps;
}
